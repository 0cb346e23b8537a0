"""Files to nouns and nouns to files, one format a module; formats are told by content."""

from __future__ import annotations

from irassay.formats.reading.qrels import load_qrels, read_qrels
from irassay.formats.reading.runs import load_runs, read_runs
from irassay.upward import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.reading.instances import read_instances
    from irassay.formats.reading.metadata import read_attribute, read_metadata
    from irassay.formats.reading.qrels import read_label_sets, read_passes, read_preferences
    from irassay.formats.reading.texts import read_addressed, read_texts
    from irassay.formats.reading.training import read_training
    from irassay.formats.tables.frames import to_frame
    from irassay.formats.writing.qrels import write_preferences, write_qrels
    from irassay.formats.writing.runs import write_runs
    from irassay.formats.writing.scores import write_texts

# Loaded when asked for: scoring files needs none of them.
_LATER = {
    "read_addressed": "reading.texts",
    "read_attribute": "reading.metadata",
    "read_instances": "reading.instances",
    "read_label_sets": "reading.qrels",
    "read_metadata": "reading.metadata",
    "read_passes": "reading.qrels",
    "read_preferences": "reading.qrels",
    "read_texts": "reading.texts",
    "read_training": "reading.training",
    "to_frame": "tables.frames",
    "write_preferences": "writing.qrels",
    "write_qrels": "writing.qrels",
    "write_runs": "writing.runs",
    "write_texts": "writing.scores",
}

__all__ = [
    "load_qrels",
    "load_runs",
    "read_addressed",
    "read_attribute",
    "read_instances",
    "read_label_sets",
    "read_metadata",
    "read_passes",
    "read_preferences",
    "read_qrels",
    "read_runs",
    "read_texts",
    "read_training",
    "to_frame",
    "write_preferences",
    "write_qrels",
    "write_runs",
    "write_texts",
]

__getattr__ = later(__name__, _LATER)
