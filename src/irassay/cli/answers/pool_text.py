"""The answer of `irassay pool`: the size of the pool, the share of each group, and its limits."""

from __future__ import annotations

from collections import Counter

from irassay.cli.answers.one_screen import TO_A_FILE, columns_of, print_answer
from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import TextColumn, filled, lines_of
from irassay.messages import percent

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from irassay.cli.answers.one_screen import Part
    from irassay.drawing.terminal import Screen
    from irassay.pooling.pools import Pool
    from irassay.result import Table

SHOWN_GROUPS = 10  # rows of the summary
LEFT_OUT = ("groups", "only_group", "why")  # columns that a screen has no room for


def print_screen(
    listed: Pool, of: str, are: str, table: Table | None, notes: Sequence[str], doubts: Sequence[str], screen: Screen
) -> None:
    """The size first, then groups and the documents, on one screen; without documents where a file has them."""
    groups, documents = _groups(listed, of), []
    if table is not None and len(table):
        documents = columns_of(table, [column.name for column in table.columns if column.name not in LEFT_OUT])
    tables: list[Part] = [("", columns, ()) for columns in (groups, documents) if columns]
    more = "--all has every group." if table is None else TO_A_FILE
    print_answer(screen, _size(listed, are), tables, sentences=notes, cautions=doubts, more=more)


def print_summary(listed: Pool, of: str, are: str, ratings: str, notes: Sequence[str], screen: Screen) -> None:
    """With which ratings to judge, the size of the pool, what each group adds to it, and what to know of it."""
    for text in filter(None, (ratings, _size(listed, are))):
        screen.explain(filled(text, screen.prose))
    groups = _groups(listed, of)
    for column in groups:
        column.cells = column.cells[:SHOWN_GROUPS]
    for block in lines_of(groups, screen.width) if groups else ():
        screen.explain("\n" + "\n".join(block))
    if groups and len(listed.groups) > SHOWN_GROUPS:
        screen.explain(f"and {len(listed.groups) - SHOWN_GROUPS:,} more")
    for note in filter(None, notes):
        screen.explain("\n" + filled(note, screen.prose))


def _size(listed: Pool, are: str) -> str:
    """How many documents there are on how many queries, and how many more have a label or none can rate."""
    return CLI(
        "pool", documents=len(listed), are=are, queries=len(set(listed.queries)), depth=listed.depth,
        judged=listed.n_judged, unrateable=listed.n_unrateable,
    )  # fmt: skip


def _groups(listed: Pool, of: str) -> list[TextColumn]:
    """What each group adds to the pool; none where there is one group, or nothing to judge."""
    if len(listed.groups) < 2 or not len(listed):
        return []
    cells = {column.name: list(column.values) for column in listed.by_group().columns}
    columns = [TextColumn(of, cells["group"], name=True)]
    columns += [TextColumn(name, [f"{n:,}" for n in cells[name]]) for name in ("runs", "documents", "unique")]
    return [*columns, TextColumn("unique, of the pool", [percent(share) for share in cells["share"]])]


def unlabelled(pooled: Sequence[str], labelled: Collection[str], *, texts_given: bool = False) -> str:
    """Documents to judge on queries without a label; `pooled` has the query of each document; with `texts_given`,
    --query-texts chose the queries."""
    there = set(labelled)
    places = [query for query in pooled if query not in there]
    names = list(dict.fromkeys(places))
    slots = {"n": len(places), "documents": len(pooled), "names": names, "given": texts_given}
    return CLI("pool-unlabelled", **slots) if places else ""


def within(whole: Pool, budget: int) -> str:
    """How deep the first `budget` documents of a pool get; "" where the pool has no more."""
    if budget >= len(whole):
        return ""
    depths = whole.depth_after(budget)
    counts = Counter(dict.fromkeys(depths, 0))
    counts.update(whole.queries[:budget])
    least, most = min(counts.values()), max(counts.values())
    depth, queries = min(depths.values()), len(depths)
    deeper = sum(d > depth for d in depths.values())
    if not least:
        reached = CLI("pool-budget.none", empty=sum(not n for n in counts.values()))
    elif depth:
        reached = CLI("pool-budget.depth", depth=depth, deeper=deeper, queries=queries)
    else:
        reached = CLI("pool-budget.waiting", waiting=queries - deeper, queries=queries)
    return CLI(
        "pool-budget", n=budget, documents=len(whole), least=least, most=0 if most == least else most, reached=reached,
        rounds=whole.order == "rounds",
    )  # fmt: skip


def left_out(answered: Sequence[str], wanted: Collection[str]) -> list[str]:
    """Queries of the runs that the query texts don't have, and queries of these that no run answers."""
    there, answers = set(wanted), set(answered)
    outside = [query for query in answered if query not in there]
    absent = [query for query in wanted if query not in answers]
    out = [CLI("pool-queries.outside", outside=len(outside), answered=len(answered), names=outside)] if outside else []
    return out + ([CLI("pool-queries.absent", absent=len(absent), wanted=len(wanted), names=absent)] if absent else [])
