"""Payments to assessors: pay and fee of whole batches, and the share of an unfinished one. Money is exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal

from irassay.collection.tasks import LABEL
from irassay.judging.assessors.standing_answers import entries_of
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.entries import Entry
from irassay.judging.store.said import JUDGING
from irassay.judging.store.settings import Settings
from irassay.judging.store.steps import BARRED
from irassay.record import Record
from irassay.result import Column, Table

CENT = Decimal("0.01")


class Payment(Record):
    """What is owed to one person."""

    assessor: str  # the pseudonym
    state: str  # working, paused (who leaves is), stopped by an owner or barred
    judgments: int  # tasks answered or skipped, closed queries too; no tests, no practice
    batches: int  # whole ones
    unfinished: int  # judgments in a batch that is not whole
    pay: Decimal  # of whole batches and the share of an unfinished one, to 0.01
    fee: Decimal

    @property
    def total(self) -> Decimal:
        """Pay and fee."""
        return self.pay + self.fee


class Payments(Record):
    """What `payments` finds: one `Payment` a person. `entry` and `sha256` are of the log's last entry."""

    rows: list[Payment]
    settings: Settings
    entry: int
    sha256: str

    @property
    def total(self) -> Decimal:
        """What is owed in all."""
        return sum((one.total for one in self.rows), Decimal(0))

    def table(self) -> Table:
        """One row a person; money as text with two decimals."""
        of, paid = self.rows, self.settings
        columns = [
            Column("assessor", [one.assessor for one in of], "", "the pseudonym"),
            Column("state", [one.state for one in of]),
            Column("judgments", [one.judgments for one in of], "", JUDGING("payments.judgments"), 0),
            Column("batches", [one.batches for one in of], "", JUDGING("payments.batches", batch=str(paid.batch)), 0),
            Column("unfinished", [one.unfinished for one in of], "", JUDGING("payments.unfinished"), 0),
            Column("pay", [str(one.pay) for one in of], "", JUDGING("payments.proportion", amount=paid.pay)),
            Column("fee", [str(one.fee) for one in of], "", JUDGING("payments.proportion", amount=paid.fee)),
            Column("total", [str(one.total) for one in of]),
        ]
        return Table("payments", JUDGING("payments"), columns)


def payments(campaign: Campaign, *, as_of: int | str | None = None) -> Payments:
    """What is owed, by the campaign's settings, to each person who has judged, owners left out."""
    entries, settings = entries_of(campaign, as_of), campaign.settings
    states = {
        str(entry.assessor): entry.content.get("state", BARRED)
        for entry in entries
        if entry.kind in ("pause", "exclusion")
    }
    done = _done(entries)
    rows = [_owed(who, states, done[who], settings) for who in sorted(done)]
    return Payments(rows, settings, entries[-1].entry, entries[-1].sha256)


def _done(entries: Iterable[Entry]) -> Counter[str]:
    """Pseudonym -> tasks whose last answer or skip stands, also where the query was closed or the batch set aside."""
    tasks: set[str] = set()
    owners: set[str] = set()
    last: dict[tuple[str, str], bool] = {}
    for entry in entries:
        body = entry.content
        if entry.kind == "task" and body.get("purpose", LABEL) == LABEL:
            tasks.add(str(entry.task))
        elif entry.kind == "assessor" and body["role"] == "owner":
            owners.add(str(entry.assessor))
        elif entry.kind in ("answer", "skip"):
            last[str(entry.assessor), str(entry.task)] = body.get("answer") is not None or "skip" in body
    return Counter(who for (who, task), stands in last.items() if stands and task in tasks and who not in owners)


def share_of(amount: Decimal, n: int | Decimal, batch: int) -> Decimal:
    """What `n` judgments earn at an amount a batch, rounded half up to 0.01 once."""
    return (amount * n / batch).quantize(CENT, ROUND_HALF_UP)


def _owed(who: str, states: Mapping[str, str], n: int, settings: Settings) -> Payment:
    batches, unfinished = divmod(n, settings.batch)
    return Payment(
        assessor=who,
        state=states.get(who, "working"),
        judgments=n,
        batches=batches,
        unfinished=unfinished,
        pay=share_of(Decimal(settings.pay), n, settings.batch),
        fee=share_of(Decimal(settings.fee), n, settings.batch),
    )
