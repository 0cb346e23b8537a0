"""`irassay extrapolate`: labels for what is near each query's known answer."""

from __future__ import annotations

import os

from irassay.cli import options
from irassay.errors import UsageError
from irassay.wording import listed, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from irassay.cli.parser import Parser
    from irassay.collection.qrels import Qrels
    from irassay.drawing.terminal import Screen
    from irassay.label_sets.extrapolated import Extrapolated
    from irassay.retrieval import Index

DONE = "written"
UNFINISHED = "unfinished"  # lists that were found already, in the folder, until all is done


def configure(parser: Parser) -> None:
    """The options of `extrapolate`."""
    options.add(
        parser,
        *("qrels", "index_folder", "output", "deemed", "feed", "depth", "phi", "rel", "seed"),
        *("model", "k1", "b", "mu", "lengths", "input_format", "grade_scale", "label_map", "timeout"),
        *("workers", "dask", "threads"),
        index_folder={"count": "+", "help": "indexes of the same passages, each a folder or an engine's address"},
        output={"value": "DIR", "help": "the folder for the labels and what they were made of"},
        depth={"default": 100, "help": "how many passages a list has, at most"},
        rel={"default": 1, "help": "the least grade of a known answer"},
    )
    parser.examples = (
        "irassay extrapolate qrels.txt bm25.index -o more/",
        "irassay extrapolate qrels.txt bm25.index --workers 8 -o more/",
        "irassay extrapolate qrels.txt bm25.index dense.index --deemed 20 -o more/",
        "irassay extrapolate qrels.txt bm25.index 'mine=command:./search --fast' -o more/",
    )


def run(args: argparse.Namespace) -> int:
    """Extrapolate, write the folder, and say which queries have no gold."""
    from irassay.files import try_folder
    from irassay.formats import read_qrels
    from irassay.label_sets.extrapolated import extrapolated
    from irassay.label_sets.extrapolated_files import write_extrapolated
    from irassay.retrieval import open_index
    from irassay.workflows import shelf_in

    if not args.output:
        raise UsageError("where are the labels to be written? Add -o DIR, a folder")
    if args.depth < args.deemed:
        raise UsageError(f"--depth {args.depth} is less than --deemed {args.deemed}: lists must be long enough")
    try_folder(args.output)
    search = {name: getattr(args, name) for name in ("model", "k1", "b", "mu", "lengths", "threads", "timeout")}
    qrels = read_qrels(
        args.qrels, input_format=args.input_format, grade_scale=args.grade_scale, label_map=args.label_map
    )
    indexes = [open_index(path, **search) for path in args.index_folder]
    with shelf_in(os.path.join(args.output, UNFINISHED)) as shelf:
        more = extrapolated(
            qrels,
            indexes,
            **{name: getattr(args, name) for name in ("deemed", "feed", "depth", "phi", "rel", "seed", "threads")},
            **options.departures(args, "workers", "dask"),
            keep=shelf,
            expect=lambda n, n_indexes: args.screen.explain(
                f"Now {plural(n, 'more passage')} searched for in {plural(n_indexes, 'index', 'indexes')}"
            ),
        )
        files = write_extrapolated(more, args.output, provenance=_provenance(qrels, indexes))
    _print_summary(more, args.output, files, args.screen)
    return 0


def _provenance(qrels: Qrels, indexes: Sequence[Index]) -> dict[str, object]:
    from irassay.provenance import versions
    from irassay.retrieval import EngineIndex

    inputs = {reading.source: reading.sha256 for reading in qrels.readings}
    inputs |= {index.path: index.digest for index in indexes}
    engines = {index.name: index.origin.to_dict() for index in indexes if isinstance(index, EngineIndex)}
    return {"inputs": inputs, **({"engines": engines} if engines else {}), "versions": versions()}


def _print_summary(more: Extrapolated, folder: str, files: Sequence[str], screen: Screen) -> None:
    from irassay.drawing.tables.text import Column, lines_of

    names = list(more.deemed)
    columns = [
        Column("list", names, name=True),
        Column("queries", [f"{len(more.deemed[name]):,}" for name in names]),
        Column("deemed", [f"{sum(map(len, more.deemed[name].values())):,}" for name in names]),
    ]
    for block in lines_of(columns, screen.width):
        screen.explain("\n".join(block))
    if more.without:
        n = plural(len(more.without), "query")
        such = listed(more.without, 5)
        screen.warn(f"{n} without a gold that every index has, which keep their labels: {such}")
    screen.explain(f"{plural(len(files), 'file')} in {folder}")
