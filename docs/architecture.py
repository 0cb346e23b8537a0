"""The page on rooms: drawn from the import contract and from what modules import. `build.py` calls it."""

from __future__ import annotations

import ast
import html
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "irassay"
CELL, NAMES = 26, 110  # pixels: a cell, and the column of names

PAGE = """# Architecture

irassay is built of rooms, and data walks one way: a room may import those below it and never those above. The order is
a contract in `pyproject.toml`, which `make contracts` holds; this page is drawn from the contract and from the import
statements.

{rooms}

Read a row: a filled dot is a room that it imports when it is loaded, a ring one that it imports only when it is needed,
or for types. All dots stand right of the diagonal, which is what "one way" means.

<figure markdown="0">
{picture}
</figure>

## Where things live

- What a file holds is decided in `formats`, and everything after works on the nouns of `collection`: `Qrels`, `Runs`,
  `QrelsStack`. Their contents stay in the kernel; Python holds thin wrappers.
- `irassay eval` runs on `formats`, `measures`, `scoring` and the kernel alone and loads no NumPy: that is why modules
  on its way import nothing heavy, and a test holds them to it.
- A study in `studies` arranges what the rooms below compute into one `Result`: findings, tables, figures and their
  provenance. `drawing` and `reporting` know a `Result` and nothing of retrieval, so every study is shown the same way.
- Randomness is keyed by seed, purpose and index, so that no answer depends on the number of threads.

## From a line of a run to a sentence

1. `formats` reads the line; query, document and score go into the kernel's rankings, which `collection` holds as
   `Runs`.
2. `scoring` ranks and scores them: `Scores` has one value a measure, system and query.
3. `comparison` makes a `League` of one measure's scores: order, tests, intervals, tie groups. `League.pair` is what the
   queries say of two systems.
4. `verdict` puts the League beside what the labels say, in one `Verdict`. `Verdict.pair` hands out that pair together
   with the labels' part, and says whether one system is better.
5. `verdict.words` fills phrases with the pair's numbers. `cli` prints the sentence; `studies` puts it into a
   `Result`, and `reporting` onto the page, whose script gets the phrases and fills in the pair that the reader chose.
6. A saved `Result` carries the Verdict itself, as a document. `--since` and the sheets load it and read no page.

## From a grade to a sentence

1. `formats` reads the line; query, document and grade go into the kernel's labels, which `collection` holds as
   `Qrels`.
2. `scoring` scores with it, as above. Where it is missing, `estimates` asks what it could be: `bound` gives the least
   and the greatest difference of two systems over everything that missing labels could say (`Bounds`), `draw_pairs`
   what becomes of them in labels drawn from the estimate (`PairDraws`).
3. `verdict` counts how far the labels reach into the runs (`Reach`) and holds all three beside the League.
4. From there on it is the same sentence.

No room copies these nouns into a class of its own. Figures hold the numbers that are drawn, as flat lists.

## The kernel

One extension module in C++17. `collection/collection.hpp` lays out labels and rankings: documents are numbered for each
query and lists are numbers in their final order. Everything long polls for Ctrl-C and takes a number of threads; sums
are added in a fixed order, so that results are equal to the last bit on any number of threads.

Its sources lie in folders, and a file includes only files of its own folder and of those below it:

{folders}
"""


def page() -> str:
    """The whole page, in Markdown."""
    layers = _layers()
    imports = {room: _imports(room, [name for layer in layers for name in layer]) for layer in layers for room in layer}
    rows = ["| Room | What it is for |", "|---|---|"]
    rows += [f"| {room} | {_purpose(room)} |" for layer in layers for room in layer]
    folders = ["| Folder | What it holds |", "|---|---|", *(f"| {name} | {line} |" for name, line in _kernel_folders())]
    return PAGE.format(rooms="\n".join(rows), picture=_matrix(layers, imports), folders="\n".join(folders))


def _layers() -> list[list[str]]:
    """The contract's layers that there are, highest first."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (contract,) = (contract for contract in contracts if contract.get("containers") == ["irassay"])
    layers = [re.findall(r"\w+", layer) for layer in contract["layers"]]
    there = [[name for name in layer if _modules(name) and name != "__main__"] for layer in layers]
    return [layer for layer in there if layer]


def _modules(room: str) -> list[Path]:
    one = SOURCE / f"{room}.py"
    return [one] if one.exists() else sorted((SOURCE / room).rglob("*.py"))


def _purpose(room: str) -> str:
    first = _modules(room)[0] if (SOURCE / f"{room}.py").exists() else SOURCE / room / "__init__.py"
    said = (ast.get_docstring(ast.parse(first.read_text())) or "").split("\n\n")[0]
    return " ".join(said.replace("``", "`").split()).replace("|", "\\|")


def _kernel_folders() -> list[tuple[str, str]]:
    """The kernel's folders and what each holds, highest first: as its docstring lists them."""
    text = ast.get_docstring(ast.parse((SOURCE / "kernel" / "__init__.py").read_text())) or ""
    return re.findall(r"^    (\w+) {2,}(.+)$", text, re.MULTILINE)


def _imports(room: str, rooms: list[str]) -> dict[str, bool]:
    """Room -> whether it is imported when this one is loaded; False where only on use or for types."""
    found: dict[str, bool] = {}
    for path in _modules(room):
        tree = ast.parse(path.read_text())
        at_load = {id(node) for node in tree.body}
        for node in ast.walk(tree):
            for name in _named(node):
                parts = name.split(".")
                if parts[0] == "irassay" and len(parts) > 1 and parts[1] in rooms and parts[1] != room:
                    found[parts[1]] = found.get(parts[1], False) or id(node) in at_load
    return found


def _named(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module == "irassay":
        return [f"irassay.{alias.name}" for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def _matrix(layers: list[list[str]], imports: dict[str, dict[str, bool]]) -> str:
    rooms = [room for layer in layers for room in layer]
    size = CELL * len(rooms)
    said = ", ".join(f"{room} imports {' and '.join(imports[room]) or 'nothing'}" for room in rooms)
    parts = [
        f'<svg viewBox="0 0 {NAMES + size} {NAMES + size}" width="{NAMES + size}" role="img" style="max-width:100%"'
        f' font-size="13" fill="currentColor"><title>Which room imports which</title><desc>{html.escape(said)}</desc>'
    ]
    top = 0
    for layer in layers:  # rooms of one layer don't import each other: a box around them on the diagonal
        at = NAMES + top * CELL
        side = len(layer) * CELL
        parts.append(f'<rect x="{at}" y="{at}" width="{side}" height="{side}" opacity=".12"/>')
        top += len(layer)
    for i, room in enumerate(rooms):
        middle = NAMES + i * CELL + CELL / 2
        parts.append(f'<text x="{NAMES - 8}" y="{middle + 4}" text-anchor="end">{room}</text>')
        parts.append(f'<text transform="translate({middle + 4} {NAMES - 8}) rotate(-90)">{room}</text>')
        parts.append(f'<path d="M{NAMES} {middle + CELL / 2}h{size}" stroke="currentColor" opacity=".15"/>')
        for other, at_load in imports[room].items():
            x = NAMES + rooms.index(other) * CELL + CELL / 2
            look = "" if at_load else ' fill="none" stroke="currentColor" stroke-width="1.5"'
            parts.append(f'<circle cx="{x}" cy="{middle}" r="5"{look}/>')
    return "\n".join([*parts, "</svg>"])
