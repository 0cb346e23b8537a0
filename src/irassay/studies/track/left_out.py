"""Runs, groups and kinds left out of the pool that a track's labels came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.estimates import kinds_of
from irassay.measures import parse_all
from irassay.studies.sections.left_out import LeftOutOfPool, Pooled, left_out
from irassay.studies.track.track_data import Track

if TYPE_CHECKING:
    from irassay.pooling import Pool

DEPTH = 10  # of a pool, where nothing says how deep it was and the measure reads whole lists


def left_out_of(track: Track, pool: Pool | None) -> LeftOutOfPool | None:
    """Runs, groups and kinds left out of the pool; None for a single run, and a measure whose mean is geometric."""
    measure = parse_all([track.main])[0]
    kinds = {column: of for column, of in kinds_of(track.runs, {}).items() if column != track.group_column}
    settings = track.settings
    return left_out(Pooled(
        track.qrels, track.runs, measure, track.groups, kinds, pool, track.one_a_system, track.same, track.rel,
        settings.alpha, settings.ties, settings.threads, settings.pool_depth, measure.cutoff or DEPTH,
    ))  # fmt: skip
