"""Captions of a paper's table on runs: the queries, labels and ranks that they lack."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from irassay.drawing.escape import latex
from irassay.messages import count, listed
from irassay.studies.paper_environment import PAPER

if TYPE_CHECKING:
    from irassay.collection.own_documents import OwnDocuments
    from irassay.preflight.order import TieMoves
    from irassay.preflight.unfit import Unfit
    from irassay.verdict import Verdict

Write: TypeAlias = Callable[[str], str]  # makes text fit to stand where it goes: `latex`, or `str` in plain text


@dataclass(frozen=True)
class Beside:
    """What a caption says of runs and scores, which no verdict knows; a collection is "" where there is one."""

    # collection -> system -> queries that its run leaves out and that count 0
    unanswered: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    # (collection, measure) -> what equal scores leave open, where that is much
    ties: Mapping[tuple[str, str], TieMoves | None] = field(default_factory=dict)
    identical_ids: str = "count"  # "count" or "ignore": whether a query's own document counts in the runs
    # collection -> how often runs have or had queries' own documents
    own: Mapping[str, OwnDocuments] = field(default_factory=dict)
    # collection -> runs that its labels or the measures don't fit
    unfit: Mapping[str, Unfit] = field(default_factory=dict)


def false_numbers(
    verdicts: Sequence[Verdict], datasets: Sequence[str], beside: Beside, write: Write = latex
) -> list[str]:
    """What no table may leave out, as clauses: unanswered queries, runs without labelled documents, lists cut short."""
    clauses = [
        _counted_as_0(beside.unanswered, write),
        _unlabelled(beside.unfit, write),
        _cut(verdicts, datasets, beside.unfit, write),
    ]
    return [clause for clause in clauses if clause]


def _counted_as_0(unanswered: Mapping[str, Mapping[str, int]], write: Write) -> str:
    """The systems that leave queries out, with the number of these, where they count 0."""
    of = [
        f"{write(system)} {count(n)}{in_collection(collection, write)}"
        for collection, systems in unanswered.items()
        for system, n in systems.items()
    ]
    return PAPER("unanswered", runs=", ".join(of))


def _unlabelled(unfit: Mapping[str, Unfit], write: Write) -> str:
    """The runs that are 0 since none of their documents has a label."""
    of = [write(run) + in_collection(name, write) for name, one in unfit.items() for run in one.unlabelled]
    return PAPER("unlabelled", runs=", ".join(of))


def _cut(verdicts: Sequence[Verdict], datasets: Sequence[str], unfit: Mapping[str, Unfit], write: Write) -> str:
    """The runs whose lists end before the depth of a column's measure, with the rank at which they end."""
    of: dict[tuple[str, str], list[str]] = {}
    for one, collection in zip(verdicts, datasets or [""] * len(verdicts)):
        lists = unfit[collection].cut.get(str(one.measure)) if collection in unfit else None
        if lists is not None:
            ends = _ends(lists.ends, len(one.league.runs), write)
            of.setdefault((collection, ends), []).append(write(one.league.measure))
    each = [
        ends
        if len(verdicts) == 1
        else PAPER("cut.by", ends=ends, measures=listed(names, len(names)), where=in_collection(name, write))
        for (name, ends), names in of.items()
    ]
    return PAPER("cut", lists=", ".join(each))


def _ends(ends: Mapping[str, int], n_runs: int, write: Write) -> str:
    """Which runs' lists end at which rank."""
    of: dict[int, list[str]] = {}
    for run, end in ends.items():
        of.setdefault(end, []).append(write(run))
    everywhere = len(of) == 1 and len(ends) == n_runs
    return ", ".join(PAPER("cut.at", all=everywhere, runs=runs, end=end) for end, runs in of.items())


def in_collection(collection: str, write: Write) -> str:
    """Where there are several collections, in which."""
    return f" in {write(collection)}" if collection else ""
