"""Checks of the files themselves: unusable lines, unusual characters, tags, short lists."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from irassay.collection.reading import CUT, ERRORS, WARNINGS, Reading
from irassay.collection.runs import Runs
from irassay.formats import loss_warnings
from irassay.formats.labels.quepid_book import DISAGREEMENT, FAR
from irassay.formats.labels.quepid_source import OFF_SCALE
from irassay.formats.loss_warnings import BELOW
from irassay.formats.runs.search_response import BY_ORDER, FAILED, PARTIAL
from irassay.messages import count
from irassay.preflight.inputs import Material
from irassay.preflight.phrases import SAID, finding, first_of
from irassay.result import Finding, Level
from irassay.scoring.list_ends import EMPTY, ScoredLists

if TYPE_CHECKING:
    from irassay.measures import Measure

SHALLOW = 10  # ratio to the longest lists from which a run is shallow for a measure without a cutoff


def systems_read(runs: Runs) -> dict[Reading, str]:
    """The system of each reading; empty where several systems were read from one file."""
    return dict(zip(runs.readings, runs.systems)) if len(runs.readings) == len(runs.systems) else {}


def lines_left_out(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Problems that `eval` refuses, one finding per kind; `systems` maps readings of runs to systems."""
    for kind in ERRORS:
        files = [r for r in readings if r.counts.get(kind)]
        if files:
            total, used = sum(r.counts[kind] for r in files), sum(r.used for r in files)
            yield finding(
                f"lines-{kind}",
                "error",
                size=total / (total + used),
                numbers={"lines": total, "files": len(files), "used": used},
                where=_located(kind, files, total),
                systems=_of(files, systems),
                effect="refused-lines.effect",
                action="cut" if kind == "columns" and any(r.ends_within_a_line for r in files) else "",
                cut=CUT,
            )


def odd_lines(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Unusual but harmless lines, one finding per kind."""
    for kind in WARNINGS:
        files = [r for r in readings if r.counts.get(kind)]
        if files and kind != "tag":
            total = sum(r.counts[kind] for r in files)
            level: Level = "warning" if "action" in SAID.forms(f"lines-{kind}") else "note"
            where, numbers = _located(kind, files, total), {"lines": total, "files": len(files)}
            yield finding(f"lines-{kind}", level, numbers=numbers, where=where, systems=_of(files, systems))


def _located(kind: str, readings: Sequence[Reading], total: int) -> tuple[str, ...]:
    return first_of([place for r in readings for place in r.located([kind])], total)


def no_data(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Files without a line of data."""
    empty = [r for r in readings if not r.used and not r.n_errors]
    if empty:
        names = [r.source or "input" for r in empty]
        numbers = {"files": len(names)}
        yield finding("no-data", "error", size=1.0, numbers=numbers, systems=_of(empty, systems), names=names)


def _having(readings: Sequence[Reading], kind: str) -> tuple[list[Reading], int, tuple[str, ...]]:
    """The files of which readers counted this, how often, and the first place in each of the first few."""
    having = [reading for reading in readings if reading.left_out.get(kind)]
    places = [reading.first[kind] for reading in having if kind in reading.first]
    return having, sum(reading.left_out[kind] for reading in having), first_of(places, len(places), " files")


def assessors(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Documents whose one grade is made of ratings that differ."""
    several, n, where = _having(readings, DISAGREEMENT)
    if several:
        n_far, of = sum(r.left_out.get(FAR, 0) for r in several), sum(r.used for r in several)
        numbers = {"labels": of, "disagreements": n, "by_more_than_1": n_far}
        yield finding("assessors-disagree", "note", size=n / of, numbers=numbers, where=where)


def off_scale(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Ratings that the scale of their own file, a book or a scorer, does not have."""
    off, n, where = _having(readings, OFF_SCALE)
    if off:
        of = sum(r.used for r in off)
        yield finding("off-scale", "warning", size=n / of, numbers={"labels": of, "ratings": n}, where=where)


def partial_answers(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Answers of a search engine that ran out of time, or of which shards failed, and errors in their place."""
    for kind, form in ((FAILED, "failed"), (PARTIAL, "")):
        files, n, where = _having(readings, kind)
        if files:
            beside: dict[str, Any] = {"where": where, "systems": _of(files, systems), "text": form, "effect": form}
            yield finding("partial-answers", "warning", size=1.0, numbers={"answers": n, "files": len(files)}, **beside)


def order_of_hits(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Lists of a search engine that are ranked by the order of their hits, because the scores don't tell it."""
    by_order, n, where = _having(readings, BY_ORDER)
    if by_order:
        numbers = {"lists": n, "files": len(by_order)}
        yield finding("order-of-hits", "note", numbers=numbers, where=where, systems=_of(by_order, systems))


def lower_folders(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Files in folders below those given, which were not read."""
    above, n, _ = _having(readings, BELOW)
    if above:
        lost = loss_warnings.lost(BELOW, n)
        where = tuple(SAID("lower-folders.first", folder=reading.first[BELOW]) for reading in above)
        yield finding("lower-folders", "warning", numbers={"files": n}, where=where, lost=lost)


def _of(readings: Iterable[Reading], systems: Mapping[Reading, str]) -> list[str]:
    """The systems whose runs these files are; label files have none."""
    return [systems[reading] for reading in readings if reading in systems]


def tags(material: Material) -> Iterable[Finding]:
    """Tags shared by several files, and files with several tags; systems are then named by file."""
    by_tag: dict[str, list[Reading]] = {}
    for reading in material.runs.readings:
        if reading.tag:
            by_tag.setdefault(reading.tag, []).append(reading)
    systems = systems_read(material.runs)
    named = set() if systems else set(material.runs.systems)  # several files may be one system, as a search engine's
    shared = {tag: files for tag, files in by_tag.items() if len(files) > 1 and tag not in named}
    mixed = [reading for reading in material.runs.readings if reading.counts.get("tag")]
    if shared:
        every, (tag, first) = [reading for files in shared.values() for reading in files], next(iter(shared.items()))
        names, numbers = [os.path.basename(r.source) for r in first], {"files": len(every), "tags": len(shared)}
        yield finding("repeated-tags", "warning", numbers=numbers, systems=_of(every, systems), tag=tag, names=names)
    if mixed:
        lines = sum(r.counts["tag"] for r in mixed)
        where, numbers = _located("tag", mixed, lines), {"files": len(mixed), "lines": lines}
        yield finding("mixed-tags", "warning", numbers=numbers, where=where, systems=_of(mixed, systems))


def lists_too_short(material: Material) -> Iterable[Finding]:
    """Lists that end before the deepest of the measures' cutoffs."""
    deepest = max((measure.cutoff or 0 for measure in material.measures), default=0)
    coverage = material.coverage
    if deepest:
        short = [s for s, c in enumerate(material.coverage_to(deepest)) if c.short_lists]
        if short:
            yield short_lists(material, short, deepest)
    longest = max((c.median for c in coverage), default=0)
    unlimited = [m for m in material.measures if m.cutoff is None or m.cutoff > material.depth]
    far_shorter = [s for s, c in enumerate(coverage) if c.answered and c.median * SHALLOW <= longest]
    if far_shorter and unlimited:
        yield shallow(material, far_shorter, longest, unlimited[0])


def short_lists(runs: Material | ScoredLists, systems: Sequence[int], depth: int) -> Finding:
    """That lists of these systems end before this depth."""
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


def shallow(runs: Material | ScoredLists, systems: Sequence[int], longest: int, measure: Measure) -> Finding:
    """Runs with far shorter lists than other runs under a measure that reads deeper."""
    order = sorted(systems, key=lambda s: runs.coverage[s].median)
    lengths = {runs.systems[s]: runs.coverage[s].median for s in order}
    return shorter("shallow-runs", "warning", lengths, longest, measure)


def shorter(code: str, level: Level, lengths: Mapping[str, int], longest: int, measure: Measure) -> Finding:
    """Runs with shorter lists than other runs, shortest first, under a measure that reads on."""
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
