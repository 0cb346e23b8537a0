"""A scale for judging from a file: grade, name and sentence in each line, parted by tabs."""

from __future__ import annotations

import os

from irassay.collection.judging_scales import JudgingScale, Point
from irassay.errors import cut
from irassay.formats.sources.lines import lines
from irassay.formats.sources.problems import Problems

_CELLS = 3


def read_scale(source: str | os.PathLike[str]) -> JudgingScale:
    """The scale that a file describes, lowest grade first. InputError where it can't be read, a line has another form,
    or points are too few, too many or alike."""
    path = os.fspath(source)
    problems = Problems(path)
    points = []
    for number, line in lines(path, problems):
        cells = line.split("\t")
        if len(cells) != _CELLS or not cells[0].strip().lstrip("-").isdecimal():
            problems.add(number, f"{cut(line)}, expected grade, name and sentence, parted by tabs")
            continue
        points.append(Point(int(cells[0]), cells[1].strip(), cells[2].strip()))
    problems.raise_if_any()
    return JudgingScale(os.path.basename(path), tuple(sorted(points, key=lambda point: point.grade)))
