"""Options about collections of evidence."""

from __future__ import annotations

from irassay.cli.options.option import FILES, JUDGING, Option, whole

OPTIONS = (
    Option(
        "wiki",
        "an export of a wiki (XML, plain, gz or bz2), or HTML dumps; with --links the passages' texts; or the folder "
        "of a collection, which goes on with --answers",
        spelling=("WIKI",),
        group=FILES,
    ),
    Option(
        "members",
        "a table with the columns group and member (CSV, Parquet): its groups take the place of the lists'",
        group=FILES,
        value="FILE",
    ),
    Option(
        "links",
        "without a wiki: a table with the columns entity and passage, what each passage is about (needs --members)",
        group=FILES,
        value="FILE",
    ),
    Option(
        "links_of",
        "where a passage's links are looked for: in itself, or in its whole article",
        group=JUDGING,
        choices=("passage", "article"),
        default="passage",
    ),
    Option(
        "mentions",
        "passages that name a member's title or alias without a link are candidates too",
        group=JUDGING,
        count=0,
    ),
    Option("sections", "sections of articles are passages too, not introductions alone", group=JUDGING, count=0),
    Option(
        "list_title",
        "how the title of a list begins, whose tables have groups",
        spelling=("--title",),
        group=JUDGING,
        value="TEXT",
        default="List of",
    ),
    Option(
        "least_evidence",
        "the fewest passages of evidence of a group that is kept",
        group=JUDGING,
        value="N",
        takes=whole(1, 1_000_000),
        default=5,
    ),
    Option(
        "check",
        "write to-check.tsv: N candidates with the answer yes and N with no, drawn for people to judge",
        group=JUDGING,
        value="N",
        takes=whole(1, 1_000_000),
    ),
    Option(
        "checked",
        "to-check.tsv with its column answer filled in, or labels: how sound the answers of the collection are",
        group=JUDGING,
        value="FILE",
    ),
    Option(
        "phrase",
        "ask the model of this file (as of irassay ask --judge) for words of each query: words.tsv, for --query-texts",
        group=JUDGING,
        value="FILE",
    ),
)
