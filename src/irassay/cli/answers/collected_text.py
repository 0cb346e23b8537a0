"""What `irassay collect` prints: how many of what, stage by stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from irassay.cli.answers.one_screen import print_answer
from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import TextColumn
from irassay.evidence.answering import CARD_TEXT, QRELS, TO_CHECK, WHOLE, card_of
from irassay.evidence.card import in_words
from irassay.evidence.folder import DISCARDED, TO_JUDGE
from irassay.evidence.words import EVIDENCE
from irassay.messages import count

if TYPE_CHECKING:
    from irassay.drawing.terminal import Screen
    from irassay.evidence.folder import Folder
    from irassay.evidence.soundness import Soundness


def print_candidates(folder: Folder, counts: Mapping[str, int], screen: Screen) -> None:
    """What is to be judged, then the counts of the stages."""
    told = [
        CLI("candidates.answer", file=folder.file(TO_JUDGE)) if counts["candidates"] else "",
        CLI("candidates.left-out", file=folder.file(DISCARDED)) if counts["discarded"] else "",
        "" if counts["groups"] or counts["discarded"] else CLI("candidates.none"),
    ]
    some = {name: count(n) for name, n in counts.items() if n}
    table = [TextColumn("", list(some), align="left"), TextColumn("", list(some.values()))]
    answer = CLI("candidates", n=counts["candidates"], groups=counts["groups"])
    print_answer(screen, answer, [("", table, ())], sentences=told, more="")


def print_evidence(folder: Folder, written: Mapping[str, int], screen: Screen) -> None:
    """How much evidence answers found, by group size."""
    files = {"qrels": folder.file(QRELS), "whole": folder.file(WHOLE), "card": folder.file(CARD_TEXT)}
    answer = EVIDENCE("card", passages=written["evidence"], queries=written["queries"])
    told = [
        CLI("evidence.open", n=written["open"]) if written["open"] else "",
        CLI("evidence.few", n=written["few"]) if written["few"] else "",
        CLI("evidence.files", **files),
    ]
    print_answer(screen, answer, [("", _card(folder), ())], sentences=told, more="")


def print_check(folder: Folder, n: int, screen: Screen) -> None:
    """Where the sample for people is."""
    told = [CLI("candidates.answer-again", file=folder.file(TO_CHECK))]
    print_answer(screen, CLI("candidates.check", n=n), sentences=told, more="")


def print_words(n: int, words: str, screen: Screen) -> None:
    """Where the words of queries are."""
    print_answer(screen, CLI("phrased", n=n, words=words), more=CLI("phrased.more"))


def print_soundness(found: Soundness, screen: Screen) -> None:
    """How sound the answers are."""
    first, *others = found.sentences()
    print_answer(screen, first, sentences=others, more=CLI("evidence.sample"))


def _card(folder: Folder) -> list[TextColumn]:
    """What groups of each size have, to a digit."""
    columns = in_words(*card_of(folder))
    return [TextColumn(head, cells, name=i == 0) for i, (head, cells) in enumerate(columns) if head != "elsewhere"]
