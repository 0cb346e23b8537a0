"""Charts of runs under two sets of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.result import Scatter
from irassay.studies.sections.named_points import few
from irassay.studies.track.charts import TOP, points
from irassay.studies.track.sections import label_sets_words as words
from irassay.studies.track.words import with_labels

if TYPE_CHECKING:
    from irassay.studies.track.track_data import F64, Track


def two_sets_scatter(
    track: Track, other: F64, measure: str, tau: float, first: float | None, *, name: str = "two-sets"
) -> Scatter:
    """Every run's mean with the track's labels and with `other`, (system,) (Figure 7); `tau` and `first` are the
    orders' agreement, over all runs and the first `TOP`."""
    own, lower, same = track.values[track.main].mean(axis=1), track.lower_is_better[0], measure == track.main
    x, y = with_labels(track.main, "these"), with_labels(measure, "the other")
    title = words.two_sets_title(x, y, tau)
    how = words.two_sets_how(x, y, tau, first, min(TOP, len(own)), falls=lower and not same, same=same)
    table = points(name, title, track, own, other, track.main, measure)
    examples = few(track.systems, -own if lower else own, -other if lower and same else other)
    return Scatter(name, title, how, table, x, y, examples, same_scale=same)
