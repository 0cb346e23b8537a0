"""Files to nouns and nouns to files, one family a module; formats are told by content."""

from __future__ import annotations

from irassay.formats.reading import load_qrels, load_runs, read_qrels, read_runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.addressed import read_addressed
    from irassay.formats.attributes import read_attribute
    from irassay.formats.frames import to_frame
    from irassay.formats.metadata import read_metadata
    from irassay.formats.passes import read_label_sets, read_passes
    from irassay.formats.preferences import read_preferences, write_preferences
    from irassay.formats.texts import read_texts
    from irassay.formats.writing import write_qrels
    from irassay.formats.writing_runs import write_runs
    from irassay.formats.writing_texts import write_texts

# Loaded when asked for: scoring files needs none of them.
_LATER = {
    "read_addressed": "addressed",
    "read_attribute": "attributes",
    "read_label_sets": "passes",
    "read_metadata": "metadata",
    "read_passes": "passes",
    "read_preferences": "preferences",
    "read_texts": "texts",
    "to_frame": "frames",
    "write_preferences": "preferences",
    "write_qrels": "writing",
    "write_runs": "writing_runs",
    "write_texts": "writing_texts",
}

__all__ = [
    "load_qrels",
    "load_runs",
    "read_addressed",
    "read_attribute",
    "read_label_sets",
    "read_metadata",
    "read_passes",
    "read_preferences",
    "read_qrels",
    "read_runs",
    "read_texts",
    "to_frame",
    "write_preferences",
    "write_qrels",
    "write_runs",
    "write_texts",
]


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'irassay.formats' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"irassay.formats.{_LATER[name]}"), name)
