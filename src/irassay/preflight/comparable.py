"""Runs that should not be compared as they are, and the reasons, from the counts that the checks computed.

Thresholds are chosen so that flags are rare: a flag must change what a careful reader concludes about that run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, TypeAlias

from irassay.collection.metadata import unpooled
from irassay.messages import visible
from irassay.preflight.ids import LITTLE, OF_THE_OTHERS, has_only_labels
from irassay.preflight.inputs import Material
from irassay.preflight.lowest_best import lowest_best, lowest_first
from irassay.preflight.order import reach
from irassay.preflight.phrases import NOTABLE, SAID
from irassay.result import Column, Table
from irassay.scoring.list_ends import EMPTY

RANKS, TIES, ID_ORDER, LOWEST_BEST = "rank column", "ties", "id order", "lowest best"
NO_LABEL, LITTLE_LABEL, ONLY_LABELLED, SAME = "no label", "few labels", "only labelled", "same run"
QUERIES, SHORT, UNJUDGED, NOT_POOLED = "queries", "short lists", "unjudged", "not pooled"
TO_MEND = (RANKS, TIES, ID_ORDER, LOWEST_BEST, NO_LABEL, LITTLE_LABEL, ONLY_LABELLED, QUERIES, SHORT)  # not in labels
FLAGS = (*TO_MEND[:7], SAME, *TO_MEND[7:], UNJUDGED, NOT_POOLED)

UNANSWERED = 0.05  # share of the labelled queries without an answer, which lowers the mean by as much
MANY, TIMES = 0.2, 3.0  # share of unjudged documents in a run's top, and its ratio to the median run's
OUTSIDE, OUTSIDE_TIMES = 0.1, 2.0  # the same for a run that did not contribute to the pool
SWING = 0.02  # change of the mean by another order of ties, a difference typical of many pairs

Effect: TypeAlias = tuple[int, float, float | None]  # system, mean by score, mean by rank column


@dataclass(frozen=True, slots=True)
class Flag:
    """One reason to flag a system: a short label for the margin, and a sentence."""

    system: str
    word: str
    why: str


def flags(material: Material, effects: Sequence[Effect] = ()) -> list[Flag]:
    """All flags, by system. `effects` are those of rank columns that contradict scores."""
    if not material.shared:
        return []
    reasons: dict[int, list[tuple[str, str]]] = {}
    for ask in (_order, _documents, _lists, _labels):
        for s, word, text in ask(material):
            reasons.setdefault(s, []).append((word, text))
    for s, by_score, by_rank in effects:
        if by_rank is not None and abs(by_score - by_rank) >= NOTABLE:
            flag = why(RANKS, measure=material.measure, by_score=by_score, by_rank=by_rank)
            reasons.setdefault(s, []).insert(0, flag)
    names = material.runs.systems
    return [Flag(names[s], word, text) for s in sorted(reasons) for word, text in reasons[s]]


def flags_table(reasons: Sequence[Flag], n_runs: int) -> Table:
    """One row per reason."""
    return Table(
        "not-comparable",
        title(len({flag.system for flag in reasons}), n_runs),
        (
            Column("system", [flag.system for flag in reasons]),
            Column("flag", [flag.word for flag in reasons]),
            Column("why", [flag.why for flag in reasons]),
        ),
        SAID("not-comparable.note"),
    )


def meanings() -> dict[str, str]:
    """Flag -> when a run has it."""
    return {flag: SAID(f"flag {flag}.meaning") for flag in FLAGS}


def why(flag: str, form: str = "text", **slots: Any) -> tuple[str, str]:
    """A flag and its sentence, or one of its forms."""
    return flag, SAID(f"flag {flag}.{form}", **slots)


def title(n: int, of: int) -> str:
    """The number of runs with a flag."""
    return SAID("not-comparable", n=n, of=of)


def to_mend(flags: Sequence[tuple[str, str]], of: int) -> str:
    """What is to be mended in files before runs are compared, of (system, flag), as an object; "" for nothing."""
    by_system: dict[str, list[str]] = {}
    for system, flag in flags:
        if flag in TO_MEND:
            by_system.setdefault(system, []).append(flag)
    each = [f"{visible(system)} ({', '.join(words)})" for system, words in by_system.items()]
    return SAID("not-comparable.to-mend", n=len(each), of=of, each=each) if each else ""


def reservation(n: int, of: int) -> str:
    """The condition on which files belong together."""
    return SAID("not-comparable.reservation", n=n, of=of)


def unjudged(share: float, middle: float, depth: int, column: str = "", *, flag: str = UNJUDGED) -> tuple[str, str]:
    """Many unjudged documents; `column` of the metadata says that the run was not pooled. `NOT_POOLED` flags fewer."""
    others = SAID("flag unjudged.median" if middle else "flag unjudged.none", middle=middle)
    form = "outside" if column and flag == UNJUDGED else "text"
    return why(flag, form, share=share, others=others, depth=depth, column=column)


Reasons: TypeAlias = Iterator[tuple[int, str, str]]


def _order(material: Material) -> Reasons:
    """Orders that do not come from the run's scores, ties and document ids, or come from them the wrong way round."""
    for s, (least, present, greatest) in enumerate(of[0] for of in material.swings):
        answered, flat = material.coverage[s].answered, material.ties[s].flat
        if reach((least, present, greatest)) >= SWING:
            yield (s, *why(TIES, measure=material.measure, least=least, present=present, greatest=greatest))
        elif answered and flat == answered:
            yield s, *why(TIES, "one-score")
        elif answered and material.in_id_order[s] == answered:
            yield s, *why(ID_ORDER)
    for s, of_run in lowest_best(material).items():
        yield s, *why(LOWEST_BEST, means=lowest_first(material.measure, of_run))


def _documents(material: Material) -> Reasons:
    """Runs with no or few labelled documents, with labelled documents only, or identical to another run."""
    coverage = material.coverage
    shares = [c.top_judged / c.top for c in coverage if c.judged and c.top]
    middle = median(shares) if shares else 0.0
    wrong_way_round = lowest_best(material)
    for s, c in enumerate(coverage):
        if not c.answered:
            continue
        share = c.top_judged / c.top if c.top else 0.0
        if not c.judged:
            yield s, *why(NO_LABEL)
        elif s not in wrong_way_round and share < LITTLE * material.fillable and share < OF_THE_OTHERS * middle:
            yield s, *why(LITTLE_LABEL, share=share, depth=material.depth)
        elif has_only_labels(c):
            yield s, *why(ONLY_LABELLED)
    names = material.runs.systems
    for s, first in enumerate(material.twins):
        if first != s:
            yield s, *why(SAME, other=names[first])


def _lists(material: Material) -> Reasons:
    """Unanswered queries, and lists shorter than a measure's cutoff: the least where there are several."""
    for s, c in enumerate(material.coverage):
        missing = material.n_queries - c.answered
        missing -= len(material.without_hits(s)) if missing else 0  # which the run answers
        if missing >= UNANSWERED * material.n_queries and missing:
            yield s, *why(QUERIES, missing=missing, of=material.n_queries)
        for depth in sorted({measure.cutoff for measure in material.measures if measure.cutoff}):
            places = c.answered * depth
            empty = (places - material.coverage_to(depth)[s].top) / places if places else 0.0
            if empty >= EMPTY:
                yield s, *why(SHORT, share=empty, depth=depth)
                break


def _labels(material: Material) -> Reasons:
    """Many unjudged documents in comparison with the other runs."""
    shares = {
        s: float(of_run)
        for s, c in enumerate(material.coverage)
        if c.judged and (of_run := material.unjudged(s)) is not None
    }
    if len(shares) < 2:
        return
    middle = median(shares.values())
    wrong_way_round = lowest_best(material)
    column, outside = unpooled(material.runs.metadata.columns, material.runs.systems)
    for s, share in shares.items():
        if s in wrong_way_round:
            continue
        of_pool = column if material.runs.systems[s] in outside else ""
        if share >= max(MANY, TIMES * middle):
            yield s, *unjudged(share, middle, material.depth, of_pool)
        elif of_pool and share >= max(OUTSIDE, OUTSIDE_TIMES * middle):
            yield s, *unjudged(share, middle, material.depth, of_pool, flag=NOT_POOLED)
