"""Label sets made from label sets: one file a way of making them. Each returns a QrelsStack, which `evaluate` takes."""

from __future__ import annotations

from irassay.judgments.groups import without_group
from irassay.judgments.thinned import thinned

__all__ = ["thinned", "without_group"]
