"""`irassay track`: what a track's overview reports, as a page."""

from __future__ import annotations

from irassay.cli.inputs import inputs_of, study_settings
from irassay.cli.result_files import (
    about_files,
    about_metadata,
    extras_can_be_written,
    recorded,
    sheets_written,
    size_of,
    write_charts,
)
from irassay.formats import read_label_sets, read_metadata
from irassay.reporting import write_run_sheets
from irassay.reporting.write import writer_for
from irassay.studies.track import broken_in, shown_left_out
from irassay.studies.track.study import explore
from irassay.studies.track.track_data import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def run(args: argparse.Namespace) -> int:
    """Make the page and say what its headline is."""
    writer_for(args.output)
    extras_can_be_written(args.figures, args.figure_format, args.sheets, args.sheets_by, args.metadata)
    inputs = inputs_of(vars(args)).but(metadata=None)
    labels, runs = inputs.load()
    grades = {"grade_scale": args.grade_scale, "label_map": args.label_map}
    second = read_label_sets(args.second_qrels, **grades) if args.second_qrels else None
    settings = study_settings(
        Settings, vars(args) | {"second_qrels": second, "passage_qrels": inputs.read(args.passage_qrels)}
    )
    result = explore(inputs.but(qrels=labels, runs=runs, leave_out=(), metadata=args.metadata), settings)
    result = recorded(result, leave_out=shown_left_out(args.leave_out, args.for_group))
    result.write(args.output)
    if args.screen.live:
        args.screen.say(" ".join(filter(None, (result.title, about_files(result)))))
    args.screen.result(f"{args.output}  {size_of(args.output)}")
    write_charts(result, args.figures, args.figure_format, args.screen)
    known = runs.with_metadata(read_metadata(args.metadata)) if args.metadata else runs
    if args.sheets:
        of_sheets = {name: getattr(args, name) for name in ("query_texts", "ties", "alpha", "seed", "threads")}
        of_sheets |= {"measures": result.provenance.options["measures"], "left_out": broken_in(result)}
        pages = write_run_sheets(labels, known, to=args.sheets, by=args.sheets_by, **of_sheets)
        args.screen.result(sheets_written(len(pages), args.sheets))
    if not args.screen.live:
        args.screen.say(" ".join(filter(None, (result.title, result.standfirst, about_files(result)))))
    for warning in about_metadata(known):  # real names: who makes a group's page knows them
        args.screen.warn(warning)
    args.screen.next(f"open {args.output}")
    return 0
