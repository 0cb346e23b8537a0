"""The part of a pool that is written: its documents, a sample or pairs of them; and a sentence on the choice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from irassay.cli.answers.said import CLI
from irassay.errors import UsageError
from irassay.record import Record
from irassay.result import Column

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from irassay.pooling.pairs import PairRule, Pairs
    from irassay.pooling.pools import Pool
    from irassay.pooling.query_samples import PoolSample
    from irassay.pooling.rank_bands import BandSample
    from irassay.result import Table

NAMES = ("known_answers", "known_rule", "pair_rule", "sampled_queries", "min_pool", "bands")  # of options
SPELLED = dict(zip(NAMES, ("--known", "--known-rule", "--pairs", "--sample", "--min-pool", "--band")))
LEAST_OF_PAIRS = 2


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
    from irassay.pooling.query_samples import sample_pool
    from irassay.pooling.rank_bands import sample_bands

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
