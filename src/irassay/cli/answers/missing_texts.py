"""Texts that a file of texts lacks, or has empty: who is to judge would find empty cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from irassay.cli.answers.said import CLI
from irassay.messages import plural, visible
from irassay.preflight.ids import mending

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.drawing.terminal import Screen


def warn(ids: Iterable[str], texts: Mapping[str, str], noun: str, source: str, screen: Screen) -> None:
    """Warn where `texts`, which `source` has, are not there for all ids of such things, or are empty."""
    wanted = set(ids)
    missing = len(wanted.difference(texts))
    if missing:
        screen.warn(CLI("texts.none", n=missing, of=plural(len(wanted), noun), source=source))
    if text := empty({one: texts[one] for one in wanted if one in texts}, noun, source):
        screen.warn(text)


def empty(texts: Mapping[str, str], noun: str, source: str) -> str:
    """Which of these texts are empty; "" where none is."""
    blank = sorted(one for one, text in texts.items() if not text.strip())
    return CLI("texts.empty", names=blank, n=len(blank), of=plural(len(texts), noun), source=source) if blank else ""


def without_text(labels: Qrels, by_id: Qrels, texts: Mapping[str, str], source: str) -> str:
    """A warning of labels that are lost because their queries are none of the texts; `by_id` are the labels after
    queries took their ids."""
    known = {text.strip() for text in texts.values()}
    lost = [query for query in labels.queries if query.strip() not in known]
    if not lost or (by_id is labels and any(query in texts for query in labels.queries)):
        return ""
    unmatched = known - {query.strip() for query in labels.queries}
    hint = mending([({query.strip() for query in lost}, unmatched)], noun="queries", sides=("the labels", source))
    n = 0 if by_id is labels else sum(len(labels.grades(query)) for query in lost)
    return CLI("texts.lost", names=list(map(visible, lost)), source=visible(source), labels=n, hint=hint)
