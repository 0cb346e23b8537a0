"""A track's overview: who took part, who scored what, and kinds of runs and queries."""

from irassay.studies.track.anonymised import shown_left_out
from irassay.studies.track.sections.participation import broken_in
from irassay.studies.track.study import track

__all__ = ["broken_in", "shown_left_out", "track"]
