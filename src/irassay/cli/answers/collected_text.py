"""What `irassay collect` prints: how many of what, stage by stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from irassay.cli.answers.one_screen import print_answer
from irassay.drawing.tables.text import TextColumn
from irassay.evidence.collecting import DISCARDED, JUDGMENTS, QRELS, TO_JUDGE
from irassay.messages import count, plural

if TYPE_CHECKING:
    from irassay.drawing.terminal import Screen
    from irassay.evidence.folder import Folder

MORE = "log.jsonl has each stage with its counts and hashes."


def print_collected(folder: Folder, counts: Mapping[str, int], written: Mapping[str, int], screen: Screen) -> None:
    """The answer, then the counts of the stages."""
    if written:
        answer = f"{plural(written['evidence'], 'passage')} of evidence for {plural(written['queries'], 'query')}."
        told = [
            f"{plural(written['open'], 'candidate')} without an answer." if written["open"] else "",
            f"{plural(written['few'], 'group')} with too little evidence left out." if written["few"] else "",
            f"Labels: {folder.file(QRELS)}; answers: {folder.file(JUDGMENTS)}.",
        ]
    else:
        answer = f"{plural(counts['candidates'], 'candidate')} to judge for {plural(counts['groups'], 'group')}."
        told = [
            f"Fill in the column answer of {folder.file(TO_JUDGE)}: yes or no.",
            f"{folder.file(DISCARDED)} has the columns that are left out, and why." if counts["discarded"] else "",
        ]
    shown = written or counts
    table = [TextColumn("", list(shown), align="left"), TextColumn("", [count(n) for n in shown.values()])]
    print_answer(screen, answer, [("", table, ())], sentences=told, more=MORE)
