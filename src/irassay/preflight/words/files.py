"""Findings about the files themselves."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from irassay.collection.reading import CUT, Reading
from irassay.formats import loss_warnings
from irassay.formats.runs.search_response import FAILED
from irassay.measures import Measure
from irassay.messages import count
from irassay.preflight.words.phrases import SAID, finding, first_of
from irassay.result import Finding, Level
from irassay.scoring.list_ends import EMPTY

if TYPE_CHECKING:
    from irassay.preflight.inputs import Material
    from irassay.scoring.list_ends import ScoredLists


def left_out(kind: str, readings: Sequence[Reading], systems: Sequence[str] = ()) -> Finding:
    """Lines that `eval` refuses."""
    total, used = sum(r.counts[kind] for r in readings), sum(r.used for r in readings)
    return finding(
        f"lines-{kind}",
        "error",
        size=total / (total + used),
        numbers={"lines": total, "files": len(readings), "used": used},
        where=_located(kind, readings, total),
        systems=systems,
        effect="refused-lines.effect",
        action="cut" if kind == "columns" and any(r.ends_within_a_line for r in readings) else "",
        cut=CUT,
    )


def odd(kind: str, readings: Sequence[Reading], systems: Sequence[str] = ()) -> Finding:
    """Lines that are unusual but harmless."""
    total = sum(r.counts[kind] for r in readings)
    return finding(
        f"lines-{kind}",
        "warning" if "action" in SAID.forms(f"lines-{kind}") else "note",
        numbers={"lines": total, "files": len(readings)},
        where=_located(kind, readings, total),
        systems=systems,
    )


def _located(kind: str, readings: Sequence[Reading], total: int) -> tuple[str, ...]:
    return first_of([place for r in readings for place in r.located([kind])], total)


def _counted(kind: str, readings: Sequence[Reading]) -> tuple[int, tuple[str, ...]]:
    """How often readers counted this, and the first place in each of the first few files."""
    places = [reading.first[kind] for reading in readings if kind in reading.first]
    return sum(r.left_out[kind] for r in readings), first_of(places, len(places), " files")


def no_data(readings: Sequence[Reading], systems: Sequence[str] = ()) -> Finding:
    """Files without a line of data."""
    names = [r.source or "input" for r in readings]
    return finding("no-data", "error", size=1.0, numbers={"files": len(names)}, systems=systems, names=names)


def partial_answers(readings: Sequence[Reading], kind: str, systems: Sequence[str]) -> Finding:
    """Answers from a part of the index, or errors beside answers."""
    n, where = _counted(kind, readings)
    numbers, form = {"answers": n, "files": len(readings)}, "failed" if kind == FAILED else ""
    return finding(
        "partial-answers", "warning", size=1.0, numbers=numbers, where=where, systems=systems, text=form, effect=form
    )


def order_of_hits(readings: Sequence[Reading], kind: str, systems: Sequence[str]) -> Finding:
    """Lists that are ranked by the order of their hits."""
    n, where = _counted(kind, readings)
    numbers = {"lists": n, "files": len(readings)}
    return finding("order-of-hits", "note", numbers=numbers, where=where, systems=systems)


def lower_folders(n: int, first: Sequence[str]) -> Finding:
    """Files in folders below those given."""
    lost = loss_warnings.lost(loss_warnings.BELOW, n)
    where = tuple(SAID("lower-folders.first", folder=folder) for folder in first)
    return finding("lower-folders", "warning", numbers={"files": n}, where=where, lost=lost)


def off_scale(readings: Sequence[Reading], kind: str) -> Finding:
    """Ratings that the scale of a book or a scorer does not have."""
    n, where = _counted(kind, readings)
    of = sum(r.used for r in readings)
    return finding("off-scale", "warning", size=n / of, numbers={"labels": of, "ratings": n}, where=where)


def disagreements(readings: Sequence[Reading], kind: str, far: str) -> Finding:
    """Documents whose assessors disagree, where a file has their ratings; `far` is by more than 1."""
    n, where = _counted(kind, readings)
    n_far, of = sum(r.left_out.get(far, 0) for r in readings), sum(r.used for r in readings)
    numbers = {"labels": of, "disagreements": n, "by_more_than_1": n_far}
    return finding("assessors-disagree", "note", size=n / of, numbers=numbers, where=where)


def shared_tags(shared: Mapping[str, Sequence[Reading]], systems: Sequence[str]) -> Finding:
    """Files with the same tag."""
    files = sum(len(readings) for readings in shared.values())
    tag, readings = next(iter(shared.items()))
    names = [os.path.basename(r.source) for r in readings]
    numbers = {"files": files, "tags": len(shared)}
    return finding("repeated-tags", "warning", numbers=numbers, systems=systems, tag=tag, names=names)


def mixed_tags(mixed: Sequence[Reading], systems: Sequence[str]) -> Finding:
    """Files with several tags."""
    lines = sum(r.counts["tag"] for r in mixed)
    numbers = {"files": len(mixed), "lines": lines}
    return finding("mixed-tags", "warning", numbers=numbers, where=_located("tag", mixed, lines), systems=systems)


def short_lists(runs: Material | ScoredLists, systems: Sequence[int], depth: int) -> Finding:
    """Lists that end before this depth."""
    of_all = runs.coverage_to(depth)

    def empty(s: int) -> float:
        coverage = of_all[s]
        return 1 - coverage.top / (coverage.answered * depth)

    order = sorted(systems, key=lambda s: -empty(s))
    of, share = of_all[order[0]], empty(order[0])
    return finding(
        "short-lists",
        "warning" if share >= EMPTY else "note",
        size=share,
        numbers={"runs": len(order), "lists": of.short_lists, "of": of.answered, "empty_share": share},
        systems=[runs.systems[s] for s in order],
        where="one" if len(order) == 1 else "",
        depth=depth,
    )


def ending(ends: Mapping[str, int], reach: int) -> str:
    """At which rank the lists of these runs end, and where others do, or 0."""
    if not reach:
        return SAID("list-ends", rank=max(ends.values()))
    return SAID(
        "list-ends.apart", each=[SAID("list-ends.one", name=n, rank=end) for n, end in ends.items()], rank=reach
    )


def located_in(finding: Finding, where: str) -> Finding:
    """The finding about lists that were cut, with the ranks at which they end for its place."""
    return replace(finding, where=(where,), action=SAID("short-lists.complete"))


def shallow(runs: Material | ScoredLists, systems: Sequence[int], longest: int, measure: Measure) -> Finding:
    """Runs with far shorter lists than other runs under a measure that reads deeper."""
    order = sorted(systems, key=lambda s: runs.coverage[s].median)
    lengths = {runs.systems[s]: runs.coverage[s].median for s in order}
    return _shorter("shallow-runs", "warning", lengths, longest, measure)


def unequal(lengths: Mapping[str, int], longest: int, measure: Measure) -> Finding:
    """Runs with shorter lists than other runs, shortest first, under a measure that reads on."""
    return _shorter("unequal-lists", "note", lengths, longest, measure)


def _shorter(code: str, level: Level, lengths: Mapping[str, int], longest: int, measure: Measure) -> Finding:
    names, median = list(lengths), next(iter(lengths.values()))
    return finding(
        code,
        level,
        size=1 - median / longest,
        numbers={"runs": len(names), "median": median, "longest": longest},
        systems=names,
        effect="cutoff" if measure.cutoff else "",
        action="short-lists.complete",
        measure=measure,
        cutoff=measure.cutoff,
        each=[f"{name} {count(length)}" for name, length in lengths.items()],
    )
