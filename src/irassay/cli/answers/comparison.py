"""What `compare` is asked, and one measure of its answer as it is printed: the verdict, and what is beside it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from irassay.cli.answers.one_screen import MOST_CAUTIONS
from irassay.cli.answers.said import CLI
from irassay.estimates.bounds.bounds import UNDECIDED
from irassay.preflight.comparable import UNANSWERED
from irassay.preflight.unfit import Unfit, could_turn
from irassay.verdict.expectation import Expectation, check_tested, expectation_of
from irassay.verdict.next_steps import steps
from irassay.verdict.words import league as words
from irassay.verdict.words import pairs
from irassay.verdict.words.lead import on_single_queries

if TYPE_CHECKING:
    from irassay.collection.own_documents import OwnDocuments
    from irassay.collection.reading import Reading
    from irassay.comparison import League
    from irassay.comparison.disagreement import Disagreement
    from irassay.preflight.order import TieMoves
    from irassay.studies.paper_caption import Mark
    from irassay.verdict import NonInferiority, PairVerdict, Verdict
    from irassay.verdict.pair import Require

MOST_NAMED = 3  # runs whose files have other names
Behind: TypeAlias = Mapping[tuple[str, str], "Sequence[Disagreement]"]


@dataclass(frozen=True)
class Texts:
    """Beginnings of texts: query or document -> text; empty where no file has them."""

    queries: Mapping[str, str] = field(default_factory=dict)
    documents: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Comparison:
    """One measure as it is printed."""

    verdict: Verdict
    require: Require = "likely"  # what labels must do before one system is called better
    metadata: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # column -> system -> value
    warnings: Sequence[str] = ()
    behind: Behind = field(default_factory=dict)  # pair shown by query -> queries on which they differ most
    texts: Texts = field(default_factory=Texts)  # of the queries and documents of `behind`
    margin: NonInferiority | None = None  # what is decided of the margin that ``--expect`` allows
    collection: str = ""  # "" for the mean of several, and where there is one
    # system -> queries that its run leaves out and that count 0
    unanswered: Mapping[str, int] = field(default_factory=dict)
    identical_ids: str = "count"  # "count" or "ignore": whether a query's own document counts in the runs
    own: OwnDocuments | None = None  # of the runs, before too; None of scores alone and of a mean
    ties: TieMoves | None = None  # what equal scores leave open, where that is much
    unfit: Unfit | None = None  # of labels or measures; None of scores alone and of a mean
    unfit_in: Mapping[str, Unfit] = field(default_factory=dict)  # of a mean the same by collection
    among_measures: bool = False  # others exist, so a pair's sentences stand below the measure's name
    # documents ``--unjudged`` would list; None if unknown or not the first measure
    n_to_judge: Callable[[], int | None] = lambda: None
    news: tuple[str, str] = ("", "")  # of the file of ``--unjudged``: in one line, and all that is known
    readings: Sequence[Reading] = ()  # of the runs' files; none of scores alone and of a mean

    @property
    def doubtful(self) -> list[str]:
        """Systems whose ranks contradict their scores, or that leave out as many queries as `check` calls too many."""
        by_rank, least = () if self.unfit is None else self.unfit.by_rank, UNANSWERED * len(self.league.queries)
        return [s for s in self.league.runs if s in by_rank or 0 < self.unanswered.get(s, 0) >= least]

    @property
    def league(self) -> League:
        """What the queries say."""
        return self.verdict.league

    @cached_property
    def to_act_on(self) -> Verdict:
        """The verdict, with runs to look at where neither labels nor queries are the next step."""
        by_rank = () if self.unfit is None else self.unfit.by_rank
        return replace(self.verdict, suspects=by_rank) if by_rank and not steps(self.verdict) else self.verdict

    @cached_property
    def notes(self) -> list[str]:
        """What stands below the answer about files: which call their run otherwise than they are called, and news."""
        called = {os.path.basename(reading.source): reading.tag for reading in self.readings}
        other = {file: tag for file, tag in called.items() if tag not in file and tag in self.league.runs}
        named = [CLI("called", file=file, tag=tag) for file, tag in other.items() if len(other) <= MOST_NAMED]
        return [text for text in (CLI("called.runs", n=len(other), names=named) if other else "", self.news[0]) if text]

    @cached_property
    def cautions(self) -> list[str]:
        """What could change the answer that a league's table doesn't show, the gravest first, as many as one screen
        has beside the warnings."""
        of = (*self.open_by_lists(), *words.edge(self.verdict), on_single_queries(self.league), self.cause())
        return [text for text in of if text][: MOST_CAUTIONS - bool(self.warnings)]

    def turned_by_lists(self, loser: str, what: str = "the order") -> str:
        """Why lists that were cut leave an order open that a system loses, as a clause; "" where they don't."""
        unfit = self.unfit_in if self.unfit is None else {"": self.unfit}
        measure = str(self.verdict.measure)
        ends = {name: end for name, one in unfit.items() if (end := one.ends_of(measure, loser)) is not None}
        return could_turn(loser, ends, what) if ends and self.require != "taken" else ""

    def headline(self, pair: PairVerdict) -> str:
        """Whether one of two systems is better, as far as queries, labels and the length of lists say so."""
        lists = self.turned_by_lists(pair.other) if pair.ahead else ""
        return pairs.headline(pair, require=self.require, lists=lists)

    def open_by_lists(self) -> list[str]:
        """Which systems score significantly less than others only as their lists are, a sentence each."""
        league = self.league
        behind = [name for j, name in enumerate(league.systems) if league.significant[:j, j].any()]
        texts = [self.turned_by_lists(name, "the orders that it loses") for name in behind]
        return [f"{text}." for text in texts if text]

    def cause(self, pair: PairVerdict | None = None) -> str:
        """How lists of unequal length may leave orders, or that of a pair, to missing labels; "" where none is open."""
        is_open, systems = bool(self.verdict.labels_undecided), tuple(self.league.runs)
        if pair is not None:
            is_open = pair.labels is not None and pair.labels.state in UNDECIDED
            systems = (pair.queries.a, pair.queries.b)
        if self.unfit is None or not is_open or self.require == "taken":
            return ""
        return self.unfit.cause(str(self.verdict.measure), systems)


@dataclass(frozen=True)
class Question:
    """Which pairs of systems the answer is about."""

    pair_names: Sequence[Sequence[str]] = ()  # the pairs of ``--pair``
    expect: str | None = None  # the order of ``--expect``, as text
    margin: float | None = None  # how much worse its first system may be, where the text doesn't say
    pair_queries: bool = False  # whether to show the queries on which a pair differs most
    list_pairs: bool = False  # whether the pairs are listed below the league
    mark: Mark = "leader"  # what LaTeX marks; see `irassay.studies.paper_table`

    def expectation(self, league: League) -> Expectation | None:
        """What is expected of two systems of the league."""
        return expectation_of(self.expect, self.margin, league.runs) if self.expect else None

    def order(self, league: League) -> tuple[str, str] | None:
        """The system expected to be better, or not much worse, then the other."""
        expected = self.expectation(league)
        return expected.pair if expected else None

    def pairs(self, league: League) -> list[tuple[str, str]]:
        """The pairs named, that of the order expected, or the only one; of systems, whatever runs stand for them."""
        names = [(a, b) for a, b in self.pair_names]
        order = self.order(league)
        if order and not names:
            names = [order]
        if not names and len(league.systems) == 2 and not league.baseline:
            names = [(league.systems[0], league.systems[1])]
        pairs = [(league.stands_for(a), league.stands_for(b)) for a, b in names]
        return list(dict.fromkeys(pair for pair in pairs if pair[0] != pair[1]))

    def check_tested(self, league: League) -> None:
        """Raise where the league does not test two systems of the answer; where it lacks one, it has no answer."""
        expected = self.expectation(league)
        if expected is not None and set(expected.pair) <= set(league.runs):
            expected.check_tested(league)
        for a, b in self.pair_names:
            of_margin = expected is not None and expected.margin is not None and {a, b} == set(expected.pair)
            if {a, b} <= set(league.runs) and not of_margin:
                check_tested(league, a, b)
