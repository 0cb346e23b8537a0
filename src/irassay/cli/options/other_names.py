"""Names that people type for an option, from other tools and habits: one list, read where an option is unknown."""

from __future__ import annotations

from irassay.messages import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.cli.options.option import Option

# The option's Python name -> other names, without dashes.
OTHER_NAMES = {
    "measures": ("metric", "metrics", "measures", "eval-metric"),
    "query_texts": ("topics", "topic-file", "queries-file", "query-file", "query-text", "titles"),
    "doc_texts": ("docs", "documents", "corpus", "passages", "doc-text"),
    "second_qrels": ("sparse-qrels", "other-qrels", "qrels2", "second-labels"),
    "judged": ("existing-qrels", "old-qrels", "qrels", "exclude"),
    "metadata": ("meta", "run-info", "systems-info"),
    "collections": ("collections", "dataset", "datasets"),
    "rename": ("alias", "aliases", "names", "map", "run-name", "run-names", "strip"),
    "residual": ("remove-judged", "exclude-judged"),
    "baseline": ("reference", "ref", "control", "base"),
    "test": ("stat-test", "significance", "stats"),
    "correction": ("adjust", "p-adjust", "multiple-testing", "mcc"),
    "alpha": ("p", "p-value", "pvalue", "level", "max-p", "confidence"),
    "n_resamples": ("permutations", "n-permutations", "iterations", "bootstraps", "n-resamples", "b"),
    "seed": ("random-seed", "random-state", "rng"),
    "threads": ("jobs", "n-jobs", "j", "cpus", "processes"),
    "workers": ("n-workers", "num-workers", "procs"),
    "margin": ("delta", "tolerance", "threshold", "noninferiority"),
    "expect": ("assert", "expected", "hypothesis"),
    "fail_on": ("strict", "error-on", "fail"),
    "output": ("out", "outfile", "output-file", "save", "save-to"),
    "format": ("out-format", "fmt"),
    "per_query": ("per-topic", "by-topic", "perquery", "query"),
    "pair_queries": ("per-topic", "by-topic", "perquery", "topicwise"),
    "sort": ("sort-by", "order-by"),
    "quiet": ("silent",),
    "color": ("colour",),
    "depth": ("k", "cutoff", "top", "topk", "n-docs"),
    "ties": ("tie-breaking", "tiebreak", "precision"),
    "rel": ("relevance-level", "min-rel"),
    "scale": ("grade-range", "max-grade"),
    "input_format": ("qrels-format", "run-format", "from"),
    "draws": ("n-draws", "trials", "repetitions"),
    "fractions": ("share", "sample-rate"),
}
# What needs more words than an option's name: other name -> what to write, for verbs that take the option.
SAID_OTHERWISE = {
    **{name: ("format", f"--format {name}") for name in ("json", "tsv", "table", "latex", "markdown")},
    "md": ("format", "--format markdown"),
    "tex": ("format", "--format latex"),
    **dict.fromkeys(
        ("ignore-identical-ids", "remove-query", "drop-own-query"), ("identical_ids", "--identical-ids ignore")
    ),
    "no-color": ("color", "--color never"),
    "no-colour": ("color", "--color never"),
    "c": ("queries", "--queries qrels, which is the default"),  # of trec_eval
    **dict.fromkeys(("l", "level-for-rel"), ("measures", "a measure's own level, as in -m 'AP(rel=2)'")),  # trec_eval's
    **dict.fromkeys(("k", "cutoff", "at", "topk"), ("measures", "a measure's own cutoff, as in -m nDCG@10")),
}


def meant(typed: str, options: Sequence[Option]) -> str:
    """The question what somebody means who types an option that these `options` don't have; "" if nobody knows."""
    word = typed.lstrip("-").lower().replace("_", "-")
    by_name = {option.name: option for option in options}
    name, text = SAID_OTHERWISE.get(word, ("", ""))
    if name in by_name:
        return did_you_mean([text])
    for name, others in OTHER_NAMES.items():
        if name in by_name and (word in others or word == name.replace("_", "-")):
            return did_you_mean([by_name[name].spelling[-1]])
    return ""
