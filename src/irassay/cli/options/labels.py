"""Options that say what is judged, by whom, and what becomes of labels: tracks, pools, what-ifs, new collections."""

from __future__ import annotations

from irassay.cli.options.option import Option, flip, number, share, whole

OPTIONS = (
    Option(
        "task",
        ("--task",),
        "which measures are reported, and from which grade on a document is relevant: passages from 2, documents from "
        "1; measures given by hand win",
        choices=("passage", "document"),
        shown="passage",
    ),
    Option(
        "pool_depth",
        ("--pool-depth",),
        "the depth to which each run was pooled for judging, to leave groups out of the pool",
        value="K",
        takes=whole(1, 1_000_000),
        shown="as deep as half of the runs are judged through",
    ),
    Option(
        "pool",
        ("--pool",),
        "the pool that the labels were made of, as irassay pool wrote it: which runs contributed each document, to "
        "leave runs, groups and kinds out",
        value="FILE",
        shown="reconstructed from the runs",
    ),
    Option(
        "for_group",
        ("--for-group",),
        "make the page for one group: every other group's name, and its runs', are replaced by neutral ones",
        value="NAME",
    ),
    Option(
        "passage_qrels",
        ("--passage-qrels",),
        "labels of passages, if QRELS and runs are of documents: documents are also labelled by their best passage",
        value="QRELS",
    ),
    Option(
        "passage_to_document",
        ("--passage-to-document",),
        "the document of each passage: passage and document, tab-separated; goes with --passage-qrels",
        value="FILE",
    ),
    Option(
        "doc_attribute",
        ("--doc-attribute",),
        "a fact about documents: lines of a document, a tab and a value, or documents alone, which are a set",
        value="FILE",
    ),
    Option("metadata", ("--metadata",), "a table of facts about the systems, CSV or JSON", value="FILE"),
    Option(
        "depth", ("--depth",), "how many documents of each list count", value="K", takes=whole(1, 1_000_000), default=10
    ),
    Option("judged", ("--judged",), "existing labels: their documents are left out, and counted", value="QRELS"),
    Option(
        "audit",
        ("--audit",),
        "audit the labels of --judged: draw N of their queries, and list what these runs find there without a label",
        value="N",
        takes=whole(1, 10_000_000),
    ),
    Option(
        "answers",
        ("--answers",),
        "labels of what the same --audit listed: estimate which share of the relevant documents the labels of "
        "--judged have",
        value="QRELS",
    ),
    Option(
        "rel",
        ("--rel",),
        "the least grade that counts as relevant, for --answers",
        value="GRADE",
        takes=whole(-127, 127),
        default=1,
    ),
    Option(
        "group",
        ("--group",),
        "the metadata column with the group of each run",
        value="COLUMN",
        shown="group, team, participant, organisation or site",
    ),
    Option("topics", ("QUERIES",), "the queries to draw from: tab-separated, JSON lines or TREC topics"),
    Option(
        "per_stratum",
        ("--per-stratum",),
        "queries to draw from each stratum; a stratum with fewer is drawn whole",
        value="N",
        takes=whole(1, 10_000_000),
        default=100,
    ),
    Option(
        "from_words",
        ("--from-words",),
        "number of words from which the next stratum begins; repeat it for more strata",
        value="N",
        takes=whole(1, 10_000),
        repeated=True,
        default=(10,),
        shown="10",
    ),
    Option(
        "strata",
        ("--strata",),
        "your own strata instead of lengths: lines of a query, a tab and its stratum",
        value="FILE",
    ),
    Option(
        "old",
        ("--old",),
        "the documents that were judged: JSON lines with id, url and text, or id, address and text separated by tabs",
        value="FILE",
    ),
    Option("new", ("--new",), "the documents of the new corpus, in the same forms", value="FILE"),
    Option(
        "similar",
        ("--similar",),
        "a label is kept where the new text is at least this similar: shared word triples, from 0 to 1",
        value="X",
        takes=share,
        default=0.8,
    ),
    Option(
        "doubtful",
        ("--doubtful",),
        "below that, down to this similarity, the label is doubtful and has to be judged again",
        value="X",
        takes=share,
        default=0.4,
    ),
    Option(
        "fates",
        ("--fates",),
        "write what became of every label to FILE, tab-separated: kept, doubtful, changed or gone",
        value="FILE",
    ),
    Option(
        "aggregate",
        ("--aggregate",),
        "with --passage-to-document, how a document's label follows from its passages' labels: the best, their "
        "rounded mean, "
        "their sum up to the largest grade, that of the first passage, or how many are of grade 1 or more",
        choices=("best", "mean", "sum", "first", "count"),
        default="best",
    ),
    Option(
        "order",
        ("--order",),
        "the order of judging: query by query, best rank first; all queries rank by rank; query by query, shuffled; "
        "all at random",
        choices=("rank", "rounds", "shuffled", "random"),
        default="rank",
    ),
    Option(
        "pool_format",
        ("--to",),
        "a table of which runs found what, Quepid's CSV with empty ratings, or one run's first documents for others to "
        "rerank: with texts, or as a run",
        choices=("tsv", "quepid", "candidates", "run"),
        shown="tsv; quepid for .csv",
    ),
    Option(
        "select",
        ("--select",),
        "which labels to keep: relevant ones at random, the most popular, longest or shortest, those that a system "
        "retrieves first, of a pool to a depth, of some groups; or all, with noise; repeat it for more",
        choices=("random", "popular", "longest", "shortest", "system", "depth", "groups", "noise"),
        repeated=True,
        default=("random", "system"),
        shown="random and system",
    ),
    Option(
        "fractions",
        ("--fraction",),
        "for random and system: a share of the relevant labels to keep, above 0 and up to 1; repeat it for more",
        value="X",
        takes=number(lambda x: 0 < x <= 1, "a number above 0 and up to 1"),
        repeated=True,
        default=(0.05, 0.1, 0.2, 0.4, 0.6, 0.8),
        shown="0.05, 0.1, 0.2, 0.4, 0.6 and 0.8",
    ),
    Option("draws", ("--draws",), "number of random draws", value="N", takes=whole(1, 100_000), default=100),
    Option(
        "second_qrels",
        ("--second-qrels",),
        "a second set of labels of the same queries: another assessor's, clicks, or a model's",
        value="QRELS",
    ),
    Option(
        "flip",
        ("--flip",),
        "for noise: the probability that a label of grade OLD becomes NEW, such as 1:0:0.2; repeat it for more",
        value="OLD:NEW:X",
        takes=flip,
        repeated=True,
    ),
)
