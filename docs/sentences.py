"""Every sentence that a user can meet, in one list to read through: ``build/sentences.md``, which `make docs` writes.

The sentences of pages, of the terminal and of ``check`` come from small worlds that differ in what decides a sentence:
how many systems and queries, how many labels, options. Numbers and names stand as ``#`` and ``S``, so that a sentence
stands there once. Errors and help come from the source. The list is for review; nothing reads it.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

PACKAGE = Path(__file__).parent.parent / "src" / "irassay"
PROSE = {"title", "standfirst", "text", "note", "effect", "action", "definition", "how_to_read", "facts", "advice"}
NUMBER = re.compile(r"(?<![\w@])[-+−]?\d[\d,.]*%?")

# What differs between worlds, in the order: systems, queries, share of labels, options of `irassay report`.
WORLDS: tuple[tuple[int, int, float, tuple[str, ...]], ...] = (
    (1, 20, 0.6, ()),
    (2, 1, 1.0, ()),
    (2, 12, 0.6, ()),
    (2, 60, 1.0, ("--test", "t", "--interval", "bca")),
    (3, 40, 0.3, ("--baseline", "s1-N")),
    (6, 40, 0.7, ("--baseline", "s1-N", "--baseline", "s2-N")),
    (8, 50, 0.9, ("-m", "nDCG@10", "-m", "AP", "-m", "RR", "--metadata", "runs.csv")),
    (12, 30, 0.5, ("-m", "P@5", "--ranks", "bootstrap", "--metadata", "runs.csv")),
    (9, 25, 0.4, ("-m", "bpref", "--test", "sign", "--metadata", "runs.csv")),
    (7, 60, 0.8, ("--second-qrels", "second.txt", "--metadata", "runs.csv", "-m", "RR@10")),
)


def world(folder: Path, n: int, n_queries: int, share: float, seed: int) -> None:
    """Labels, runs and metadata of `n` systems; a `share` of the relevant documents at the top has a label."""
    rng = np.random.default_rng(seed)
    grades = rng.integers(0, 4, (n_queries, 40)) * (rng.random((n_queries, 40)) < 0.4)
    labels, second = [], []
    runs: dict[str, list[str]] = {f"s{i + 1}-{'NSEW'[i % 4]}": [] for i in range(n)}
    for q, row in enumerate(grades):
        for i, name in enumerate(runs):
            order = np.argsort(-(row * (0.9 - 0.05 * i) + rng.normal(0, 1, 40)))[:20]
            runs[name] += [f"q{q} Q0 d{doc} {rank} {20 - rank} {name}" for rank, doc in enumerate(order, 1)]
        for doc in np.flatnonzero(rng.random(40) < share):
            labels.append(f"q{q} 0 d{doc} {row[doc]}")
            second.append(f"q{q} 0 d{doc} {min(3, row[doc] + rng.integers(0, 2))}")
    (folder / "runs").mkdir()
    for name, lines in runs.items():
        (folder / "runs" / f"{name}.run").write_text("\n".join(lines) + "\n")
    (folder / "qrels.txt").write_text("\n".join(labels) + "\n")
    (folder / "second.txt").write_text("\n".join(second) + "\n")
    (folder / "topics.tsv").write_text(
        "".join(f"q{q}\twhat is {'a very long ' * (q % 5)}q\n" for q in range(n_queries))
    )
    rows = [f"{name},{name[-1]},{'neural' if i % 2 else 'traditional'}" for i, name in enumerate(runs)]
    (folder / "runs.csv").write_text("\n".join(["run,group,kind", *rows]) + "\n")


def commands(report: tuple[str, ...]) -> dict[str, list[str]]:
    """What is asked of a world, by the verb."""
    measure = ["-m", report[report.index("-m") + 1]] if "-m" in report else []
    files = ["qrels.txt", "runs/"]
    return {
        "report": ["report", *files, "-o", "report.json", "--query-texts", "topics.tsv", *report],
        "since": ["report", *files, "-o", "since.json", "--since", "report.json", *measure],
        "track": ["track", *files, "-o", "track.json", "--metadata", "runs.csv", "--second-qrels", "second.txt",
                  "--query-texts", "topics.tsv", *measure],
        "group": ["track", *files, "-o", "group.json", "--metadata", "runs.csv", "--for-group", "N"],
        "whatif": ["whatif", *files, "-o", "whatif.json", "--draws", "5", *measure],
        "selections": ["whatif", *files, "-o", "selections.json", "--draws", "5", "--metadata", "runs.csv", "--select",
                       "depth", "--select", "groups", "--select", "noise", "--flip", "1:0:0.2", *measure],
        "pool": ["pool", "runs/", "--depth", "5", "--judged", "qrels.txt", "--audit", "5"],
        "compare": ["compare", *files, "--format", "table", *measure],
        "pair": ["compare", *files, "--pair", "s1-N", "s2-S", "--pair-queries", "--format", "table", *measure],
        "check": ["check", *files, "--format", "table", *measure],
        "swapped": ["check", "second.txt", "runs/", "--format", "table", "-m", "AP(rel=5)"],
    }  # fmt: skip


def prose(value: Any, where: str = "") -> Iterator[str]:
    """The texts of a saved Result, wherever they stand."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            if key != "provenance":
                yield from prose(one, str(key))
    elif isinstance(value, list):
        for one in value:
            yield from prose(one, where)
    elif isinstance(value, str) and where in PROSE:
        yield value


def sentences_of_worlds() -> dict[str, set[str]]:
    """By verb, each sentence once."""
    import json
    import os

    from irassay.cli.main import main

    texts: dict[str, set[str]] = {}
    before = Path.cwd()
    for seed, (n, n_queries, share, options) in enumerate(WORLDS):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            world(folder, n, n_queries, share, seed)
            os.chdir(folder)
            try:
                for verb, words in commands(options).items():
                    out, err = io.StringIO(), io.StringIO()
                    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                        main(words)
                    screen = out.getvalue() + "\n" + err.getvalue()
                    texts.setdefault(verb, set()).update(like(line) for line in screen.split("\n"))
                    saved = folder / f"{verb}.json"
                    if saved.exists():
                        body = json.loads(saved.read_text(encoding="utf-8"))
                        texts[verb].update(like(text) for text in prose(body))
            finally:
                os.chdir(before)
    return texts


def like(text: str) -> str:
    """The sentence with # for every number and S for every system."""
    return NUMBER.sub("#", re.sub(r"\bs\d+-[NSEW]\b", "S", " ".join(text.split())))


def errors() -> dict[str, set[str]]:
    """What is raised, by file: a value stands as {}."""
    texts: dict[str, set[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                text = _literal(node.exc.args[0])
                if " " in text:
                    texts.setdefault(str(path.relative_to(PACKAGE)), set()).add(text)
    return texts


def _literal(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(_literal(part) for part in node.values)
    return "{}"


def write(path: Path) -> None:
    """The list, as Markdown."""
    from irassay.cli import options

    parts = ["# Every sentence, for review\n"]
    for title, groups in (("Pages and terminal", sentences_of_worlds()), ("Errors", errors())):
        parts.append(f"## {title}\n")
        for name, texts in groups.items():
            parts.append(f"### {name}\n")
            parts += [f"- {text}" for text in sorted(texts) if " " in text]
            parts.append("")
    parts.append("## Help of options\n")
    parts += [f"- `{option.usage}` {option.help}" for option in options.every().values()]
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "build/sentences.md"))
