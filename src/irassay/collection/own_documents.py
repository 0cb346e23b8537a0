"""Queries' own documents, whose id is that of the query: how often runs have them, and what was removed with them."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.kernel import _core
from irassay.record import Record

IDENTICAL_IDS = ("count", "ignore")  # whether they count in a run
MOST_BY_CHANCE = 0.5  # the share of a run's queries below which ids may be equal by chance


class OwnDocuments(Record):
    """How often runs have the queries' own documents, and of how many queries these were removed."""

    systems: Sequence[str]
    found: Sequence[tuple[int, int]]  # by system: labelled queries whose own document it retrieves, and answers
    removed: int  # labelled queries whose own document was removed from some run
    relevant: int  # of these, those whose labels call it relevant

    def often(self) -> dict[str, tuple[int, int]]:
        """The systems that retrieve it on half of their queries or more, too many for chance; with their counts."""
        of = zip(self.systems, self.found)
        return {system: counts for system, counts in of if counts[0] and counts[0] >= MOST_BY_CHANCE * counts[1]}


def own_documents_of(qrels: Qrels, runs: Runs) -> OwnDocuments:
    """What the runs have to do with the own documents of labelled queries."""
    labelled = set(qrels.queries)
    removed = [query for query in runs.own_removed if query in labelled]
    relevant = sum(qrels.grades(query).get(query, 0) > 0 for query in removed)
    own, answered = [0] * len(runs.systems), [0] * len(runs.systems)
    for query, system in _core.identical_ids(runs.core):
        own[system] += query in labelled
    for query in labelled.intersection(runs.queries) if any(own) else ():
        for system, n_docs in enumerate(runs.core.lengths(query)):
            answered[system] += n_docs > 0
    found = list(zip(own, answered))
    return OwnDocuments(systems=runs.systems, found=found, removed=len(removed), relevant=relevant)
