"""`irassay trainset`: training sets of rerankers that differ by known leaks alone."""

from __future__ import annotations

import os
from collections import Counter
from shlex import quote
from typing import TYPE_CHECKING

from irassay.cli import options
from irassay.cli.answers.one_screen import print_answer
from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import TextColumn
from irassay.errors import UsageError
from irassay.files import try_folder
from irassay.leakage import LabelledQueries, TrainingSets, training_sets, write_training_sets
from irassay.leakage.instance_sets import KINDS, MANIFEST, InputHashes
from irassay.messages import conjugate, count, counted, listed

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from irassay.drawing.terminal import Screen

NEEDED = ("train_queries", "corpus", "optional_qrels", "candidates", "known_leaks", "test_topics")
NEEDED_OF_TEST = ("test_qrels", "test_corpus")


def run(args: argparse.Namespace) -> int:
    """Make the sets, write them, and say what they hold."""
    needed = {name: getattr(args, name) for name in (*NEEDED, *NEEDED_OF_TEST, "output")}
    missing = [options.TABLE[name].spelling[-1] for name, value in needed.items() if not value]
    if missing:
        raise UsageError(f"{listed(missing, len(missing))} {conjugate(len(missing), 'is')} not given")
    try_folder(args.output)
    inputs = {options.TABLE[name].spelling[-1]: needed[name] for name in (*NEEDED[1:], *NEEDED_OF_TEST)}
    inputs |= {f"--queries {i + 1}": path for i, path in enumerate(args.train_queries)}
    hashes = InputHashes(inputs)
    train = LabelledQueries(
        args.train_queries, args.optional_qrels, args.corpus, args.candidates, skip_missing=args.skip_missing
    )
    test = LabelledQueries(args.test_topics, args.test_qrels, args.test_corpus, skip_missing=args.skip_missing)
    sets = training_sets(
        train, test, args.known_leaks, leaked=args.leaked, sizes=args.sizes, seed=args.seed, as_many=args.as_many
    )
    replaced = write_training_sets(sets, args.output, output_format=args.format, inputs=hashes)
    _print_sets(sets, args.output, args.format, replaced, args.screen)
    return 0


def _print_sets(sets: TrainingSets, to: str, output_format: str, replaced: Sequence[str], screen: Screen) -> None:
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
