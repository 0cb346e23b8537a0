"""Sentences on a plan of work, a fact each: the terminal and the owner's page have the same."""

from __future__ import annotations

from irassay.judging.assessors.plan import FEWEST_TIMED, Plan
from irassay.messages import plural

SECONDS = 60
MINUTES_OF_A_MINUTE = 100  # minutes from which on a time is told in hours


def sentences(plan: Plan) -> list[str]:
    """What the plan says, a fact a sentence."""
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
    hours = plan.minutes / SECONDS
    minutes = round(plan.minutes)
    work = plural(minutes, "minute") if minutes < MINUTES_OF_A_MINUTE else plural(round(hours), "hour")
    pace = f"{work} of work at {plan.pace.seconds:.1f} seconds a judgment, "
    if plan.pace.n_timed:
        return f"{pace}the mean of {plural(plan.pace.n_timed, 'answer')}."
    return f"{pace}which is assumed until {FEWEST_TIMED} answers are timed."
