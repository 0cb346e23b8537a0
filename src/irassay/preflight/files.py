"""Checks of the files themselves: unusable lines, unusual characters, tags, short lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from irassay.collection.reading import ERRORS, WARNINGS, Reading
from irassay.collection.runs import Runs
from irassay.formats.labels.quepid_book import DISAGREEMENT, FAR
from irassay.formats.labels.quepid_source import OFF_SCALE
from irassay.formats.loss_warnings import BELOW
from irassay.formats.runs.search_response import BY_ORDER, FAILED, PARTIAL
from irassay.preflight.inputs import Material
from irassay.preflight.words import files as words
from irassay.result import Finding

SHALLOW = 10  # ratio to the longest lists from which a run is shallow for a measure without a cutoff


def systems_read(runs: Runs) -> dict[Reading, str]:
    """The system of each reading; empty where several systems were read from one file."""
    return dict(zip(runs.readings, runs.systems)) if len(runs.readings) == len(runs.systems) else {}


def lines_left_out(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Problems that `eval` refuses, one finding per kind; `systems` maps readings of runs to systems."""
    for kind in ERRORS:
        files = [r for r in readings if r.counts.get(kind)]
        if files:
            yield words.left_out(kind, files, _of(files, systems))


def odd_lines(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Unusual but harmless lines, one finding per kind."""
    for kind in WARNINGS:
        files = [r for r in readings if r.counts.get(kind)]
        if files and kind != "tag":
            yield words.odd(kind, files, _of(files, systems))


def no_data(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Files without a line of data."""
    empty = [r for r in readings if not r.used and not r.n_errors]
    if empty:
        yield words.no_data(empty, _of(empty, systems))


def assessors(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Documents whose one grade is made of ratings that differ."""
    several = [reading for reading in readings if reading.left_out.get(DISAGREEMENT)]
    if several:
        yield words.disagreements(several, DISAGREEMENT, FAR)


def off_scale(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Ratings that the scale of their own file does not have."""
    off = [reading for reading in readings if reading.left_out.get(OFF_SCALE)]
    if off:
        yield words.off_scale(off, OFF_SCALE)


def partial_answers(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Answers of a search engine that ran out of time, or of which shards failed, and errors in their place."""
    failed = [reading for reading in readings if reading.left_out.get(FAILED)]
    if failed:
        yield words.partial_answers(failed, FAILED, _of(failed, systems))
    partial = [reading for reading in readings if reading.left_out.get(PARTIAL)]
    if partial:
        yield words.partial_answers(partial, PARTIAL, _of(partial, systems))


def order_of_hits(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Lists of a search engine that are ranked by the order of their hits, because the scores don't tell it."""
    by_order = [reading for reading in readings if reading.left_out.get(BY_ORDER)]
    if by_order:
        yield words.order_of_hits(by_order, BY_ORDER, _of(by_order, systems))


def lower_folders(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Files in folders below those given, which were not read."""
    above = [reading for reading in readings if reading.left_out.get(BELOW)]
    if above:
        yield words.lower_folders(sum(r.left_out[BELOW] for r in above), [r.first[BELOW] for r in above])


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
        yield words.shared_tags(shared, _of([reading for files in shared.values() for reading in files], systems))
    if mixed:
        yield words.mixed_tags(mixed, _of(mixed, systems))


def short_lists(material: Material) -> Iterable[Finding]:
    """Lists that end before the deepest of the measures' cutoffs."""
    deepest = max((measure.cutoff or 0 for measure in material.measures), default=0)
    coverage = material.coverage
    if deepest:
        short = [s for s, c in enumerate(material.coverage_to(deepest)) if c.short_lists]
        if short:
            yield words.short_lists(material, short, deepest)
    longest = max((c.median for c in coverage), default=0)
    unlimited = [m for m in material.measures if m.cutoff is None or m.cutoff > material.depth]
    shallow = [s for s, c in enumerate(coverage) if c.answered and c.median * SHALLOW <= longest]
    if shallow and unlimited:
        yield words.shallow(material, shallow, longest, unlimited[0])
