"""The answer of `irassay pool`: the part of a pool that is written, its size, the groups' shares, and its limits."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from irassay.cli.answers.one_screen import TO_A_FILE, columns_of, print_answer
from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import TextColumn, filled, lines_of
from irassay.errors import UsageError
from irassay.messages import percent
from irassay.record import Record
from irassay.result import Column

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Any

    from irassay.cli.answers.one_screen import Part
    from irassay.drawing.terminal import Screen
    from irassay.pooling.pairs import PairRule, Pairs
    from irassay.pooling.pools import Pool
    from irassay.pooling.query_samples import BandSample, PoolSample
    from irassay.result import Table

SHOWN_GROUPS = 10  # rows of the summary
LEFT_OUT = ("groups", "only_group", "why")  # columns that a screen has no room for
NAMES = ("known_answers", "known_rule", "pair_rule", "sampled_queries", "min_pool", "bands")  # of options
SPELLED = dict(zip(NAMES, ("--known", "--known-rule", "--pairs", "--sample", "--min-pool", "--band")))
LEAST_OF_PAIRS = 2


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


class Choice(Record):
    """What of a pool is to be written. `depth` is that to which all documents are taken beside `bands`."""

    pair_rule: PairRule | None
    n_queries: int | None
    min_pool: int | None
    bands: Sequence[tuple[int, float]]
    depth: int
    budget: int | None
    seed: int

    @property
    def pool_depth(self) -> int:
        """How deep the pool has to be: to the end of the last band."""
        return max([self.depth, *(end for end, _ in self.bands)])

    @property
    def least(self) -> int:
        """Documents that a query's pool must have."""
        return self.min_pool or (LEAST_OF_PAIRS if self.pair_rule else 1)


class Chosen(Record):
    """What was chosen of a pool."""

    whole: Pool  # the pool of the drawn queries
    listed: Pool  # the part that is listed
    table: Table
    notes: list[str]
    are: str  # what the listed documents are to their queries


def check(departures: Mapping[str, Any], form: str) -> None:
    """Raise where an option of a choice has no place; `departures` has those that are not at their default."""
    given = {name: departures[name] for name in NAMES if departures.get(name)}
    if given and form in ("candidates", "run"):
        raise UsageError(
            f"{SPELLED[next(iter(given))]} is for pools; --to {form} writes the first documents of one run"
        )
    if given and departures.get("audit"):
        raise UsageError(f"an audit draws its own queries: leave out {SPELLED[next(iter(given))]}")
    for name in ("pair_rule", "bands"):
        if name in given and form != "tsv":
            raise UsageError(f"{SPELLED[name]} writes a table for irassay judge: leave out --to {form}, name a .tsv")
        if name in given and departures.get("budget"):
            raise UsageError(f"{SPELLED[name]} says how much is judged: leave out --budget")


def choose(whole: Pool, choice: Choice) -> Chosen:
    """What is to be judged, drawn from a pool; UsageError where bands don't ascend or there can be no pairs, InputError
    where no query has enough documents."""
    from irassay.pooling.pairs import pairs
    from irassay.pooling.query_samples import sample_bands, sample_pool

    sample = sample_pool(whole, n_queries=choice.n_queries, min_pool=choice.least, seed=choice.seed)
    listed = sample.pool.first(choice.budget) if choice.budget else sample.pool
    notes = [*known_words(sample.pool), *sample_words(sample, choice.least)]
    are = "in the pools of"
    if choice.pair_rule:
        of = pairs(listed, choice.pair_rule)
        table = _with_chance(of.table(), sample.probability)
        notes.append(pair_words(of))
    elif choice.bands:
        bands = sample_bands(listed, choice.bands, depth=choice.depth, seed=choice.seed)
        table = bands.table(1.0 if sample.probability is None else sample.probability)
        notes += band_words(bands)
    else:
        table = _with_chance(listed.table(), sample.probability)
        are = "to judge on"
    return Chosen(whole=sample.pool, listed=listed, table=table, notes=notes, are=are)


def _with_chance(table: Table, probability: float | None) -> Table:
    if probability is None:
        return table
    chance = Column("probability", [probability] * len(table), definition="of being drawn")
    return replace(table, columns=[*table.columns, chance])


def known_words(pool: Pool) -> list[str]:
    """How many known answers are in the pool, and how many no run has."""
    if not pool.known:
        return []
    without = len(set(pool.queries) - set(pool.known))
    text = CLI("pool-known", answers=sum(map(len, pool.known.values())), new=int((pool.n_runs == 0).sum()))
    return [text, CLI("pool-known.none", n=without)] if without else [text]


def sample_words(sample: PoolSample, least: int) -> list[str]:
    """How many queries were left out, and how many were drawn."""
    out = [CLI("pool-queries.small", n=sample.n_small, least=least)] if sample.n_small else []
    if sample.probability is not None:
        out.append(CLI("pool-queries.drawn", n=len(set(sample.pool.queries)), of=sample.n_queries))
    return out


def pair_words(of: Pairs) -> str:
    """How many pairs there are, and how many queries have none."""
    return CLI("pool-pairs", pairs=len(of), queries=len(set(of.queries)), without=of.n_without)


def band_words(sample: BandSample) -> list[str]:
    """How many documents of each band are to be judged."""
    parts = []
    for name in sorted(set(sample.stratum), key=lambda name: (not name[0].isdecimal(), len(name), name)):
        drawn = [bool(d) for s, d in zip(sample.stratum, sample.drawn, strict=True) if s == name]
        parts.append(CLI("pool-bands.part", drawn=sum(drawn), of=len(drawn), name=name))
    return [CLI("pool-bands", n=int(sample.drawn.sum()), parts=", ".join(parts))]
