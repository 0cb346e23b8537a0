"""Where tables of simulations stand in docs/simulations.md, and how a simulation is asked for and tells its counts."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
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


def over_worlds(
    module: str,
    about: str | None,
    one: Callable[[int, int], Mapping[Row, Any]],
    words: Iterable[str] | None,
    tables: Callable[[dict[Row, Any]], Mapping[str, str]],
) -> int:
    """Tell the tables of sums over worlds, on every core; `one` counts in a world, of a seed and a number."""
    asked = parser(module, about)
    asked.add_argument("--worlds", type=int, default=400)
    args = asked.parse_args(words if words is None else list(words))
    with ProcessPoolExecutor() as pool:
        parts = pool.map(partial(one, args.seed), range(args.worlds), chunksize=20)
        return tell(tables(summed(parts)), write=args.write)


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a table, the first its head."""
    head, *body = rows
    lines = ["| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *body)]
    return "\n".join(lines)


def shares(rates: Iterable[float], n: float) -> list[str]:
    """Counts of `n` worlds, or sums over them, in percent."""
    return [f"{100 * rate / n:.1f}%" for rate in rates]


def tell(parts: Mapping[str, str], *, write: bool, broken: Collection[object] = ()) -> int:
    """Print tables, and put them into the page where asked to; 1 where a promise is broken, else 0."""
    for name, table in parts.items():
        print(f"\n{name}\n\n{table}")
    if write:
        text = PAGE.read_text(encoding="utf-8")
        for name, table in parts.items():
            text = _between(name).sub(lambda found, table=table: f"{found[1]}{table}\n{found[3]}", text)
        PAGE.write_text(text, encoding="utf-8")
    for claim in broken:
        print(f"broken: {claim}", file=sys.stderr)
    return int(bool(broken))


def rows_of(name: str) -> list[list[str]]:
    """The cells of a table of the page, without its head."""
    found = _between(name).search(PAGE.read_text(encoding="utf-8"))
    if found is None:
        raise KeyError(name)
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in found[2].strip().splitlines()[2:]]


def _between(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- {name} -->\n)(.*?)(<!-- end -->)", re.S)
