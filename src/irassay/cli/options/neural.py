"""Options of rerankers: their training, and what they rerank."""

from __future__ import annotations

from irassay.cli.options.option import ANSWER, FILES, SEARCH, Option, number, whole

OPTIONS = (
    Option(
        "network",
        "what is trained",
        spelling=("MODEL",),
        group=FILES,
        choices=("knrm", "pacrr", "duet", "monobert", "monot5"),
    ),
    Option("instances", "the training set, in JSON lines", spelling=("SET",), group=FILES),
    Option("reranker", "a folder of irassay train, or a cross-encoder or T5", spelling=("RERANKER",), group=FILES),
    Option(
        "base",
        "monobert, monot5: a folder or a name at the hub; the others: a file of word vectors, else trained ones",
        group=SEARCH,
        value="BASE",
    ),
    Option("preset", "our settings, or the paper's", group=SEARCH, choices=("own", "paper"), default="own"),
    Option("epochs", "walks through the training set", group=SEARCH, value="N", takes=whole(1, 10_000), default=1),
    Option(
        "instances_a_step",
        "instances of a step, half of them relevant",
        spelling=("--batch-size",),
        group=SEARCH,
        value="N",
        takes=whole(2, 65_536),
        shown="32",
    ),
    Option(
        "learning_rate",
        "how far a step goes",
        group=SEARCH,
        value="X",
        takes=number(lambda x: 0 < x < 1, "a number above 0 and below 1"),
        shown="0.001; monobert 0.00002",
    ),
    Option(
        "query_length",
        "words of a query that are read, of monobert and monot5 tokens",
        group=SEARCH,
        value="N",
        takes=whole(1, 10_000),
        shown="by model",
    ),
    Option(
        "document_length",
        "words of a document that are read; of monobert and monot5 tokens, with the query's",
        group=SEARCH,
        value="N",
        takes=whole(1, 100_000),
        shown="by model",
    ),
    Option(
        "pieces",
        "of a longer document: score its first piece, or each and take the best",
        group=SEARCH,
        choices=("first", "max"),
        default="first",
    ),
    Option("device", "where torch computes: auto takes a GPU, cpu none", group=SEARCH, value="NAME", default="auto"),
    Option("plan_file", "a TOML file of collections, training sets, models and seeds", spelling=("PLAN",), group=FILES),
    Option(
        "foresee",
        "make the sets, try a few steps of each model, and say how long all takes and how much disk",
        spelling=("--dry-run",),
        group=SEARCH,
        count=0,
    ),
    Option(
        "also",
        "score the leaks of this training set too, for irassay memory: RUN.run goes with RUN.also.run",
        group=ANSWER,
        value="SET",
    ),
)
