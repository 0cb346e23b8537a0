"""Runs that labels or measures do not fit: what has to stand beside their scores, wherever these are compared.

`check` finds the same and more; here is what makes a number of a table false, found from nouns that are scored anyway.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from irassay.errors import InputError, cut
from irassay.measures import Measure
from irassay.messages import capital, listed, some, visible
from irassay.preflight import files, ids
from irassay.preflight.inputs import Material
from irassay.preflight.lowest_best import lowest_best_of
from irassay.preflight.phrases import SAID
from irassay.result import Finding
from irassay.scoring.list_ends import EMPTY, ScoredLists, cut_systems
from irassay.scoring.silent import silent_systems

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.ties import Ties
    from irassay.preflight.order import TieMoves
    from irassay.scoring import Scores

MOST_DOCUMENTS = 2_000_000  # in the runs, above which ids that a spreadsheet rewrote are left to `check`: seconds
AS_THEY_ARE = "--require taken takes the lists as they are"  # of the verbs that answer --expect


@dataclass(frozen=True, slots=True)
class Unfit:
    """What does not fit in labels and runs of one collection."""

    no_label: Finding | None = None  # runs answer queries without any labelled document: scores are 0
    cut: Mapping[str, CutLists] = field(default_factory=dict)  # measure -> runs with lists cut before its depth
    # measure -> runs with shorter lists, where none were cut
    unequal: Mapping[str, Finding] = field(default_factory=dict)
    as_numbers: Finding | None = None  # labels whose ids a spreadsheet rewrote, beside retrieved ones
    rename: str = ""  # renaming of queries that gives runs labelled ones, or ""
    by_rank: Sequence[str] = ()  # runs whose rank column contradicts their scores on a labelled query

    @property
    def unlabelled(self) -> Sequence[str]:
        """The systems of `no_label`."""
        return () if self.no_label is None else self.no_label.systems

    def cause(self, measure: str, systems: Sequence[str]) -> str:
        """How lists of unequal length may leave these systems to missing labels; "" where all are equal."""
        finding = self.unequal.get(measure)
        return cause(finding) if finding is not None and set(systems) & set(finding.systems) else ""

    def ends_of(self, measure: str, loser: str) -> int | None:
        """The rank at which a system's lists were cut while other runs go on; None where they were not."""
        lists = self.cut.get(measure)
        return lists.ends.get(loser) if lists is not None and lists.apart else None

    def warnings(self, measure: Measure) -> list[str]:
        """What to say beside scores by a measure."""
        of_lists = self.cut.get(str(measure))
        findings = [self.no_label, self.as_numbers, None if of_lists is None else of_lists.finding]
        of_ranks = [SAID("rank-contradicts-score.warning", systems=self.by_rank)] if self.by_rank else []
        return [*of_ranks, *(warning(finding) for finding in findings if finding is not None)]


def unfit(qrels: Qrels, runs: Runs, measures: Sequence[Measure]) -> Unfit:
    """What does not fit in labels and runs, under these measures."""
    material = Material(qrels, runs, measures)
    no_label = None
    if any(c.answered and not c.judged for c in material.coverage):
        no_label = next((finding for finding in ids.overlap(material) if finding.code == "no-label"), None)
    cut = {str(measure): of for measure in measures if (of := cut_lists(material, measure)) is not None}
    rest = [measure for measure in measures if str(measure) not in cut]
    unequal = {str(measure): one for measure in rest if (one := unequal_lists(material, measure)) is not None}
    may_be = runs.n_documents <= MOST_DOCUMENTS and ids.has_numbers(material)
    as_numbers = next(iter(ids.as_numbers(material)), None) if may_be else None
    silent = [s for s, c in enumerate(material.coverage) if not c.answered]
    rename = ids.unused_queries(material, silent) if silent else ""
    return Unfit(no_label, cut, unequal, as_numbers, rename, list(material.contradicted_queries))


def of_order(qrels: Qrels, runs: Runs, measure: Measure, ties: TieMoves | None, *, read: Ties) -> list[str]:
    """What to say of scores that may be distances, and of equal scores where these move a mean by much."""
    findings = lowest_best_of(qrels, runs, measure, ties=read)
    return [without_place(one) for one in (*findings, *([] if ties is None else [ties.finding]))]


def check_labels(collections: Mapping[str, tuple[Qrels, Runs]], of: Mapping[str, Unfit]) -> None:
    """InputError, in the words of `check`, where no run of a collection ("" for one) has a labelled document."""
    for name, (qrels, runs) in collections.items():
        finding = of[name].no_label
        if finding is None or set(finding.systems) != set(runs.systems):
            continue
        of_others = {other: lists for other, (_, lists) in collections.items() if other != name}
        judged = {other: Material(qrels, lists, [Measure("Judged")]).coverage for other, lists in of_others.items()}
        swapped = [other for other, coverage in judged.items() if any(c.judged for c in coverage)]
        raise InputError(*label_error(finding, name, swapped))


def check_asked(of: Unfit, scores: Scores, asked: Collection[str], collection: str = "") -> None:
    """InputError where systems of a question answer no labelled query, or have no labelled document."""
    if silent := [system for system in silent_systems(scores) if system in asked]:
        raise InputError(silent_error(silent, scores.queries, collection, of.rename))
    if of.no_label is not None and set(asked) & set(of.unlabelled):
        raise InputError(*label_error(of.no_label, "", ()))


def check_loser(of: Unfit, measure: str, loser: str, collection: str = "") -> None:
    """InputError where the lists of the system that loses an expected order were cut, while other runs go on."""
    if of.ends_of(measure, loser) is not None:
        cut_lists = of.cut[measure].finding
        lines = (*cut_lists.where, f"{capital(cut_lists.action)}; {AS_THEY_ARE}.")
        raise InputError(_head(cut_lists, collection), lines)


def unequal_lists(material: Material, measure: Measure) -> Finding | None:
    """The runs whose median list, to the measure's depth, has a tenth fewer documents or more than the longest run's,
    where the measure reads on; None where there are none."""
    if not _reads_deep(measure):
        return None
    lengths = {s: min(c.median, measure.cutoff or c.median) for s, c in enumerate(material.coverage) if c.answered}
    longest = max(lengths.values(), default=0)
    shorter = {s: length for s, length in lengths.items() if longest - length >= max(EMPTY * longest, 1)}
    names = material.runs.systems
    lengths_of = {names[s]: shorter[s] for s in sorted(shorter, key=lambda s: shorter[s])}
    return files.shorter("unequal-lists", "note", lengths_of, longest, measure) if shorter else None


def _reads_deep(measure: Measure) -> bool:
    """Whether a document deep in a list can count, and missing labels are bounded."""
    bounds = measure.definition.traits.bounds
    if bounds is None or bounds.form == "first" or bounds.weight == "geometric":
        return False  # the first ranks decide
    return measure.cutoff is not None or measure.definition.cutoff == "optional"


@dataclass(frozen=True, slots=True)
class CutLists:
    """Runs whose lists end at one rank, before the depth of a measure."""

    finding: Finding  # what `check` says of it
    ends: Mapping[str, int]  # system -> rank at which its lists end
    apart: bool  # others go on below: the cut alone can make a difference


def cut_lists(lists: Material | ScoredLists, measure: Measure) -> CutLists | None:
    """The runs whose lists were cut before the depth of a measure, by `cut_systems`; None where there are none."""
    systems, reach = cut_systems(lists.coverage, measure)
    if not systems:
        return None
    ends = {lists.systems[s]: lists.coverage[s].longest for s in systems}
    if measure.cutoff is None:
        finding = files.shallow(lists, systems, max(c.median for c in lists.coverage), measure)
    else:
        finding = files.short_lists(lists, systems, measure.cutoff)
    finding = replace(finding, where=(files.ending(ends, reach),), action=SAID("short-lists.complete"))
    return CutLists(finding, ends, apart=bool(reach))


def warning(finding: Finding) -> str:
    """The finding on one line: what, where, with what effect, and what to do."""
    where = some(finding.systems) if finding.code == "no-label" else finding.where[0]
    return f"{finding.text} ({where}); {finding.effect}: {finding.action}"


def cause(finding: Finding) -> str:
    """The finding as a sentence: what, where, and with what effect."""
    return f"{finding.text} ({finding.where[0]}); {finding.effect}."


def could_turn(loser: str, ends: Mapping[str, int], what: str = "the order") -> str:
    """Why an order that a system loses by lists that were cut stays open, as a clause; by collection, "" for one."""
    of: dict[int, list[str]] = {}
    for collection, end in ends.items():
        of.setdefault(end, []).append(collection)
    there = [
        SAID("cut-lists.in-collections" if any(names) else "cut-lists.at", end=end, names=listed(names, len(names)))
        for end, names in of.items()
    ]
    return SAID("cut-lists.could-turn", loser=loser, there=", ".join(there), what=what)


def without_place(finding: Finding) -> str:
    """The finding on one line, without its place, which the sentence names; of several runs of distances the names."""
    names = f" ({some(finding.systems)})" if finding.code == "lowest-score-best" and len(finding.systems) > 1 else ""
    return f"{finding.text}{names}; {finding.effect}: {finding.action}"


def label_error(finding: Finding, collection: str, swapped: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The message where no run has a labelled document, and its lines; `swapped` are collections whose runs have."""
    there = [SAID("swapped-files", collection=other) for other in swapped]
    return _head(finding, collection), (*finding.where, *(there or [f"{capital(finding.action)}."]))


def _head(finding: Finding, collection: str) -> str:
    head = f"{visible(collection)}: {finding.text}" if collection else finding.text
    return f"{head}: {finding.effect}"


def silent_error(systems: Sequence[str], queries: Sequence[str], collection: str, rename: str) -> str:
    """The message where a question is about runs that answer no labelled query, and what would give them some."""
    where = f" of {collection}" if collection else ""
    act = SAID("rename.action" if rename else "silent-runs.ask", hint=rename)
    return SAID("silent-runs", systems=systems, queries=len(queries), where=where, first=cut(queries[0]), act=act)
