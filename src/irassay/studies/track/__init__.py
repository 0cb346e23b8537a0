"""A track's overview: who took part, who scored what, and kinds of runs and queries."""

from irassay.studies.track.sections.results import broken_in
from irassay.studies.track.study import track
from irassay.studies.track.track_data import shown_left_out

__all__ = ["broken_in", "shown_left_out", "track"]
