"""The nouns: labels, rankings, texts, what is known about systems, and the Reading that comes with each."""

from __future__ import annotations

from irassay.upward import answered_in, later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.attribute import DocAttribute
    from irassay.collection.metadata import Metadata
    from irassay.collection.preferences import Preferences
    from irassay.collection.qrels import Qrels
    from irassay.collection.reading import Reading
    from irassay.collection.runs import Runs
    from irassay.collection.stack import QrelsStack
    from irassay.collection.texts import Texts

__all__ = ["DocAttribute", "Metadata", "Preferences", "Qrels", "QrelsStack", "Reading", "Runs", "Texts"]

answered_in("irassay.collection.notebook_views", "html_of_noun")

# Loaded when asked for: scoring files needs few of them.
_LATER = {
    "DocAttribute": "attribute",
    "Metadata": "metadata",
    "Preferences": "preferences",
    "Qrels": "qrels",
    "QrelsStack": "stack",
    "Reading": "reading",
    "Runs": "runs",
    "Texts": "texts",
}

__getattr__ = later(__name__, _LATER)
