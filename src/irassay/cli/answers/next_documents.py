"""Documents to label without a page: written as a table with empty grades, and taken back filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.cli.answers.losses import losses_told
from irassay.errors import UsageError, cut
from irassay.files import write_whole
from irassay.result import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.drawing.terminal import Screen
    from irassay.judging.store.campaign import Campaign


def write_next(campaign: Campaign, pending: Sequence[tuple[str, str]], to: str) -> None:
    """Write what is to be labelled, a query's documents together, both in an order that says nothing of systems."""
    from irassay.cli.answers.unjudged_file import sheet, tsv
    from irassay.judging.assessors.orders import in_order

    seed = campaign.settings.seed
    docs: dict[str, list[str]] = {}
    for query, doc in pending:
        docs.setdefault(query, []).append(doc)
    order = in_order(docs, "shuffled", seed, "")
    rows = [(query, doc, "") for query in order for doc in in_order(docs[query], "shuffled", seed, query)]
    columns = [Column(name, [row[i] for row in rows]) for i, name in enumerate(("query", "doc", "grade"))]
    write = sheet if to.lower().endswith(".csv") else tsv
    texts = campaign.questions.texts(pending)
    write_whole(to, write(Table("next", "", columns), texts["query"], texts["doc"]))


def take_back(campaign: Campaign, path: str, assessor: str | None, screen: Screen) -> None:
    """Add what the file has as answers, and say how many; what is empty waits."""
    from irassay.cli.answers.judging_imports import import_of

    given = import_of(path, None, assessor)
    if given.is_log:
        raise UsageError(f"{cut(path)} is no table of answers; a log is taken over by irassay judge --import")
    with losses_told(screen):
        judged = given.read(campaign.settings, campaign, None)
    screen.explain(given.add_to(campaign, judged))
