"""Options about test queries among training texts."""

from __future__ import annotations

from irassay.cli.options.option import ANSWER, FILES, LEAKS, Option, number, open_share, share, whole

OPTIONS = (
    Option(
        "with_leaks",
        "a run of the model trained on SET; repeat it for other seeds",
        spelling=("--with",),
        group=FILES,
        value="RUN",
        repeated=True,
    ),
    Option(
        "without_leaks",
        "a run of the same model trained without the leaks; repeat it for other seeds",
        spelling=("--without",),
        group=FILES,
        value="RUN",
        repeated=True,
    ),
    Option(
        "others",
        "without --without: a run of a system that saw no document of SET; repeat it for more",
        group=FILES,
        value="RUN",
        repeated=True,
    ),
    Option("test_queries", "the test queries: id TAB text, JSON lines, TREC topics", spelling=("TEST",), group=FILES),
    Option(
        "train",
        "training texts: id TAB text, a text a line, JSON lines, a table, Parquet, triples; a folder of these, or - "
        "for standard input; repeat it for more",
        group=FILES,
        value="FILE",
        repeated=True,
    ),
    Option(
        "train_query",
        "the column of the training queries",
        group=FILES,
        value="COLUMN",
        shown="query, anchor, question, sentence1 or text, whichever is there",
    ),
    Option(
        "train_positive",
        "the column of the passages that a training query shall find",
        group=FILES,
        value="COLUMN",
        shown="positive, pos, answer or document",
    ),
    Option(
        "train_negative",
        "the column of those that it shall not find",
        group=FILES,
        value="COLUMN",
        shown="negative, neg or hard_negatives",
    ),
    Option(
        "train_corpus",
        "the texts of training queries and passages that --train names by id alone, as triples of ids do; repeat it",
        group=FILES,
        value="FILE",
        repeated=True,
    ),
    Option("variants", "other wordings of the test queries, each under the query's id", group=FILES, value="FILE"),
    Option(
        "work",
        "keep what is finished in this folder, some training texts at a time: after an interrupt the same command goes "
        "on, and another one uses what is the same",
        group=LEAKS,
        value="FOLDER",
    ),
    Option(
        "found",
        "leaks that are known, instead of --train: a table parted by tabs with a column query, such as leaks.tsv",
        group=FILES,
        value="FILE",
    ),
    Option(
        "threshold",
        "call a pair a leak from this similarity on: the cosine with --encoder, else the overlap of words",
        group=LEAKS,
        value="X",
        takes=number(lambda x: -1 <= x <= 1, "a number from -1 to 1"),
    ),
    Option(
        "floor", "with --encoder: the least cosine that is reported", group=LEAKS, value="X", takes=share, default=0.7
    ),
    Option(
        "neighbours",
        "with --encoder: the training texts that each test text is given, at most",
        group=LEAKS,
        value="N",
        takes=whole(1),
        default=100,
    ),
    Option(
        "cheap_encoder",
        "with --encoder: a cheaper model, which keeps 1,000 training texts a test text for it; what it misses is said",
        spelling=("--screen",),
        group=LEAKS,
        value="MODEL",
    ),
    Option(
        "labels",
        "what people say of pairs: their word stands, and says from which similarity on a pair is a leak; what "
        "--review wrote, rows of leaks.tsv with people in the column by, JSON lines, or an annotation tool's export; "
        "repeat it for each person",
        group=LEAKS,
        value="FILE",
        repeated=True,
    ),
    Option(
        "precision",
        "with --labels: the share of pairs that must be leaks from the threshold on",
        group=LEAKS,
        value="X",
        takes=open_share,
        default=0.9,
    ),
    Option(
        "optional_qrels",
        "the labels, for scores on leaked and on clean queries",
        spelling=("--qrels",),
        group=FILES,
        value="QRELS",
    ),
    Option(
        "corpus",
        "with --qrels and --train: the documents' texts, by which a relevant one is told among training passages",
        group=FILES,
        value="FILE",
    ),
    Option(
        "leak_runs",
        "with --qrels: the runs, files or folders; repeat it for more",
        spelling=("--runs",),
        group=FILES,
        value="RUN",
        repeated=True,
    ),
    Option(
        "exposed",
        "with --runs: the column of --metadata that says whether a system saw the leaked queries: yes, no, or "
        "unknown (or nothing)",
        group=LEAKS,
        value="COLUMN",
    ),
    Option("leaks", "write all pairs, strongest first, parted by tabs", group=ANSWER, value="FILE", writes="file"),
    Option(
        "by_query",
        "write what is known of each test query, clean ones too, parted by tabs",
        group=ANSWER,
        value="FILE",
        writes="file",
    ),
    Option(
        "review",
        "write pairs for people to label, without what they or words decided: .json for Label Studio, .quepid.json for "
        "Quepid, .csv or .tsv",
        group=ANSWER,
        value="FILE",
        writes="file",
    ),
    Option(
        "per_review",
        "with --review: pairs of a query, strongest first",
        spelling=("--per-query",),
        group=ANSWER,
        value="N",
        takes=whole(1),
        default=5,
    ),
    Option(
        "n_sample",
        "with --review: N pairs drawn equally from bands of similarity instead, to calibrate a threshold",
        spelling=("--sample",),
        group=ANSWER,
        value="N",
        takes=whole(1),
    ),
    Option(
        "clean_train",
        "write the training file without the rows whose query is a leak, the others byte for byte; of a folder or of "
        "several files a folder, in which other files stay",
        group=ANSWER,
        value="FILE",
        writes="either",
    ),
    Option(
        "clean_queries",
        "write the ids of the queries that no training text asks, one a line; a relevant document of theirs may have "
        "been trained on still, which --by-query says",
        group=ANSWER,
        value="FILE",
        writes="file",
    ),
)
