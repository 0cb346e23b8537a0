"""Every option of every verb, once: Python name, spelling, default, range and help.

Verbs take theirs with `add`; ``--help``, the documentation, shell completion and the signatures of the Python
functions are held to this table by tests.
"""

from __future__ import annotations

from irassay.cli.option import MAX_SEED, Option, above_zero, flip, grades, number, open_share, share, whole
from irassay.errors import UsageError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any


_ALL = (
    Option("qrels", ("QRELS",), "the labels: a file, or - for standard input", files=True),
    Option("runs", ("RUN",), "the runs: files, folders or patterns", count="+", files=True),
    Option("files", ("FILE",), "the files to convert, of one kind; - is standard input", count="+", files=True),
    Option("names", ("NAME",), "only these measures", count="*", default=()),
    Option("shell", ("SHELL",), "bash or zsh"),
    Option(
        "measures",
        ("-m", "--measure"),
        "a measure, such as nDCG@10 or 'AP(rel=2)'; repeat it for more",
        value="MEASURE",
        repeated=True,
        default=(),
        shown="nDCG@10",
    ),
    Option("per_query", ("-q", "--per-query"), "one line a query", count=0, default=False),
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
        "leave out, of labels and runs, the documents that these earlier labels judged",
        value="QRELS",
        files=True,
    ),
    Option(
        "input_format",
        ("--input-format",),
        "read files as this format instead of telling it from their content",
        value="FORMAT",
    ),
    Option(
        "grade_scale",
        ("--grade-scale",),
        "multiply fractional ratings by this before they are rounded to grades",
        value="X",
        takes=above_zero,
    ),
    Option(
        "threads", ("--threads",), "threads to use; 0 is one a core", value="N", takes=whole(0), default=0, shown="0"
    ),
    Option(
        "format",
        ("--format",),
        "how to write the answer",
        choices=("table", "tsv", "json", "latex"),
        shown="table on a terminal, else tsv",
    ),
    Option(
        "output",
        ("-o", "--output"),
        "write the answer to FILE, and FILE.provenance.json beside it",
        value="FILE",
        files=True,
    ),
    Option(
        "sort",
        ("--sort",),
        "order of the table: by the first measure, as given, or by name",
        choices=("score", "given", "name"),
        default="score",
        shown="score",
    ),
    Option(
        "pair",
        ("--pair",),
        "say in sentences whether A and B differ; repeat it for more pairs",
        value="A B",
        count=2,
        repeated=True,
        default=(),
    ),
    Option(
        "by_query",
        ("--by-query",),
        "with --pair: the queries on which the two differ most, and the documents behind that",
        count=0,
        default=False,
    ),
    Option(
        "scores",
        ("--scores",),
        "read scores per query instead of qrels and runs: what eval -q writes, or columns "
        "system, query, value and optionally collection",
        value="FILE...",
        count="+",
        default=(),
        files=True,
    ),
    Option(
        "baseline",
        ("--baseline",),
        "compare every system with this one only; repeat it for more, each with a family of its own",
        value="SYSTEM",
        repeated=True,
        default=(),
    ),
    Option(
        "test",
        ("--test",),
        "the test of a difference, paired over queries",
        choices=("randomization", "t", "wilcoxon", "sign", "bootstrap"),
        default="randomization",
        shown="randomization",
    ),
    Option(
        "correction",
        ("--correction",),
        "how p-values are adjusted for the number of pairs; max-t and tukey go with the randomization test only",
        choices=("holm", "bonferroni", "benjamini-hochberg", "max-t", "tukey"),
        default="holm",
        shown="holm",
    ),
    Option(
        "interval",
        ("--interval",),
        "how 95% intervals over queries are made: each alone, or simultaneous for all at once; wilson is for shares",
        choices=("percentile", "bca", "bootstrap-t", "simultaneous", "wilson"),
        default="percentile",
        shown="percentile",
    ),
    Option(
        "ranks",
        ("--ranks",),
        "which ranks a system may hold: by significance, or by the bootstrap of all differences at once too",
        choices=("significance", "bootstrap"),
        default="significance",
        shown="significance",
    ),
    Option(
        "alpha",
        ("--alpha",),
        "a difference is significant when its adjusted p is at most this",
        value="X",
        takes=open_share,
        default=0.05,
        shown="0.05",
    ),
    Option(
        "seed", ("--seed",), "the seed of everything drawn", value="N", takes=whole(0, MAX_SEED), default=0, shown="0"
    ),
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
        "relevant documents that nobody retrieved, to reckon with in the bounds",
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
        "write the documents whose labels matter to FILE, worst first: .csv is Quepid's, else tab-separated",
        value="FILE",
        files=True,
    ),
    Option(
        "query_texts",
        ("--query-texts",),
        "the queries' texts: tab-separated, JSON lines or TREC topics",
        value="FILE",
        files=True,
    ),
    Option(
        "doc_texts",
        ("--doc-texts",),
        "the documents' texts, tab-separated or JSON lines: for --unjudged, --by-query and --duplicates",
        value="FILE",
        files=True,
    ),
    Option(
        "duplicates",
        ("--duplicates",),
        "documents of a query with the same text: score each apart, or all as one (needs --doc-texts)",
        choices=("apart", "one"),
        shown="apart",
    ),
    Option("result", ("RESULT",), "a saved result: what report -o FILE.json writes", files=True),
    Option(
        "figures",
        ("--figures",),
        "write each chart as a file of its own into the folder DIR",
        value="DIR",
        files=True,
    ),
    Option(
        "figure_format",
        ("--figure-format",),
        "the format of these files; png and pdf need irassay[figures]",
        choices=("svg", "png", "pdf"),
        default="svg",
        shown="svg",
    ),
    Option(
        "sheets",
        ("--sheets",),
        "write for each run a page and a CSV file into the folder DIR: its score on every query beside the lowest, "
        "median and highest of all runs, which stay unnamed",
        value="DIR",
        files=True,
    ),
    Option(
        "sparse_qrels",
        ("--sparse-qrels",),
        "a second set of labels of the same queries: sparse ones, another judge, a model",
        value="QRELS",
        files=True,
    ),
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
        "how many first documents of each run were pooled for judging, for leaving groups out",
        value="K",
        takes=whole(1, 1_000_000),
        shown="as deep as half of the runs are judged through",
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
        "labels of passages, where QRELS and runs are of documents: what the best passage says of each",
        value="QRELS",
        files=True,
    ),
    Option(
        "passage_to_document",
        ("--passage-to-document",),
        "which document each passage is of: passage and document, tab-separated; goes with --passage-qrels",
        value="FILE",
        files=True,
    ),
    Option(
        "doc_attribute",
        ("--doc-attribute",),
        "a fact about documents: lines of a document, a tab and a value, or documents alone, which are a set",
        value="FILE",
        files=True,
    ),
    Option("metadata", ("--metadata",), "a table of facts about the systems, CSV or JSON", value="FILE", files=True),
    Option(
        "depth",
        ("--depth",),
        "how many documents of each list count",
        value="K",
        takes=whole(1, 1_000_000),
        default=10,
        shown="10",
    ),
    Option(
        "judged",
        ("--judged",),
        "labels that are there already: their documents are left out, and counted",
        value="QRELS",
        files=True,
    ),
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
        "labels of what the same --audit listed: say how much of what is relevant the labels of --judged have",
        value="QRELS",
        files=True,
    ),
    Option(
        "rel",
        ("--rel",),
        "the least grade that counts as relevant, for --answers",
        value="GRADE",
        takes=whole(-127, 127),
        default=1,
        shown="1",
    ),
    Option(
        "group",
        ("--group",),
        "the metadata column that says whose a run is",
        value="COLUMN",
        shown="group, team, participant, organisation or site",
    ),
    Option("topics", ("QUERIES",), "the queries to draw from: tab-separated, JSON lines or TREC topics", files=True),
    Option(
        "per_stratum",
        ("--per-stratum",),
        "queries to draw from each stratum; a stratum with fewer is drawn whole",
        value="N",
        takes=whole(1, 10_000_000),
        default=100,
        shown="100",
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
        "strata of your own in place of lengths: lines of a query, a tab and its stratum",
        value="FILE",
        files=True,
    ),
    Option(
        "old",
        ("--old",),
        "the documents that were judged: JSON lines with id, url and text, or id, address and text parted by tabs",
        value="FILE",
        files=True,
    ),
    Option("new", ("--new",), "the documents of the new corpus, in the same forms", value="FILE", files=True),
    Option(
        "similar",
        ("--similar",),
        "a label is kept where the new text is at least this similar: shared word triples, from 0 to 1",
        value="X",
        takes=share,
        default=0.8,
        shown="0.8",
    ),
    Option(
        "doubtful",
        ("--doubtful",),
        "and below that, from this similarity on, it is to be judged again",
        value="X",
        takes=share,
        default=0.4,
        shown="0.4",
    ),
    Option(
        "fates",
        ("--fates",),
        "write what became of every label to FILE, tab-separated: kept, doubtful, changed or gone",
        value="FILE",
        files=True,
    ),
    Option(
        "aggregate",
        ("--aggregate",),
        "with --passage-to-document, what a document's label is of its passages' labels: the best, their rounded mean, "
        "their sum up to the largest grade, that of the first passage, or how many are of grade 1 or more",
        choices=("best", "mean", "sum", "first", "count"),
        default="best",
        shown="best",
    ),
    Option(
        "order",
        ("--order",),
        "in which order to judge: query by query, best rank first; all queries rank by rank; query by query, shuffled; "
        "all at random",
        choices=("rank", "rounds", "shuffled", "random"),
        default="rank",
        shown="rank",
    ),
    Option(
        "pool_format",
        ("--to",),
        "a table of who found what, Quepid's CSV with ratings left open, or one run's first documents for others to "
        "rerank: with texts, or as a run",
        choices=("tsv", "quepid", "candidates", "run"),
        shown="tsv; quepid for .csv",
    ),
    Option(
        "since",
        ("--since",),
        "an earlier report, saved with -o FILE.json: say what changed, and what only because other runs joined",
        value="FILE",
        files=True,
    ),
    Option(
        "expect",
        ("--expect",),
        "an order such as 'new > old': exit 0 if it is settled, 1 if against, 4 if undecided, 5 if tied",
        value="ORDER",
    ),
    Option(
        "fail_on",
        ("--fail-on",),
        "exit 1 when a finding is of this level or has this code; repeat it for more",
        value="FINDING",
        repeated=True,
        default=(),
    ),
    Option(
        "to",
        ("--to",),
        "the folder for the simulated files and their page",
        value="DIR",
        default="out/irassay-demo",
        shown="out/irassay-demo",
        files=True,
    ),
    Option("output_format", ("--to",), "the format to write", value="FORMAT"),
    Option(
        "kind",
        ("--kind",),
        "what the files hold, where their content can be read in two ways",
        choices=("labels", "runs", "preferences", "texts", "scores"),
        shown="told by the content",
    ),
    Option(
        "field",
        ("--field",),
        "for texts: which field, such as title, description or text, where the format to write holds one",
        value="NAME",
    ),
    Option(
        "rename_queries",
        ("--rename-queries",),
        "write q1, q2, ... for the queries and keep their old ids in FILE, or take its names where it is there",
        value="FILE",
        files=True,
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
        "a share of the relevant labels to keep, above 0 and up to 1, for random and system; repeat it for more",
        value="X",
        takes=number(lambda x: 0 < x <= 1, "a number above 0 and up to 1"),
        repeated=True,
        default=(0.05, 0.1, 0.2, 0.4, 0.6, 0.8),
        shown="0.05, 0.1, 0.2, 0.4, 0.6 and 0.8",
    ),
    Option(
        "draws",
        ("--draws",),
        "how often to draw what is drawn at random",
        value="N",
        takes=whole(1, 100_000),
        default=100,
        shown="100",
    ),
    Option(
        "second_qrels",
        ("--second-qrels",),
        "for noise: labels of a second judge, which say how likely each grade becomes another",
        value="QRELS",
        files=True,
    ),
    Option(
        "flip",
        ("--flip",),
        "for noise: the chance that a label of grade OLD gets grade NEW, such as 1:0:0.2; repeat it for more",
        value="OLD:NEW:X",
        takes=flip,
        repeated=True,
        default=(),
    ),
    Option("all", ("--all",), "show the notes too", count=0, default=False),
    Option(
        "color",
        ("--color",),
        "colour the answer",
        choices=("auto", "always", "never"),
        default="auto",
        shown="auto: on a terminal, unless NO_COLOR is set",
    ),
    Option("quiet", ("--quiet",), "nothing on standard error but errors", count=0, default=False),
)

TABLE = {option.name: option for option in _ALL}
COMMON = ("color", "quiet")


def add(parser: argparse.ArgumentParser, *names: str, **changes: dict[str, Any]) -> None:
    """Give a verb's parser those options, in that order.

    Parameters
    ----------
    parser : Parser
        The verb's.
    *names : str
        Python names in `TABLE`.
    **changes : dict
        What differs for this verb, by option: ``add(parser, "format", format={"choices": ("table", "tsv")})``.
    """
    for name in names:
        option = TABLE[name]
        if name in changes:
            own = {key: getattr(option, key) for key in Option.__slots__ if key not in ("name", "spelling", "help")}
            if "choices" in changes[name]:
                own["value"] = ""
            said = changes[name].get("help", option.help)
            spelling = changes[name].get("spelling", option.spelling)
            own |= {k: v for k, v in changes[name].items() if k not in ("help", "spelling")}
            option = Option(name, spelling, said, **own)
        _add_one(parser, option)


def _add_one(parser: argparse.ArgumentParser, option: Option) -> None:
    parser.options.append(option)  # type: ignore[attr-defined]
    if option.operand:
        parser.add_argument(option.name, nargs=option.count, metavar=option.spelling[0], default=option.default)
        return
    given: dict[str, Any] = {"dest": option.name, "default": option.default}
    if option.count == 0:
        given["action"] = "store_true"
    else:
        given["nargs"] = option.count
        given["action"] = "append" if option.repeated else "store"
        if option.repeated:
            given["default"] = None
    parser.add_argument(*option.spelling, **given)


def check(values: argparse.Namespace, options: list[Option]) -> None:
    """Turn the texts given into values; whatever is out of range is a usage error that names the range."""
    for option in options:
        given = getattr(values, option.name)
        if given is None and option.repeated:
            setattr(values, option.name, option.default)
        elif isinstance(given, str):
            setattr(values, option.name, _value(option, given))
        elif isinstance(given, list) and (option.takes is not None or option.choices):
            setattr(values, option.name, [_value(option, text) for text in given])


def _value(option: Option, text: str) -> object:
    if option.choices and text not in option.choices:
        *most, last = option.choices
        raise UsageError(f"{option.spelling[-1]} is {cut(text)}, expected {', '.join(most)} or {last}")
    if option.takes is None:
        return text
    try:
        return option.takes(text)
    except ValueError as expected:
        raise UsageError(f"{option.spelling[-1]} is {cut(text)}, expected {expected}") from None
