"""Options about test queries among training texts."""

from __future__ import annotations

from irassay.cli.options.option import ANSWER, FILES, LEAKS, Option, number, open_share, share, whole

OPTIONS = (
    Option("test_queries", ("TEST",), "the test queries: id TAB text, JSON lines, TREC topics", group=FILES),
    Option(
        "train",
        ("--train",),
        "training texts: id TAB text, a text a line, JSON lines, a table, Parquet, triples; a folder of these, or - "
        "for standard input; repeat it for more",
        group=FILES,
        value="FILE",
        repeated=True,
    ),
    Option(
        "train_query",
        ("--train-query",),
        "the column of the training queries",
        group=FILES,
        value="COLUMN",
        shown="query, anchor, question, sentence1 or text, whichever is there",
    ),
    Option(
        "variants",
        ("--variants",),
        "other wordings of the test queries, each under the query's id",
        group=FILES,
        value="FILE",
    ),
    Option(
        "found",
        ("--found",),
        "leaks that are known, instead of --train: a table parted by tabs with a column query, such as leaks.tsv",
        group=FILES,
        value="FILE",
    ),
    Option(
        "threshold",
        ("--threshold",),
        "call a pair a leak from this similarity on: the cosine with --encoder, else the overlap of words",
        group=LEAKS,
        value="X",
        takes=number(lambda x: -1 <= x <= 1, "a number from -1 to 1"),
    ),
    Option(
        "floor",
        ("--floor",),
        "with --encoder: the least cosine that is reported",
        group=LEAKS,
        value="X",
        takes=share,
        default=0.7,
    ),
    Option(
        "neighbours",
        ("--neighbours",),
        "with --encoder: the training texts that each test text is given, at most",
        group=LEAKS,
        value="N",
        takes=whole(1),
        default=100,
    ),
    Option(
        "labels",
        ("--labels",),
        "what people say of pairs: their word stands, and says from which similarity on a pair is a leak; leaks.tsv, "
        "JSON lines, or an annotation tool's export; repeat it for more",
        group=LEAKS,
        value="FILE",
        repeated=True,
    ),
    Option(
        "precision",
        ("--precision",),
        "with --labels: the share of pairs that must be leaks from the threshold on",
        group=LEAKS,
        value="X",
        takes=open_share,
        default=0.9,
    ),
    Option(
        "leak_qrels",
        ("--qrels",),
        "the labels, for scores on leaked and on clean queries",
        group=FILES,
        value="QRELS",
    ),
    Option(
        "leak_runs",
        ("--runs",),
        "with --qrels: the runs, files or folders; repeat it for more",
        group=FILES,
        value="RUN",
        repeated=True,
    ),
    Option(
        "exposed",
        ("--exposed",),
        "with --runs: the column of --metadata that says whether a system saw the leaked queries: yes, no, or nothing "
        "where that is not known",
        group=LEAKS,
        value="COLUMN",
    ),
    Option(
        "leaks",
        ("--leaks",),
        "write all pairs, strongest first, parted by tabs",
        group=ANSWER,
        value="FILE",
    ),
    Option(
        "by_query",
        ("--by-query",),
        "write what is known of each test query, clean ones too, parted by tabs",
        group=ANSWER,
        value="FILE",
    ),
    Option(
        "clean_queries",
        ("--clean-queries",),
        "write the ids of the queries without a leak, one a line",
        group=ANSWER,
        value="FILE",
    ),
)
