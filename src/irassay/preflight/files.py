"""What the files themselves are like: lines left out, odd characters, tags, lists that end early."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from irassay.collection.reading import ERRORS, WARNINGS, Reading
from irassay.collection.runs import Runs
from irassay.preflight.inputs import Material
from irassay.preflight.words import files as words
from irassay.result import Finding

SHALLOW = 10  # times shorter than the longest run's lists from which a run without a cutoff is called out


def systems_read(runs: Runs) -> dict[Reading, str]:
    """Which system each reading is of; none where several were read from one file."""
    return dict(zip(runs.readings, runs.systems)) if len(runs.readings) == len(runs.systems) else {}


def lines_left_out(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Problems that `eval` refuses, one finding a kind; `systems` are those that the readings of runs are of."""
    for kind in ERRORS:
        having = [r for r in readings if r.counts.get(kind)]
        if having:
            yield words.left_out(kind, having, _of(having, systems))


def odd_lines(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """What is odd in the lines and harmless, one finding a kind."""
    for kind in WARNINGS:
        having = [r for r in readings if r.counts.get(kind)]
        if having and kind != "tag":
            yield words.odd(kind, having, _of(having, systems))


def no_data(readings: Sequence[Reading], systems: Mapping[Reading, str]) -> Iterable[Finding]:
    """Files without a line of data."""
    empty = [r for r in readings if not r.used and not r.n_errors]
    if empty:
        yield words.no_data(empty, _of(empty, systems))


def _of(readings: Iterable[Reading], systems: Mapping[Reading, str]) -> list[str]:
    """The systems that these files are runs of; labels are of none."""
    return [systems[reading] for reading in readings if reading in systems]


def tags(material: Material) -> Iterable[Finding]:
    """Tags that several files share, or several in one file: systems are then named by file."""
    by_tag: dict[str, list[Reading]] = {}
    for reading in material.runs.readings:
        if reading.tag:
            by_tag.setdefault(reading.tag, []).append(reading)
    shared = {tag: files for tag, files in by_tag.items() if len(files) > 1}
    mixed = [reading for reading in material.runs.readings if reading.counts.get("tag")]
    systems = systems_read(material.runs)
    if shared:
        yield words.shared_tags(shared, _of([reading for files in shared.values() for reading in files], systems))
    if mixed:
        yield words.mixed_tags(mixed, _of(mixed, systems))


def short_lists(material: Material) -> Iterable[Finding]:
    """Lists that end before the measure stops looking."""
    coverage = material.coverage
    if material.measure.cutoff:
        short = [s for s, c in enumerate(coverage) if c.short_lists]
        if short:
            yield words.short_lists(material, short)
    longest = max((c.median for c in coverage), default=0)
    unlimited = [m for m in material.measures if m.cutoff is None or m.cutoff > material.depth]
    shallow = [s for s, c in enumerate(coverage) if c.answered and c.median * SHALLOW <= longest]
    if shallow and unlimited:
        yield words.shallow(material, shallow, longest, unlimited[0])
