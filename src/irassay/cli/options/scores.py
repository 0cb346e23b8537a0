"""Options that say what is scored, how, and how systems are compared."""

from __future__ import annotations

from irassay.cli.options.option import MAX_SEED, Option, above_zero, grades, grades_of_words, open_share, whole

OPTIONS = (
    Option("qrels", ("QRELS",), "the labels: a file, or - for standard input"),
    Option("runs", ("RUN",), "the runs: files, folders or patterns", count="+"),
    Option("names", ("NAME",), "only these measures", count="*", default=()),
    Option(
        "measures",
        ("-m", "--measure"),
        "a measure, such as nDCG@10 or 'AP(rel=2)'; repeat it for more",
        value="MEASURE",
        repeated=True,
        shown="nDCG@10",
    ),
    Option(
        "ties",
        ("--ties",),
        "read scores as 64-bit floats, or as 32-bit floats like trec_eval 9",
        choices=("float64", "float32"),
        shown="float64",
    ),
    Option(
        "queries",
        ("--queries",),
        "which queries count: those of the qrels (left out: 0), those in both, or those with a relevant document",
        choices=("qrels", "shared", "with-relevant"),
        shown="qrels",
    ),
    Option(
        "compat",
        ("--compat",),
        "score as that program does: ties, queries and cutoffs",
        choices=("trec_eval-9", "trec_eval-10"),
    ),
    Option(
        "residual",
        ("--residual",),
        "remove documents judged in these earlier labels from labels and runs",
        value="QRELS",
    ),
    Option(
        "max_docs",
        ("-M", "--max-docs"),
        "drop what is below the first N documents of each list, as trec_eval's -M",
        value="N",
        takes=whole(1),
    ),
    Option("input_format", ("--input-format",), "read files in this format instead of detecting it", value="FORMAT"),
    Option(
        "grade_scale",
        ("--grade-scale",),
        "multiply fractional ratings by this before they are rounded to grades",
        value="X",
        takes=above_zero,
    ),
    Option(
        "label_map",
        ("--label-map",),
        "the grade of each word that the labels have for grades, such as Exact=2,Partial=1,Irrelevant=0",
        value="WORD=GRADE,...",
        takes=grades_of_words,
    ),
    Option("threads", ("--threads",), "threads to use; 0 is one a core", value="N", takes=whole(0), default=0),
    Option(
        "pair",
        ("--pair",),
        "state whether A and B differ, in sentences; repeat it for more pairs",
        value="A B",
        count=2,
        repeated=True,
    ),
    Option(
        "by_query",
        ("--by-query",),
        "with --pair: the queries on which the two differ most, and the documents that cause it",
        count=0,
    ),
    Option(
        "scores",
        ("--scores",),
        "read scores per query instead of qrels and runs: what eval -q writes, or columns "
        "system, query, value and optionally collection",
        value="FILE...",
        count="+",
        default=(),
    ),
    Option(
        "baseline",
        ("--baseline",),
        "compare every system with this one only; repeat it for more, each with its own family",
        value="SYSTEM",
        repeated=True,
    ),
    Option(
        "test",
        ("--test",),
        "the test of a difference, paired over queries",
        choices=("randomization", "t", "wilcoxon", "sign", "bootstrap"),
        default="randomization",
    ),
    Option(
        "correction",
        ("--correction",),
        "how p-values are adjusted for the number of pairs; max-t and tukey go with the randomization test only",
        choices=("holm", "bonferroni", "benjamini-hochberg", "max-t", "tukey"),
        default="holm",
    ),
    Option(
        "interval",
        ("--interval",),
        "the method of the 95% intervals over queries: each holds alone, simultaneous for all at once; use wilson for "
        "proportions",
        choices=("percentile", "bca", "bootstrap-t", "simultaneous", "wilson"),
        default="percentile",
    ),
    Option(
        "ranks",
        ("--ranks",),
        "ranges of ranks: by significance, or also by the bootstrap of all differences at once",
        choices=("significance", "bootstrap"),
        default="significance",
    ),
    Option(
        "alpha",
        ("--alpha",),
        "a difference is significant when its adjusted p is at most this",
        value="X",
        takes=open_share,
        default=0.05,
    ),
    Option("seed", ("--seed",), "the seed of everything drawn", value="N", takes=whole(0, MAX_SEED), default=0),
    Option(
        "n_resamples",
        ("--resamples",),
        "sign flips of the randomization test, or resamples of the bootstrap test",
        value="N",
        takes=whole(100, 100_000_000),
        shown="100,000 or more, growing with the pairs",
    ),
    Option(
        "unseen",
        ("--unseen",),
        "number of relevant documents that no run retrieved, assumed in the bounds",
        value="N",
        takes=whole(0, 1_000_000),
        shown="the depth for nDCG@k, else 0",
    ),
    Option(
        "scale",
        ("--grades",),
        "grades that a missing label can have, such as 0..3",
        value="GRADES",
        takes=grades,
        shown="0 to the largest grade in the qrels",
    ),
    Option(
        "unjudged",
        ("--unjudged",),
        "write the documents whose labels matter to FILE, worst first: .csv has empty ratings to fill in, .json is a "
        "book that Quepid imports, else tab-separated",
        value="FILE",
    ),
    Option(
        "query_texts", ("--query-texts",), "the queries' texts: tab-separated, JSON lines or TREC topics", value="FILE"
    ),
    Option(
        "doc_texts",
        ("--doc-texts",),
        "the documents' texts, tab-separated or JSON lines: for --unjudged, --by-query and --duplicates",
        value="FILE",
    ),
    Option(
        "duplicates",
        ("--duplicates",),
        "documents of a query with the same text: score each apart, or all as one (needs --doc-texts)",
        choices=("apart", "one"),
        shown="apart",
    ),
)
