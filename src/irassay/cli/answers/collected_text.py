"""What `irassay collect` prints: how many of what, stage by stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from irassay.cli.answers.one_screen import print_answer
from irassay.drawing.tables.text import TextColumn
from irassay.evidence.answering import CARD_TEXT, QRELS, TO_CHECK, WHOLE, card_of
from irassay.evidence.card import in_words
from irassay.evidence.plan import DISCARDED, TO_JUDGE
from irassay.evidence.words import EVIDENCE
from irassay.messages import count, plural

if TYPE_CHECKING:
    from irassay.drawing.terminal import Screen
    from irassay.evidence.folder import Folder
    from irassay.evidence.soundness import Soundness

OF_SAMPLES = "Intervals are of the sample: people who judged it are taken to be right."


def print_candidates(folder: Folder, counts: Mapping[str, int], screen: Screen) -> None:
    """What is to be judged, then the counts of the stages."""
    answer = f"{plural(counts['candidates'], 'candidate')} to judge for {plural(counts['groups'], 'group')}."
    told = [
        f"Fill in the column answer of {folder.file(TO_JUDGE)}: yes or no." if counts["candidates"] else "",
        f"{folder.file(DISCARDED)} has what is left out, and why." if counts["discarded"] else "",
        "" if counts["groups"] or counts["discarded"] else "No list was found: its title begins with --title.",
    ]
    some = {name: count(n) for name, n in counts.items() if n}
    table = [TextColumn("", list(some), align="left"), TextColumn("", list(some.values()))]
    print_answer(screen, answer, [("", table, ())], sentences=told, more="")


def print_evidence(folder: Folder, written: Mapping[str, int], screen: Screen) -> None:
    """How much evidence answers found, by group size."""
    answer = EVIDENCE("card", passages=written["evidence"], queries=written["queries"])
    told = [
        f"{plural(written['open'], 'candidate')} without an answer." if written["open"] else "",
        f"{plural(written['few'], 'group')} with too little evidence left out." if written["few"] else "",
        f"Labels: {folder.file(QRELS)}; with members: {folder.file(WHOLE)}; card: {folder.file(CARD_TEXT)}.",
    ]
    print_answer(screen, answer, [("", _card(folder), ())], sentences=told, more="")


def print_check(folder: Folder, n: int, screen: Screen) -> None:
    """Where the sample for people is."""
    told = [f"Fill in the column answer of {folder.file(TO_CHECK)}: yes or no. It does not show what was answered."]
    print_answer(screen, f"{plural(n, 'candidate')} to check.", sentences=told, more="")


def print_words(n: int, words: str, screen: Screen) -> None:
    """Where the words of queries are."""
    print_answer(screen, f"{plural(n, 'query')} put into words: {words}.", more="Read them before you use them.")


def print_soundness(found: Soundness, screen: Screen) -> None:
    """How sound the answers are."""
    first, *others = found.sentences()
    print_answer(screen, first, sentences=others, more=OF_SAMPLES)


def _card(folder: Folder) -> list[TextColumn]:
    """What groups of each size have, to a digit."""
    columns = in_words(*card_of(folder))
    return [TextColumn(head, cells, name=i == 0) for i, (head, cells) in enumerate(columns) if head != "elsewhere"]
