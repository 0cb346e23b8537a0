"""Texts that a file of texts lacks, or has empty: who is to judge would find empty cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from irassay.messages import conjugate, plural
from irassay.scoring.left_out_words import some

if TYPE_CHECKING:
    from irassay.drawing.terminal import Screen


def warn(ids: Iterable[str], texts: Mapping[str, str], noun: str, source: str, screen: Screen) -> None:
    """Warn where `texts`, which `source` has, are not there for all ids of such things, or are empty."""
    wanted = set(ids)
    missing = len(wanted.difference(texts))
    if missing:
        screen.warn(f"{missing:,} of {plural(len(wanted), noun)} {conjugate(missing, 'has')} no text in {source}")
    if text := empty({one: texts[one] for one in wanted if one in texts}, noun, source):
        screen.warn(text)


def empty(texts: Mapping[str, str], noun: str, source: str) -> str:
    """Which of these texts are empty; "" where none is."""
    blank = sorted(one for one, text in texts.items() if not text.strip())
    have = conjugate(len(blank), "has")
    return (
        f"{len(blank):,} of {plural(len(texts), noun)} {have} an empty text in {source}: {some(blank)}" if blank else ""
    )
