"""Labels and runs as the command line names them: which format goes to which, and standard input only once."""

from __future__ import annotations

import os

from irassay.errors import UsageError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs

STDIN = "-"


def checked(args: argparse.Namespace) -> None:
    """Raise where standard input is named twice, or a measure stands among the runs."""
    if [args.qrels, *args.runs].count(STDIN) > 1:
        raise UsageError("- is given twice, but standard input can be read only once")
    for run in args.runs:
        if run != STDIN and not os.path.exists(run) and _is_measure(run):
            raise UsageError(f"no file {cut(run)}; each measure needs its own -m: -m {run}")


def _is_measure(text: str) -> bool:
    from irassay.measures import Measure

    try:
        Measure.parse(text)
    except UsageError:
        return False
    return True


def formats(args: argparse.Namespace) -> tuple[str | None, str | None]:
    """What ``--input-format`` says of the labels and of the runs: it is about those files that can have that format."""
    name = args.input_format
    if name is None:
        return None, None
    from irassay.formats import detection, registry

    known = dict.fromkeys((*registry.names("labels"), *registry.names("runs")))
    if name not in known:
        raise UsageError(f"--input-format is {cut(name)}, expected one of {', '.join(known)}")
    return detection.split(name)


def labels(args: argparse.Namespace) -> Qrels:
    """The labels."""
    from irassay.formats import read_qrels

    checked(args)
    read = read_qrels(args.qrels, input_format=formats(args)[0], grade_scale=args.grade_scale)
    before = earlier(args)
    return read if before is None else read.residual(before)


def earlier(args: argparse.Namespace) -> Qrels | None:
    """The labels whose documents ``--residual`` leaves out, None where it is not given."""
    from irassay.formats import read_qrels

    return read_qrels(args.residual) if getattr(args, "residual", None) else None


def rankings(args: argparse.Namespace, sources: Sequence[str]) -> Runs:
    """The runs, without the documents that ``--residual`` leaves out."""
    from irassay.formats import read_runs

    read = read_runs(sources, input_format=formats(args)[1], threads=args.threads)
    before = earlier(args)
    return read if before is None else read.residual(before)


def as_one(args: argparse.Namespace) -> bool:
    """Whether documents with the same text count as one.

    Raises
    ------
    UsageError
        That is asked for without the texts.
    """
    if args.duplicates != "one":
        return False
    if not args.doc_texts:
        raise UsageError("--duplicates one needs the documents' texts: add --doc-texts FILE")
    return True


def merged(args: argparse.Namespace, qrels: Qrels, runs: Runs) -> tuple[Qrels, Runs]:
    """Labels and runs with documents of the same text as one, where that is asked for."""
    if not as_one(args):
        return qrels, runs
    from irassay.collection.duplicates import RULE, find_duplicates
    from irassay.drawing.text import filled
    from irassay.formats.reading.texts import read_texts

    same = find_duplicates(read_texts(args.doc_texts), qrels, runs)
    said = f"{args.doc_texts}: {len(same):,} texts under {same.n_documents:,} ids. {RULE}"
    args.screen.explain(filled(said, args.screen.prose))
    return same.merge_labels(qrels), same.merge_runs(runs)
