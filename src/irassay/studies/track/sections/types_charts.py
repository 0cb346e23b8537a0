"""Charts of runs by kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from irassay.result import Strips
from irassay.studies.track.charts import DIGITS, kinds_rows, strips_table
from irassay.studies.track.sections import types_words as words

if TYPE_CHECKING:
    from irassay.comparison import BestGap
    from irassay.studies.track.track_data import Track


def kinds_strips(track: Track, measure: str, gaps: Mapping[str, BestGap], widest: tuple[str, BestGap]) -> Strips:
    """Every run by a measure, a strip for each kind of each column (Figures 2 and 5); `gaps` are those between a
    column's best kinds, `widest` is the title's."""
    headings = {column: words.strips_heading(column, gap) for column, gap in gaps.items()}
    rows = kinds_rows(track, track.values[measure].mean(axis=1), track.scores(measure).mean(axis=1), headings)
    title = words.strips_title(measure, widest)
    table = strips_table(f"kinds-{measure}", title, rows, measure, DIGITS)
    return Strips(table.name, title, words.strips_how(measure), table, measure)
