"""Options of indexes, and of searching them."""

from __future__ import annotations

from irassay.cli.options.option import FILES, SEARCH, Option, above_zero, number, share, size, whole

OPTIONS = (
    Option(
        "passage_files", ("TEXTS",), "the passages: tab-separated, JSON lines or TREC documents", group=FILES, count="+"
    ),
    Option("index_folder", ("INDEX",), "the folder of an index that irassay index has made", group=FILES),
    Option("queries_file", ("QUERIES",), "the queries' texts; with --passages lines of query, tab and id", group=FILES),
    Option(
        "stem",
        ("--stem",),
        "how words become terms: by Porter's stemmer, or as they are",
        group=SEARCH,
        choices=("porter", "none"),
        default="porter",
    ),
    Option(
        "stopwords",
        ("--stopwords",),
        "words that are left out: Lucene's 33 for English, none, or those of a file with a word a line",
        group=SEARCH,
        value="lucene|none|FILE",
        default="lucene",
    ),
    Option(
        "shard",
        ("--shard",),
        "passages of a shard, at most; a build that is stopped loses the shard it was at",
        group=SEARCH,
        value="N",
        takes=whole(1, 1 << 31),
        default=1_000_000,
    ),
    Option(
        "memory",
        ("--memory",),
        "what a shard may take while it is built; one that would take more is closed before",
        group=SEARCH,
        value="SIZE",
        takes=size,
        default=1 << 30,
        shown="1GB",
    ),
    Option("add", ("--add",), "add the texts to a finished index", group=SEARCH, count=0),
    Option(
        "passages",
        ("--passages",),
        "each query is a passage of the index: QUERIES has lines of a query, a tab and the passage's id",
        group=SEARCH,
        count=0,
    ),
    Option(
        "model",
        ("--model",),
        "BM25, or the likelihood of the query under the passage's language model",
        group=SEARCH,
        choices=("bm25", "ql"),
        default="bm25",
    ),
    Option(
        "k1",
        ("--k1",),
        "of BM25: how soon the count of a term saturates",
        group=SEARCH,
        value="X",
        takes=number(lambda x: 0 <= x < float("inf"), "a number from 0 on"),
        default=0.9,
    ),
    Option("b", ("--b",), "of BM25: how much length counts", group=SEARCH, value="X", takes=share, default=0.4),
    Option(
        "mu",
        ("--mu",),
        "of ql: how many words the whole collection counts for in each passage",
        group=SEARCH,
        value="X",
        takes=above_zero,
        default=1000.0,
        shown="1000",
    ),
    Option(
        "lengths",
        ("--lengths",),
        "passage lengths as Lucene keeps them, in one byte, or exact",
        group=SEARCH,
        choices=("lucene", "exact"),
        default="lucene",
    ),
)
