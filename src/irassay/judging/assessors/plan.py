"""The work of a campaign in numbers and sentences: judgments, batches, minutes, money, and the sizes of the pools.

The terminal (``irassay judge --plan``) and the owner's page show the same plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from statistics import fmean
from typing import Any

from irassay.arguments import whole_number
from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import Task
from irassay.errors import UsageError
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.said import JUDGING
from irassay.judging.store.settings import Settings

FEWEST_TIMED = 20  # answers from which on the pace is measured
BATCH = 10  # judgments of a batch
MOST_BINS = 12  # rows of the histogram of pool sizes
MINUTES_OF_AN_HOUR = 60
MINUTES_OF_A_MINUTE = 100  # minutes from which on a time is told in hours


@dataclass(frozen=True, kw_only=True)
class Pace:
    """Seconds that a judgment takes. `n_timed` is the number of answers that say so; 0 where it is an assumption."""

    seconds: float
    n_timed: int


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is left to do."""

    judgments: int  # answers that are still wanted
    answered: int  # answers that stand
    n_queries: int
    batch: int  # judgments of a batch
    batches: int  # the last one may be smaller; it counts, and is paid, as one
    pace: Pace
    minutes: float  # of work, over all people
    pay: Decimal | None  # of a batch
    fee: Decimal | None
    money: Decimal | None  # of all batches; None where neither pay nor fee was given
    sizes: Mapping[int, int]  # documents of a query -> such queries, smallest first

    def bins(self) -> list[tuple[int, int, int]]:
        """The histogram of pool sizes: first size, last size, queries; up to twelve bins of one width."""
        if not self.sizes:
            return []
        least, most = min(self.sizes), max(self.sizes)
        width = next(
            w for w in (unit * 10**k for k in count() for unit in (1, 2, 5)) if most // w - least // w < MOST_BINS
        )
        firsts = range(least // width * width, most + 1, width)
        return [
            (max(first, 1), first + width - 1, sum(self.sizes.get(size, 0) for size in range(first, first + width)))
            for first in firsts
        ]

    def to_json(self) -> dict[str, Any]:
        """The plan as JSON has it: money as text, since cents are exact."""
        return {
            **{name: getattr(self, name) for name in ("judgments", "answered", "n_queries", "batch", "batches")},
            "seconds": self.pace.seconds,
            "n_timed": self.pace.n_timed,
            "minutes": self.minutes,
            **{name: None if (x := getattr(self, name)) is None else str(x) for name in ("pay", "fee", "money")},
            "pool_sizes": [[size, n] for size, n in self.sizes.items()],
        }


def pace_of(kind: str, milliseconds: Sequence[int] = ()) -> Pace:
    """The pace of those who have answered, the mean of 20 times or more, else what is assumed of the kind."""
    if len(milliseconds) >= FEWEST_TIMED:
        return Pace(seconds=fmean(milliseconds) / 1000, n_timed=len(milliseconds))
    return Pace(seconds=kind_of(kind).seconds, n_timed=0)


def plan_work(
    judgments: int,
    pool_sizes: Mapping[str, int],
    pace: Pace,
    *,
    answered: int = 0,
    batch: int = BATCH,
    pay: Decimal | None = None,
    fee: Decimal | None = None,
) -> Plan:
    """The plan of so many judgments at a pace."""
    batch = whole_number("batch", batch)
    for name, sum_of in (("pay", pay), ("fee", fee)):
        if sum_of is not None and not (sum_of.is_finite() and sum_of >= 0):
            raise UsageError(JUDGING("plan.amount", name=name, amount=sum_of))
    batches = -(-judgments // batch)
    return Plan(
        judgments=judgments,
        answered=answered,
        n_queries=len(pool_sizes),
        batch=batch,
        batches=batches,
        pace=pace,
        minutes=judgments * pace.seconds / 60,
        pay=pay,
        fee=fee,
        money=None if pay is None and fee is None else batches * ((pay or Decimal(0)) + (fee or Decimal(0))),
        sizes=dict(sorted(Counter(pool_sizes.values()).items())),
    )


def terms_of(settings: Settings) -> dict[str, Any]:
    """What a campaign's plan follows from beside its tasks, as `plan_campaign` takes it; pay and fee of 0 are none."""
    pay, fee = (Decimal(amount) or None for amount in (settings.pay, settings.fee))
    return {"kind": settings.kind, "batch": settings.batch, "pay": pay, "fee": fee}


def plan_campaign(
    campaign: Campaign | None,
    more: Sequence[Task] = (),
    *,
    kind: str = "graded",
    batch: int = BATCH,
    pay: Decimal | None = None,
    fee: Decimal | None = None,
) -> Plan:
    """The plan of what a campaign still wants, and of tasks that are to be added; those it has already count once."""
    there: set[str] = set()
    docs: dict[str, set[str]] = {}
    wanted = answered = 0
    milliseconds: list[int] = []
    if campaign is not None:
        there = set(campaign.tasks()) if more else set()
        docs = campaign.facts.docs_by_query()
        counts = campaign.counts()
        wanted, answered = counts.wanted, counts.answered
        milliseconds = campaign.facts.milliseconds()
    new = {task.id: task for task in more if task.id not in there}
    for task in new.values():
        docs.setdefault(task.query, set()).update(task.docs)
    left = wanted - answered + sum(task.wanted for task in new.values())
    sizes = {query: len(of) for query, of in docs.items()}
    return plan_work(left, sizes, pace_of(kind, milliseconds), answered=answered, batch=batch, pay=pay, fee=fee)


def sentences(plan: Plan) -> list[str]:
    """What the plan says, a fact a sentence."""
    minutes, amounts = round(plan.minutes), {name: getattr(plan, name) for name in ("money", "pay", "fee")}
    slots = {**vars(plan), **vars(plan.pace), "minutes": minutes, "fewest": FEWEST_TIMED}
    slots |= {name: "" if amount is None else f"{amount:,}" for name, amount in amounts.items()}
    slots["hours"] = 0 if minutes < MINUTES_OF_A_MINUTE else round(plan.minutes / MINUTES_OF_AN_HOUR)
    forms = ("work", "time", "money") if slots["money"] else ("work", "time")
    return [JUDGING(f"plan.{form}", **slots) for form in forms]
