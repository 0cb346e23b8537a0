"""The nouns: labels, rankings, texts, what is known about systems, and the Reading that comes with each."""

from __future__ import annotations

_HOME = {
    "Qrels": "qrels",
    "QrelsStack": "stack",
    "Runs": "runs",
    "Reading": "reading",
    "Metadata": "metadata",
    "Texts": "texts",
    "Preferences": "preferences",
}

__all__ = ["Metadata", "Preferences", "Qrels", "QrelsStack", "Reading", "Runs", "Texts"]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'irassay.collection' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"irassay.collection.{_HOME[name]}"), name)
