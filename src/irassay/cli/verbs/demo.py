"""`irassay demo`: a small world with known truth, its report, and how the report's claims fare against the truth."""

from __future__ import annotations

import os

from irassay.cli.result_files import size_of
from irassay.drawing.tables.text import filled

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def run(args: argparse.Namespace) -> int:
    """Simulate, write the files, report on them, say where the page is and how it fares."""
    from pathlib import Path

    from irassay.studies.demo import against_truth, simulate, write_world
    from irassay.studies.overview import overview

    screen = args.screen
    world = simulate(seed=args.seed)
    paths = write_world(world, Path(args.to))
    result = overview(paths["qrels"], paths["runs"], metadata=paths["metadata"], seed=args.seed, threads=args.threads)
    page = os.path.join(args.to, "report.html")
    result.write(page)
    pooled = sum(system.pooled for system in world.systems)
    about = (
        f"A simulated collection in {args.to}: {len(world.systems)} runs, {len(world.queries)} queries, "
        f"{int(world.judged.sum()):,} labels pooled from {pooled} of the runs."
    )
    for text in (about, f"The report says: {result.title} {result.standfirst}", against_truth(result, world).explain()):
        screen.result(filled(text, screen.prose))
        screen.result()
    screen.result(f"{page}  {size_of(page)}")
    screen.next(f"open {page}")
    return 0
