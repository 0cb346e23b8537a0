"""The verbs in the order of the help, with what each answers. Each is a module of its name in `verbs`."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

STANDFIRST = (
    "irassay says which systems are really better, how far the labels carry that\nclaim, and which labels to get next."
)

FIRST_STEPS = (
    ("First", "irassay check qrels.txt runs/"),
    ("Then", "irassay compare qrels.txt runs/"),
    ("", "irassay report qrels.txt runs/"),
)
FURTHER = (
    ("Verbs", "irassay --help all", "each in a line"),
    ("Options", "irassay VERB --help", "everyday ones; --help all: every one"),
    ("Why", "irassay explain CODE", "a finding: why, and how to mend it"),
)

# Group -> verbs, each with the line that the help of all prints, and how its own help goes on after that.
GROUPS: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...] = (
    (
        "Score",
        (
            ("eval", "scores of runs", ", averaged over the labelled queries or one line a query."),
            (
                "compare",
                "order, differences, tie groups",
                ": who leads, who can't be told apart, and whether the queries or the missing labels leave that open.",
            ),
            (
                "measures",
                "what can be measured, with papers",
                ": how each measure is written, what it means and where it was defined.",
            ),
        ),
    ),
    (
        "Trust",
        (
            (
                "check",
                "do these files belong together?",
                "\nExit code 1: something is wrong, such as labels and runs in each other's place, which the other "
                "verbs answer with 3. Exit code 3: a file can't be opened or decoded.",
            ),
            (
                "explain",
                "what a finding means",
                ": how it was found, why it matters, how to mend it, what it can't see.",
            ),
            (
                "report",
                "everything on one page",
                ": which systems are really better, how far the labels carry that, and what to do next.",
            ),
            (
                "figures",
                "the charts of a saved report as files",
                " that stand alone, for a paper or slides. Nothing is computed again.",
            ),
            ("track", "a track's overview", ": participants, results, and comparisons by kind of run and query."),
            (
                "whatif",
                "what other, fewer or more labels would have said",
                ": the order of the systems under each selection of labels, compared with the order under all of them.",
            ),
            (
                "sensitivity",
                "would the order stand if more were relevant?",
                ": scores and order with the passages near each known answer deemed relevant, by how many.",
            ),
        ),
    ),
    (
        "Leaks",
        (
            (
                "leak",
                "training queries in the test set",
                ": which test queries were trained on, with evidence, and whether that moved scores or order.",
            ),
            (
                "memory",
                "does a reranker remember leaked documents?",
                "\nRanks and scores of leaked documents, with the leaks in training and without.",
            ),
            (
                "experiment",
                "rerankers trained with leaks and without",
                ": sets, models, runs and one page from a plan. Stopped, it goes on when it is run again.",
            ),
        ),
    ),
    (
        "Judge",
        (
            (
                "sample",
                "queries for a new collection",
                ": equally many from each stratum, by length or from a file, drawn at random.",
            ),
            (
                "pool",
                "what to judge",
                ": the first documents of all runs, which runs found them, and in which order to judge them.",
            ),
            (
                "judge",
                "a page on which people judge",
                ": makes or extends a campaign, prints the owner's link, and serves until it is stopped.",
            ),
            ("invite", "links for those who judge", ", one a person. A new link makes the person's old one void."),
            (
                "ask",
                "a model that judges",
                ": it answers the tasks of a campaign as an assessor of its own; each answer says by which prompt.",
            ),
            (
                "decide",
                "settled? if not, which labels next",
                ": which system is better, wrong with a stated probability at most however often one looks.",
            ),
            ("labels", "what people or models have judged", ": the labels of a campaign, or every entry of its log."),
            (
                "prefer",
                "whose first documents people prefer",
                ": win ratios of systems by judged pairs of documents, and how far the pairs were judged that say so.",
            ),
            (
                "maintain",
                "a leaderboard of best answers",
                ": new first documents are asked against the best answers, and every version is kept.",
            ),
        ),
    ),
    (
        "Build",
        (
            (
                "collect",
                "evidence for every member of a group",
                ": passages of a wiki, its groups, what is to be judged, and the labels that answers make.",
            ),
            (
                "convert",
                "from one format into another",
                ". What the other can't hold is an error or a counted warning.",
            ),
            (
                "index",
                "texts to search in",
                ": shard by shard, within a given memory. Stopped, it goes on where it stopped when it is run again.",
            ),
            ("search", "runs from an index", ": BM25 or query likelihood, for queries or for passages of the index."),
            ("fuse", "one run from several", ": by ranks or by scores."),
            (
                "extrapolate",
                "labels for what is near the known answers",
                ": each query's gold is searched for, and what is found without a label is deemed relevant.",
            ),
            (
                "carry",
                "labels for a new version of a corpus",
                ": a label is kept if the address exists and the text is similar.",
            ),
            ("demo", "a simulated collection with known truth", ", and its report held against that truth."),
        ),
    ),
    (
        "Train",
        (
            (
                "trainset",
                "training sets with known leaks",
                ": sets of a reranker that have the same filler and differ by queries that leak.",
            ),
            (
                "train",
                "a neural reranker from a training set",
                ": KNRM, PACRR, Duet, monoBERT or monoT5. Killed, it goes on when it is run again.",
            ),
            ("rerank", "a run in a reranker's order", ": the first documents of each list, scored by a model."),
        ),
    ),
    ("Shell", (("completion", "completion for bash, zsh and fish", ": verbs, options and values."),)),
)


def names() -> list[str]:
    """All verbs, in the order of the help."""
    return [name for _, group in GROUPS for name, _, _ in group]


def lines() -> dict[str, str]:
    """Verb -> its line."""
    return {name: line for _, group in GROUPS for name, line, _ in group}


def about(verb: str) -> str:
    """What the verb answers, in a sentence or two."""
    text = next(line + more for _, group in GROUPS for name, line, more in group if name == verb)
    return text[0].upper() + text[1:]


def load(verb: str) -> ModuleType:
    """The verb's module: ``configure(parser)`` and ``run(args) -> int``."""
    return import_module(f"irassay.cli.verbs.{verb}")  # by name: verbs read this list too


def overview() -> str:
    """What ``irassay --help`` prints, on one screen."""
    rows = [STANDFIRST, "", "Usage: irassay VERB QRELS RUN... [options]", ""]
    rows += [f"{when:<8}{command:<34}{lines()[command.split()[1]]}" for when, command in FIRST_STEPS]
    rows += ["", *(f"{title:<8}{', '.join(name for name, *_ in group)}" for title, group in GROUPS), ""]
    return "\n".join([*rows, *(f"{what:<8}{command:<34}{answer}" for what, command, answer in FURTHER)])


def every_verb() -> str:
    """What ``irassay --help all`` prints."""
    rows = []
    for title, group in GROUPS:
        for i, (name, line, _) in enumerate(group):
            rows.append(f"{title if i == 0 else '':<8}{name:<13}{line}")
    return "\n".join([*rows, "", *(f"{what:<8}{command:<34}{answer}" for what, command, answer in FURTHER[1:])])
