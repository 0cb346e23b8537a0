"""Neural rerankers: trained on instances, kept in folders, and asked for scores. Needs torch."""

from __future__ import annotations

from irassay.errors import MissingLibrary
from irassay.search.neural.settings import MODELS, PRESETS, Settings, settings_of
from irassay.upward import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.search.neural.reranker import Reranker, open_reranker
    from irassay.search.neural.training import train

_LATER = {"Reranker": "reranker", "open_reranker": "reranker", "train": "training"}

__all__ = ["MODELS", "PRESETS", "Reranker", "Settings", "open_reranker", "settings_of", "train"]

_load = later(__name__, _LATER)


def __getattr__(name: str) -> object:
    if name in _LATER:
        MissingLibrary.load("torch", "neural")
    return _load(name)
