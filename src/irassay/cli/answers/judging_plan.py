"""The plan of a campaign on the terminal, tab-separated and as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from irassay.drawing.tables.text import Column, filled, lines_of, meter
from irassay.wording import plural

if TYPE_CHECKING:
    from irassay.assessors.plan import Plan
    from irassay.drawing.terminal import Screen

SECONDS = 60
MINUTES_OF_A_MINUTE = 100  # minutes from which on a time is told in hours


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
    bins = plan.bins()
    most = max((n for *_, n in bins), default=0)
    columns = [
        Column("pool size", [str(a) if a == b else f"{a:,}–{b:,}" for a, b, _ in bins]),
        Column("queries", [f"{n:,}" for *_, n in bins]),
        Column("", [meter(n / most) for *_, n in bins], align="left"),
    ]
    for block in lines_of(columns, screen.width) if bins else []:
        screen.result("\n".join(line.rstrip() for line in block) + "\n")
    for sentence in sentences(plan):
        screen.result(filled(sentence, screen.prose))


def sentences(plan: Plan) -> list[str]:
    """What the plan says, a fact a sentence.

    >>> from decimal import Decimal
    >>> from irassay.assessors.plan import plan_work
    >>> pay = {"pay": Decimal("2.00"), "fee": Decimal("0.40")}
    >>> print("\\n".join(sentences(plan_work(141_887, {"q": 3}, kind="pair", **pay))))
    141,887 judgments of 1 query: 14,189 batches of 10.
    1,182 hours of work at 30.0 seconds a judgment, which is assumed until 20 answers are timed.
    34,053.60 to pay: 2.00 and a fee of 0.40 for each batch.
    """
    left = f"{plural(plan.judgments, 'judgment')} of {plural(plan.n_queries, 'query')}"
    done = f" {plural(plan.answered, 'answer')} there already." if plan.answered else ""
    out = [f"{left}: {plural(plan.batches, 'batch', 'batches')} of {plan.batch:,}.{done}", _time(plan)]
    if plan.money is not None:
        parts = [
            f"{plan.pay:,}" if plan.pay is not None else "",
            f"a fee of {plan.fee:,}" if plan.fee is not None else "",
        ]
        out.append(f"{plan.money:,} to pay: {' and '.join(filter(None, parts))} for each batch.")
    return out


def _time(plan: Plan) -> str:
    from irassay.assessors.plan import FEWEST_TIMED

    hours = plan.minutes / SECONDS
    minutes = round(plan.minutes)
    work = plural(minutes, "minute") if minutes < MINUTES_OF_A_MINUTE else plural(round(hours), "hour")
    pace = f"{work} of work at {plan.pace.seconds:.1f} seconds a judgment, "
    if plan.pace.n_timed:
        return f"{pace}the mean of {plural(plan.pace.n_timed, 'answer')}."
    return f"{pace}which is assumed until {FEWEST_TIMED} answers are timed."
