"""The everyday options of each verb, which ``irassay VERB --help`` shows; ``--help all`` shows the rest."""

from __future__ import annotations

MOST = 12  # options that everyday help shows

# Verb -> Python names, the most used first. A verb that is not here has at most `MOST`, and shows them all.
EVERYDAY: dict[str, tuple[str, ...]] = {
    "eval": ("measures", "per_query", "compat", "queries", "collections", "leave_out", "sort", "format", "output"),
    "compare": (
        *("measures", "pair", "baseline", "expect", "unjudged", "all", "collections", "metadata", "test", "fail_on"),
        *("format", "output"),
    ),
    "check": ("measures", "all", "fail_on", "doc_texts", "leave_out", "input_format", "format", "output"),
    "report": (
        *("measures", "output", "query_texts", "doc_texts", "metadata", "baseline", "since", "expect", "pool"),
        *("second_qrels", "leave_out", "figures"),
    ),
    "track": (
        *("task", "measures", "output", "metadata", "query_texts", "strata", "pool", "second_qrels", "for_group"),
        *("leave_out", "figures", "sheets"),
    ),
    "whatif": (
        *("select", "fractions", "draws", "measures", "depth", "metadata", "group", "second_qrels", "leave_out"),
        *("format", "output", "figures"),
    ),
    "sensitivity": (
        *("extrapolated", "measures", "full_qrels", "uncounted", "metadata", "anchor_answers", "format", "output"),
        "figures",
    ),
    "leak": (
        *("train", "train_query", "train_corpus", "found", "optional_qrels", "leak_runs", "measures", "leaks"),
        *("clean_queries", "fail_on", "format", "output"),
    ),
    "trainset": (
        *("train_queries", "corpus", "optional_qrels", "candidates", "known_leaks", "test_topics", "test_qrels"),
        *("test_corpus", "leaked", "sizes", "seed", "output"),
    ),
    "pool": (
        *("depth", "budget", "order", "judged", "query_texts", "doc_texts", "pool_format", "output"),
        *("sampled_queries", "known_answers", "leave_out"),
    ),
    "judge": (
        *("query_texts", "doc_texts", "task_kind", "judging_scale", "guideline", "order", "judged_runs", "overlap"),
        *("plan", "listen", "origin", "backup"),
    ),
    "decide": (
        *("measure", "pair", "top", "one_baseline", "tied_within", "judged", "model_labels", "query_texts"),
        *("doc_texts", "drawn_at_once", "overlap", "format"),
    ),
    "prefer": (
        *("optional_qrels", "measures", "known_rule", "fill", "correction", "metadata", "leave_out", "output"),
        *("best_to", "next_to"),
    ),
    "maintain": (
        *("depth", "measures", "source", "leave_out", "query_texts", "doc_texts", "version", "publish", "moves_to"),
        "all",
    ),
    "collect": (
        "output",
        "answers",
        "members",
        "links_of",
        "mentions",
        "query_texts",
        "list_title",
        "least_evidence",
        "check",
        "checked",
    ),
    "convert": (
        *("output_format", "output", "kind", "query_texts", "rename_queries", "field", "passage_to_document"),
        *("input_format", "grade_scale", "label_map"),
    ),
    "index": ("output", "add", "stem", "stopwords", "encoder", "vectors", "ids", "memory", "workers", "threads"),
    "search": ("output", "depth", "model", "k1", "b", "mu", "passages", "approximate", "threads"),
    "train": ("output", "base", "seed", "epochs", "preset", "learning_rate", "pieces", "device"),
    "extrapolate": (
        *("output", "deemed", "feed", "depth", "rel", "seed", "model", "anchor_tasks", "query_texts", "doc_texts"),
        *("workers", "threads"),
    ),
}
