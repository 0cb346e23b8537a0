"""`irassay trainset`: training sets of rerankers that differ by known leaks alone."""

from __future__ import annotations

from irassay.cli import options
from irassay.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


DONE = "written"
NEEDED = ("train_queries", "corpus", "optional_qrels", "candidates", "known_leaks", "test_topics")
NEEDED_OF_TEST = ("test_qrels", "test_corpus")


def run(args: argparse.Namespace) -> int:
    """Make the sets, write them, and say what they hold."""
    from irassay.cli.answers.training_set_text import print_sets
    from irassay.files import try_folder
    from irassay.leakage import LabelledQueries, training_sets, write_training_sets
    from irassay.leakage.training_set_files import InputHashes
    from irassay.messages import conjugate, listed

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
    print_sets(sets, args.output, args.format, replaced, args.screen)
    return 0
