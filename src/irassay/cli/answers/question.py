"""The question that `compare` answers: about all systems, about pairs, or whether an expected order holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irassay.verdict.expectation import Expectation, check_tested, expectation_of

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.studies.paper_caption import Mark


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
