"""What `irassay trainset` prints: a line a kind of set, what was left out, and what there was too little of."""

from __future__ import annotations

import os
from collections import Counter
from shlex import quote
from typing import TYPE_CHECKING

from irassay.cli.answers.one_screen import print_answer
from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import TextColumn
from irassay.leakage.instance_sets import KINDS
from irassay.leakage.training_set_files import MANIFEST
from irassay.messages import count, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.drawing.terminal import Screen
    from irassay.leakage import TrainingSets


def print_sets(sets: TrainingSets, to: str, output_format: str, replaced: Sequence[str], screen: Screen) -> None:
    """How many sets of which sizes, and what is in the largest."""
    least, most = sets.sizes[0], sets.sizes[-1]
    answer = CLI("sets", n=len(KINDS) * len(sets.sizes), least=least, most=0 if most == least else most, to=to)
    filler = [sets.n_filler(kind, most) for kind in KINDS]
    table = [
        TextColumn("set", [f"{kind}-{most}" for kind in KINDS], name=True),
        TextColumn("leaked queries", [count(len(sets.leaks[kind])) for kind in KINDS]),
        TextColumn("filler queries", list(map(count, filler))),
    ]
    names = list(dict.fromkeys(pair.source for pair in sets.filler))
    if len(names) > 1:
        of = [Counter(pair.source for pair in sets.filler[:n]) for n in filler]
        table += [TextColumn(f"of {name}", [count(n[name]) for n in of], name=False) for name in names]
    left_out = ", ".join(counted(n, reason) for reason, n in sets.left_out.items())
    told = [
        *(CLI("sets.few", what=what, there=there, needed=needed) for what, needed, there in sets.shortfalls),
        f"Left out: {left_out}." if left_out else "",
        CLI("sets.replaced", files=replaced) if replaced else "",
    ]
    print_answer(screen, answer, [("", table, ())], sentences=told, more=CLI("sets.more", manifest=MANIFEST))
    if output_format == "jsonl":
        screen.next(f"irassay train knrm {quote(os.path.join(to, f'train-{least}.jsonl'))} -o models/knrm")
