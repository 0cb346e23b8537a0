"""Where tables of simulations stand in docs/simulations.md, and how a simulation is asked for and tells its counts."""

from __future__ import annotations

import argparse
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

PAGE = Path(__file__).parents[1] / "docs" / "simulations.md"
Row = TypeVar("Row", bound=Hashable)


def parser(module: str, about: str | None) -> argparse.ArgumentParser:
    """The options that every simulation has; `module` is what ``python -m`` runs."""
    made = argparse.ArgumentParser(prog=f"python -m {module}", description=about)
    made.add_argument("--seed", type=int, default=0)
    made.add_argument("--write", action="store_true", help="into docs/simulations.md")
    return made


def summed(parts: Iterable[Mapping[Row, Any]]) -> dict[Row, Any]:
    """Sums over worlds."""
    total: dict[Row, Any] = {}
    for part in parts:
        for row, sums in part.items():
            total[row] = total.get(row, 0) + sums
    return total


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a table, the first its head."""
    head, *body = rows
    lines = ["| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *body)]
    return "\n".join(lines)


def tell(parts: Mapping[str, str], *, write: bool) -> None:
    """Print tables, and put them into the page between their marks where asked to."""
    for name, table in parts.items():
        print(f"\n{name}\n\n{table}")
    if not write:
        return
    text = PAGE.read_text(encoding="utf-8")
    for name, table in parts.items():
        text = _between(name).sub(lambda found, table=table: f"{found[1]}{table}\n{found[3]}", text)
    PAGE.write_text(text, encoding="utf-8")


def rows_of(name: str) -> list[list[str]]:
    """The cells of a table of the page, without its head."""
    found = _between(name).search(PAGE.read_text(encoding="utf-8"))
    if found is None:
        raise KeyError(name)
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in found[2].strip().splitlines()[2:]]


def _between(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- {name} -->\n)(.*?)(<!-- end -->)", re.S)
