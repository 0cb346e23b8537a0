"""Sentences on a plan of work, a fact each: the terminal and the owner's page have the same."""

from __future__ import annotations

from irassay.judging.assessors.plan import FEWEST_TIMED, Plan
from irassay.judging.store.said import JUDGING

MINUTES_OF_AN_HOUR = 60
MINUTES_OF_A_MINUTE = 100  # minutes from which on a time is told in hours


def sentences(plan: Plan) -> list[str]:
    """What the plan says, a fact a sentence."""
    minutes, amounts = round(plan.minutes), {name: getattr(plan, name) for name in ("money", "pay", "fee")}
    slots = {**vars(plan), **vars(plan.pace), "minutes": minutes, "fewest": FEWEST_TIMED}
    slots |= {name: "" if amount is None else f"{amount:,}" for name, amount in amounts.items()}
    slots["hours"] = 0 if minutes < MINUTES_OF_A_MINUTE else round(plan.minutes / MINUTES_OF_AN_HOUR)
    forms = ("work", "time", "money") if slots["money"] else ("work", "time")
    return [JUDGING(f"plan.{form}", **slots) for form in forms]
