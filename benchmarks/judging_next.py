"""How long the next task of very many takes, for a person who has answered half of them, each wanted twice."""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from contextlib import ExitStack

from benchmarks.judging import DATABASES, empty_database
from benchmarks.judging_world import WHO, ManyTasks
from irassay.judging.assessors.desk import Desk
from irassay.judging.store import rebuild_campaign
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.people import Person

GOAL = 50.0  # milliseconds, at the median
PER_QUERY = 100


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.judging_next", description=__doc__)
    parser.add_argument("--tasks", type=int, default=1_000_000, metavar="N", help=f"a multiple of {PER_QUERY}")
    parser.add_argument("--times", type=int, default=200, metavar="N")
    parser.add_argument("--database", choices=DATABASES, action="append", help="default: both")
    parser.add_argument("--check", action="store_true", help="exit 1 where the median misses its goal")
    args = parser.parse_args()
    medians = []
    for name in args.database or DATABASES:
        with ExitStack() as stack:
            many = ManyTasks(args.tasks, args.tasks // PER_QUERY)
            source = empty_database(name, stack)
            made, _ = rebuild_campaign(source, many, queries=many.queries, docs=many.docs)
            first, *times = _milliseconds(stack.enter_context(made), args.times)
        times.sort()
        medians.append(statistics.median(times))
        p95 = times[int(0.95 * (len(times) - 1))]
        print(
            f"database {name}  tasks {args.tasks}  first ms {first:.1f}  median ms {medians[-1]:.1f}  p95 ms {p95:.1f}"
        )
    return int(args.check and max(medians) > GOAL)


def _milliseconds(campaign: Campaign, times: int) -> list[float]:
    """What each of the next tasks takes, in the order asked; all are answered. The first one draws the order."""
    desk, who = Desk(campaign), Person(WHO, None, "assessor", "working")
    out = []
    for _ in range(times):
        start = time.perf_counter()
        [held] = desk.next(who, 1).held
        out.append(1000 * (time.perf_counter() - start))
        campaign.record(WHO, held.key, held.task, {"answer": "Related"})
    return out


if __name__ == "__main__":
    sys.exit(main())
