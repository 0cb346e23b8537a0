"""How large irassay is: lines, sentences, screens, options, rooms and words, each beside the most that it may be.

Run as ``python -m tools.size``. `MOST` goes down with what is taken away, and never up.
"""

from __future__ import annotations

import ast
import os
import pty
import re
import sys
import tempfile
import tomllib
from contextlib import suppress
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "irassay"
GENERATED = ("command-line.md", "simulations.md", "architecture.md", "messages.md", "measures.md", "formats.md")
SENTENCE = 4  # words from which a text in the source is prose
SCREEN = (80, 24)
MANY = 8  # parameters of a function that should take values

MOST = {
    "lines of Python in src": 103_091,
    "lines of docstrings in src": 16_341,
    "texts of four words or more in src": 2_198,
    "texts with those of TOML files": 5_852,
    "words of the longest sentence in src": 25,
    "functions of eight parameters or more": 44,
    "rooms": 24,
    "words in docs, without what is generated": 21_774,
}
PAGES = {"demo": 6_700, "TREC DL 2021": 8_000}  # most words of a report's page, tables and folds included
UNREAD = ("script", "style", "template", "head", "svg")  # elements whose text is no sentence or cell of a page
VIEWS = {  # the arguments of a default answer on the demo's files
    "compare": "qrels.txt runs",
    "compare a pair": "qrels.txt runs --pair north-cross delta-fused-2",
    "check": "qrels.txt runs",
    "eval": "qrels.txt runs -m nDCG@10",
    "whatif": "qrels.txt runs",
    "track": "qrels.txt runs",
    "report": "qrels.txt runs -o page.html",
}


@cache
def trees() -> list[tuple[Path, ast.Module]]:
    """The modules of the package."""
    return [(path, ast.parse(path.read_text())) for path in sorted(SOURCE.rglob("*.py"))]


@cache
def nodes(tree: ast.Module) -> list[ast.AST]:
    """All nodes of a module: a walk takes longer than what looks at them."""
    return list(ast.walk(tree))


def docstrings(tree: ast.Module) -> list[ast.Expr]:
    """The statements of a module that are docstrings."""
    documented = (node for node in nodes(tree) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)))
    firsts = (node.body[0] for node in documented if node.body)
    return [first for first in firsts if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)]


def texts(tree: ast.Module) -> list[str]:
    """The texts of a module but docstrings; a formatted one whole, with {} for its values."""
    skip = {id(first.value) for first in docstrings(tree)}
    skip |= {id(part) for node in nodes(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    found = []
    for node in nodes(tree):
        if isinstance(node, ast.JoinedStr):
            found.append("".join(p.value if isinstance(p, ast.Constant) else "{}" for p in node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skip:
            found.append(node.value)
    return found


def catalogue() -> list[str]:
    """The texts of the package's TOML files: sentences, what `explain` says, options and their examples."""

    def of(value: object) -> list[str]:
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return [value] if isinstance(value, str) else [text for part in inner for text in of(part)]

    return of([tomllib.loads(path.read_text()) for path in sorted(SOURCE.rglob("*.toml"))])


def words(text: str) -> int:
    """The words of a text; a value to be filled in is one."""
    return len(re.findall(r"[A-Za-z]{2,}|\{[^}]*\}", text))


def _longest(text: str) -> int:
    return max(words(part) for part in re.split(r"[.;:?]\s|\n", text))


def parameters(of: ast.arguments) -> int:
    """How many parameters a function has."""
    return len(of.posonlyargs) + len(of.args) + len(of.kwonlyargs) + bool(of.vararg) + bool(of.kwarg)


def source() -> dict[str, int]:
    """What the source alone says."""
    lines = docs = n_texts = longest = many = 0
    for path, tree in trees():
        lines += path.read_text().count("\n")
        docs += sum((first.end_lineno or first.lineno) - first.lineno + 1 for first in docstrings(tree))
        many += sum(parameters(node.args) >= MANY for node in nodes(tree) if isinstance(node, ast.FunctionDef))
        prose = [text for text in texts(tree) if words(text) >= SENTENCE]
        n_texts += len(prose)
        longest = max([longest, *(_longest(text) for text in prose if text[0] != "<" and " " in text)])  # no markup
    filled = [text for text in catalogue() if words(text) >= SENTENCE]
    longest = max([longest, *map(_longest, filled)])
    pages = [page for page in sorted((ROOT / "docs").rglob("*.md")) if page.name not in GENERATED]
    return {
        "lines of Python in src": lines,
        "lines of docstrings in src": docs,
        "texts of four words or more in src": n_texts,
        "texts with those of TOML files": n_texts + len(filled),
        "words of the longest sentence in src": longest,
        "functions of eight parameters or more": many,
        "rooms": sum((room / "__init__.py").exists() for room in SOURCE.iterdir()),
        "words in docs, without what is generated": sum(len(page.read_text().split()) for page in pages),
    }


def on_screen(command: list[str], folder: Path) -> str:
    """What a person sees of a command on a terminal of `SCREEN`."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        width, height = map(str, SCREEN)
        os.execve(command[0], command, {**os.environ, "COLUMNS": width, "LINES": height, "NO_COLOR": "1"})
    said = b""
    with suppress(OSError):  # the end of a terminal
        while part := os.read(terminal, 1 << 16):
            said += part
    os.waitpid(process, 0)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said.decode().replace("\r\n", "\n"))
    return "\n".join(line.rpartition("\r")[2] for line in text.split("\n")).rstrip("\n")


class _Words(HTMLParser):
    """Counts the words of a page that a reader may meet, folds opened."""

    def __init__(self) -> None:
        super().__init__()
        self.n = self.unread = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.unread += tag in UNREAD

    def handle_endtag(self, tag: str) -> None:
        self.unread -= tag in UNREAD

    def handle_data(self, data: str) -> None:
        self.n += 0 if self.unread else len(data.split())


def words_of_page(html: str) -> int:
    """The words of a page but those in charts.

    >>> words_of_page("<head><title>No</title></head><p>Two words<svg><text>no</text></svg><td>0.5")
    3
    """
    counted = _Words()
    counted.feed(html)
    return counted.n


def views() -> dict[str, tuple[int, int]]:
    """Lines and words of each verb's default answer on the demo's files."""
    sizes = {}
    irassay = [sys.executable, "-m", "irassay"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        on_screen([*irassay, "demo", "--to", "."], folder)
        for view, arguments in VIEWS.items():
            said = on_screen([*irassay, view.split()[0], *arguments.split()], folder)
            sizes[view] = said.count("\n") + 1, len(said.split())
        sizes["report's page"] = 1, words_of_page((folder / "page.html").read_text(encoding="utf-8"))
    return sizes


def main() -> int:
    """Print the sizes; 1 where one is more than it may be."""
    over = False
    for what, n in source().items():
        over |= n > MOST[what]
        print(f"{what:<44} {n:>9,}  at most {MOST[what]:,}{'  MORE' * (n > MOST[what])}")
    for view, (lines, n) in views().items():
        over |= lines > SCREEN[1] or (view == "report's page" and n > PAGES["demo"])
        print(f"{f'irassay {view}, on the demo':<44} {lines:>3} lines, {n:>3} words{'  MORE' * (lines > SCREEN[1])}")
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
