"""Options about preferences."""

from __future__ import annotations

from irassay.cli.options.option import ANSWER, COMPARISON, FILES, Option, share, whole

OPTIONS = (
    Option(
        "preferences",
        "the preferences: a file, or a folder or quoted pattern whose files are rounds, by name; or a campaign",
        spelling=("PREFERENCES",),
        group=FILES,
    ),
    Option(
        "least_asked",
        "two systems have a win ratio if this share of the queries on which they differ has a judged pair",
        group=COMPARISON,
        value="X",
        takes=share,
        default=0.5,
    ),
    Option(
        "fill",
        "what a pair counts as that nobody judged: nothing, what its grades say where they differ, or what other "
        "preferences lead to",
        group=COMPARISON,
        choices=("none", "grades", "transitive"),
        default="none",
    ),
    Option(
        "incomplete",
        "best answers of pools with pairs that nobody judged: none, or by the share of wins among the judged ones",
        group=COMPARISON,
        choices=("leave-out", "share"),
        default="leave-out",
    ),
    Option(
        "best_to",
        "write the best answers to FILE as qrels, one line each",
        spelling=("--best",),
        group=ANSWER,
        value="FILE",
        writes="file",
    ),
    Option(
        "wins_to",
        "write to FILE how often each document won, as qrels",
        spelling=("--win-counts",),
        group=ANSWER,
        value="FILE",
        writes="file",
    ),
    Option(
        "next_to",
        "write to FILE the pairs to judge now, with --qrels also those of queries that nobody judged yet",
        spelling=("--next",),
        group=ANSWER,
        value="FILE",
        writes="file",
    ),
    Option(
        "version",
        "the version to publish, or from which --changes counts",
        group=ANSWER,
        value="N",
        takes=whole(1, 1_000_000),
        shown="the last; for --changes the one before",
    ),
    Option(
        "publish",
        "write a version into a folder: answers, leaderboard, changes",
        group=ANSWER,
        value="DIR",
        writes="folder",
    ),
    Option(
        "moves_to",
        "write to FILE which ranks moved and why, and what newcomers cost",
        spelling=("--changes",),
        group=ANSWER,
        value="FILE",
        writes="file",
    ),
)
