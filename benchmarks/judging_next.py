"""How long the next task of very many takes, a multiple of 100, for a person who has answered half of them.

Each task is wanted twice.
"""

from __future__ import annotations

import statistics
import sys
import time
from contextlib import ExitStack

from benchmarks.answering import DATABASES, empty_database, options, p95
from benchmarks.judging_world import WHO, ManyTasks
from irassay.judging.assessors.desk import Desk
from irassay.judging.store import rebuild_campaign
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.people import Person

GOAL = 50.0  # milliseconds, at the median
PER_QUERY = 100


def main() -> int:
    args = options("judging_next", __doc__, tasks=1_000_000, times=200).parse_args()
    medians = []
    for name in args.database or DATABASES:
        with ExitStack() as stack:
            many = ManyTasks(args.tasks, args.tasks // PER_QUERY)
            source = empty_database(name, stack)
            made, _ = rebuild_campaign(source, many, queries=many.queries, docs=many.docs)
            first, *times = _milliseconds(stack.enter_context(made), args.times)
        medians.append(statistics.median(times))
        took = f"first ms {first:.1f}  median ms {medians[-1]:.1f}  p95 ms {p95(times)}"
        print(f"database {name}  tasks {args.tasks}  {took}")
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
