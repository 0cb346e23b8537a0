"""Texts that a file of texts lacks: who is to judge would find empty cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from irassay.wording import plural

if TYPE_CHECKING:
    from irassay.drawing.terminal import Screen


def warn(ids: Iterable[str], texts: Collection[str], noun: str, source: str, screen: Screen) -> None:
    """Warn where `texts`, which `source` has, are not there for all ids of such things."""
    wanted = set(ids)
    missing = len(wanted.difference(texts))
    if missing:
        have = "has" if missing == 1 else "have"
        screen.warn(f"{missing:,} of {plural(len(wanted), noun)} {have} no text in {source}")
