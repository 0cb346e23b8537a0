"""The plan of a campaign on the terminal, tab-separated and as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from irassay.drawing.tables.text import TextColumn, filled, lines_of, meter

if TYPE_CHECKING:
    from irassay.drawing.terminal import Screen
    from irassay.judging.assessors.plan import Plan


def write(plan: Plan, form: str, screen: Screen) -> None:
    """Print the plan as ``table``, ``tsv`` or ``json``."""
    if form == "json":
        screen.result(json.dumps(plan.to_json(), indent=2))
    elif form == "tsv":
        of = plan.to_json()
        for name, value in of.items():
            if name != "pool_sizes" and value is not None:
                screen.result(f"{name}\t{value}")
        for size, n in of["pool_sizes"]:
            screen.result(f"pool_size\t{size}\t{n}")
    else:
        _table(plan, screen)


def _table(plan: Plan, screen: Screen) -> None:
    from irassay.judging.assessors.plan import sentences

    bins = plan.bins()
    most = max((n for *_, n in bins), default=0)
    columns = [
        TextColumn("pool size", [str(a) if a == b else f"{a:,}–{b:,}" for a, b, _ in bins]),
        TextColumn("queries", [f"{n:,}" for *_, n in bins]),
        TextColumn("", [meter(n / most) for *_, n in bins], align="left"),
    ]
    for block in lines_of(columns, screen.width) if bins else []:
        screen.result("\n".join(line.rstrip() for line in block) + "\n")
    for sentence in sentences(plan):
        screen.result(filled(sentence, screen.prose))
