"""Options about preferences."""

from __future__ import annotations

from irassay.cli.options.option import COMPARISON, FILES, Option, share

OPTIONS = (
    Option(
        "preferences",
        ("PREFERENCES",),
        "the preferences: a file, or a folder or quoted pattern whose files are rounds, by name; or a campaign",
        group=FILES,
    ),
    Option(
        "least_asked",
        ("--least-asked",),
        "two systems have a win ratio if this share of the queries on which they differ has a judged pair",
        group=COMPARISON,
        value="X",
        takes=share,
        default=0.5,
    ),
    Option(
        "fill",
        ("--fill",),
        "what a pair counts as that nobody judged: nothing, what its grades say where they differ, or what other "
        "preferences lead to",
        group=COMPARISON,
        choices=("none", "grades", "transitive"),
        default="none",
    ),
)
