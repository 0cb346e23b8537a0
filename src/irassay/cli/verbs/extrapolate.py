"""`irassay extrapolate`: labels for what is near each query's known answer."""

from __future__ import annotations

import os

from irassay.cli import options
from irassay.cli.answers.one_screen import table_text
from irassay.cli.answers.said import CLI
from irassay.cli.answers.unjudged_file import refuse_answered
from irassay.drawing.tables.text import TextColumn
from irassay.drawing.terminal import Screen, duration
from irassay.errors import UsageError
from irassay.files import try_folder, write_whole
from irassay.formats import read_qrels, read_texts
from irassay.label_sets.anchor_tasks import AnchorTask, anchor_form, draw_anchors
from irassay.label_sets.extrapolated import extrapolated, names_of
from irassay.label_sets.extrapolated_files import Extrapolated, refuse_other_lists
from irassay.messages import plural, size
from irassay.provenance import versions
from irassay.search import EngineIndex, Index, open_indexes
from irassay.workflows import shelf_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from irassay.collection.qrels import Qrels
    from irassay.label_sets.passage_lists import Cost

UNFINISHED = "unfinished"  # lists that were found already, in the folder, until all is done


def run(args: argparse.Namespace) -> int:
    """Extrapolate, write the folder, and say which queries have no gold."""
    if args.depth < args.deemed:
        raise UsageError(f"--depth {args.depth} is less than --deemed {args.deemed}: lists must be long enough")
    if not args.anchor_tasks:
        names = ("anchor_queries", "anchor_at", "query_texts", "doc_texts")
        options.refuse(args, *names, where="without --anchor-tasks")
    else:
        refuse_answered(args.anchor_tasks)
    try_folder(args.output)
    search = {name: getattr(args, name) for name in ("model", "k1", "b", "mu", "lengths", "threads", "timeout")}
    qrels = read_qrels(
        args.qrels, input_format=args.input_format, grade_scale=args.grade_scale, label_map=args.label_map
    )
    indexes = open_indexes(args.index_folder, **search)
    refuse_other_lists(args.output, names_of(indexes))
    with shelf_in(os.path.join(args.output, UNFINISHED)) as shelf:
        more = extrapolated(
            qrels,
            indexes,
            **{name: getattr(args, name) for name in ("deemed", "feed", "depth", "phi", "rel", "seed", "threads")},
            **options.departures(args, "workers", "dask"),
            keep=shelf,
            expect=lambda cost: args.screen.explain(_foreseen(cost)),
        )
        form = ""
        if args.anchor_tasks:
            tasks = draw_anchors(more, anchor_at=args.anchor_at, anchor_queries=args.anchor_queries, seed=args.seed)
            form = _form(tasks, args.query_texts, args.doc_texts)
        files = more.write(args.output, provenance=_provenance(qrels, indexes))
    _print_summary(more, args.output, files, args.screen)
    if form:
        write_whole(args.anchor_tasks, form)
        args.screen.explain(CLI("extrapolated.tasks", tasks=tasks, to=args.anchor_tasks))
    return 0


def _form(tasks: Sequence[AnchorTask], query_texts: str, doc_texts: str) -> str:
    """The questions as a table, with the texts."""
    queries = read_texts(query_texts).pick({task.query for task in tasks})
    passages = read_texts(doc_texts).pick({doc for task in tasks for doc in (task.gold, task.passage)})
    return anchor_form(tasks, queries, passages)


def _foreseen(cost: Cost) -> str:
    """What is still to come, for people."""
    of = {"n": cost.n_passages, "indexes": cost.n_indexes, "exact": cost.exact}
    return CLI("extrapolated.cost", **of, time=duration(cost.seconds), size=size(cost.n_bytes))


def _provenance(qrels: Qrels, indexes: Sequence[Index]) -> dict[str, object]:
    inputs = {reading.source: reading.sha256 for reading in qrels.readings}
    inputs |= {index.path: index.digest for index in indexes}
    engines = {index.name: index.origin.to_dict() for index in indexes if isinstance(index, EngineIndex)}
    return {"inputs": inputs, **({"engines": engines} if engines else {}), "versions": versions()}


def _print_summary(more: Extrapolated, folder: str, files: Sequence[str], screen: Screen) -> None:
    names = list(more.deemed)
    columns = [
        TextColumn("list", names, name=True),
        TextColumn("queries", [f"{len(more.deemed[name]):,}" for name in names]),
        TextColumn("deemed", [f"{sum(map(len, more.deemed[name].values())):,}" for name in names]),
    ]
    screen.explain(table_text(columns, screen))
    if more.without:
        screen.warn(CLI("extrapolated.without", names=list(more.without)))
    screen.explain(f"{plural(len(files), 'file')} in {folder}")
