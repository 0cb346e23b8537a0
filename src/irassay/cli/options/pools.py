"""Options of pools: known answers, pairs, and shares that are drawn."""

from __future__ import annotations

from irassay.cli.options.option import JUDGING, Option, whole


def a_band(text: str) -> tuple[int, float]:
    """A band of ranks by its last one, and the share of it to draw."""
    end, _, share = text.partition(":")
    try:
        band = whole(2)(end), float(share)
    except ValueError:
        band = 0, 0.0
    if not 0 < band[1] <= 1:
        raise ValueError("RANK:SHARE, the last rank of the band and a share above 0 and up to 1, such as 100:0.1")
    return band


OPTIONS = (
    Option(
        "known_answers",
        "labels whose relevant documents join the pool of their query, as answers that are known to be good",
        spelling=("--known",),
        group=JUDGING,
        value="QRELS",
    ),
    Option(
        "known_rule",
        "which documents of --known join: a query's first relevant one in the file, or all",
        group=JUDGING,
        choices=("first", "all"),
        default="first",
    ),
    Option(
        "pair_rule",
        "write pairs of documents to compare: all of a query's pool; each against the known answer; one run's first "
        "against it, or its second where the first is that answer",
        spelling=("--pairs",),
        group=JUDGING,
        choices=("all", "known", "next"),
    ),
    Option(
        "sampled_queries",
        "draw N of the queries",
        spelling=("--sample",),
        group=JUDGING,
        value="N",
        takes=whole(1, 10_000_000),
    ),
    Option(
        "min_pool",
        "leave out queries whose pool has fewer documents, and count them",
        group=JUDGING,
        value="N",
        takes=whole(1, 1_000_000),
        shown="2 with --pairs, else 1",
    ),
    Option(
        "bands",
        "below --depth, draw this share of each query's documents down to RANK; repeat it for deeper bands. The table "
        "has those that were not drawn too",
        spelling=("--band",),
        group=JUDGING,
        value="RANK:SHARE",
        takes=a_band,
        repeated=True,
    ),
)
