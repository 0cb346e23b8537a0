"""`irassay experiment`: rerankers trained with leaks and without, and what that did."""

from __future__ import annotations

import os

from irassay.cli.result_files import write_page
from irassay.drawing.tables.text import filled
from irassay.drawing.terminal import Screen, duration
from irassay.errors import MissingLibrary
from irassay.messages import plural, size
from irassay.result import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.studies.memorisation.plan import Plan

PAGE = "experiment.html"


def run(args: argparse.Namespace) -> int:
    """Read the plan, do what is not done, write the page."""
    from irassay.studies.memorisation.plan import read_plan
    from irassay.workflows import executor_of

    plan = read_plan(args.plan_file)
    MissingLibrary.load("torch", "neural")
    if args.foresee:
        _foresee(plan, args.output, args.device, args.screen)
        return 0
    from irassay.studies.memorisation.experiment import experiment

    result = experiment(plan, args.output, executor_of(args.workers, args.dask), device=args.device)
    write_page(result, os.path.join(args.output, PAGE), args.screen)
    for section in result.sections:  # the first finding of each, under the title that the page's line has
        first = next((part for part in section.body if isinstance(part, Finding)), None)
        if first is not None:
            args.screen.result("\n" + filled(first.text, args.screen.prose))
    return 0


def _foresee(plan: Plan, folder: str, device: str, screen: Screen) -> None:
    """Print what is still to come."""
    from irassay.studies.memorisation.experiment import cost

    of = cost(plan, folder, device=device)
    screen.result(f"{plural(of.n_trainings, 'training')}: some {duration(of.hours * 3600)} here, one after another")
    screen.result(f"{size(of.n_bytes)} of disk in {folder}")
