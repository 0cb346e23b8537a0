"""Charts of runs with actual and with inferred labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.result import Scatter
from irassay.studies.track.charts import few, points
from irassay.studies.track.sections import passages_words as words
from irassay.studies.track.words import with_labels

if TYPE_CHECKING:
    from irassay.label_sets.transfer_agreement import TransferAgreement
    from irassay.studies.track.track_data import Track


def inferred_scatters(track: Track, found: TransferAgreement) -> list[Scatter]:
    """Every run's mean with actual and with inferred labels, all and those of shared documents (Figure 9)."""
    place = {system: i for i, system in enumerate(found.systems)}
    at = [place[system] for system in track.systems]
    figures = []
    sets = [("inferred-all", found.actual, found.inferred, found.tau)]
    if (found.actual, found.inferred) != (found.actual_shared, found.inferred_shared):
        sets.append(("inferred-shared", found.actual_shared, found.inferred_shared, found.tau_shared))
    for name, actual, inferred, tau in sets:
        x, y = np.asarray(actual)[at], np.asarray(inferred)[at]
        title = words.inferred_title(found.measure, int((y > x).sum()), len(at), shared=name != "inferred-all")
        axes = with_labels(found.measure, "actual"), with_labels(found.measure, "inferred")
        table = points(name, title, track, x, y, found.measure, found.measure)
        how, named = words.inferred_how(found.measure, tau), few(track.systems, x, y)
        figures.append(Scatter(name, title, how, table, *axes, named, same_scale=True))
    return figures
