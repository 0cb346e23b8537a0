"""Charts of runs with actual and with inferred labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.result import Scatter
from irassay.studies.sections.named_points import few
from irassay.studies.track.charts import points
from irassay.studies.track.sections import passages_words as words
from irassay.studies.track.words import with_labels

if TYPE_CHECKING:
    from irassay.label_sets.transfer_agreement import TransferAgreement
    from irassay.studies.track.track_data import Track


def inferred_scatters(track: Track, agreement: TransferAgreement) -> list[Scatter]:
    """Every run's mean with actual and with inferred labels, all and those of shared documents (Figure 9)."""
    place = {system: i for i, system in enumerate(agreement.systems)}
    at = [place[system] for system in track.systems]
    figures = []
    sets = [("inferred-all", agreement.actual, agreement.inferred, agreement.tau)]
    if (agreement.actual, agreement.inferred) != (agreement.actual_shared, agreement.inferred_shared):
        sets.append(("inferred-shared", agreement.actual_shared, agreement.inferred_shared, agreement.tau_shared))
    for name, actual, inferred, tau in sets:
        x, y = np.asarray(actual)[at], np.asarray(inferred)[at]
        title = words.inferred_title(agreement.measure, int((y > x).sum()), len(at), shared=name != "inferred-all")
        axes = with_labels(agreement.measure, "actual"), with_labels(agreement.measure, "inferred")
        table = points(name, title, track, x, y, agreement.measure, agreement.measure)
        how, examples = words.inferred_how(agreement.measure, tau), few(track.systems, x, y)
        figures.append(Scatter(name, title, how, table, *axes, examples, same_scale=True))
    return figures
