"""The verbs in the order of the help, with what each answers. Each is a module and a TOML file in `verbs`."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

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

# Group -> its verbs, each with the line that the help of all prints.
GROUPS: dict[str, dict[str, str]] = {
    "Score": {
        "eval": "scores of runs",
        "compare": "order, differences, tie groups",
        "measures": "what can be measured, with papers",
    },
    "Trust": {
        "check": "do these files belong together?",
        "explain": "what a finding means",
        "report": "everything on one page",
        "figures": "the charts of a saved report as files",
        "track": "a track's overview",
        "whatif": "what other, fewer or more labels would have said",
        "sensitivity": "would the order stand if more were relevant?",
    },
    "Leaks": {
        "leak": "training queries in the test set",
        "memory": "does a reranker remember leaked documents?",
        "experiment": "rerankers trained with leaks and without",
    },
    "Judge": {
        "sample": "queries for a new collection",
        "pool": "what to judge",
        "judge": "a page on which people judge",
        "invite": "links for those who judge",
        "ask": "a model that judges",
        "decide": "settled? if not, which labels next",
        "labels": "what people or models have judged",
        "prefer": "whose first documents people prefer",
        "maintain": "a leaderboard of best answers",
    },
    "Build": {
        "collect": "evidence for every member of a group",
        "convert": "from one format into another",
        "index": "texts to search in",
        "search": "runs from an index",
        "fuse": "one run from several",
        "extrapolate": "labels for what is near the known answers",
        "carry": "labels for a new version of a corpus",
        "demo": "a simulated collection with known truth",
    },
    "Train": {
        "trainset": "training sets with known leaks",
        "train": "a neural reranker from a training set",
        "rerank": "a run in a reranker's order",
    },
    "Shell": {"completion": "completion for bash, zsh and fish"},
}


def names() -> list[str]:
    """All verbs, in the order of the help."""
    return list(lines())


def lines() -> dict[str, str]:
    """Verb -> its line."""
    return {name: line for group in GROUPS.values() for name, line in group.items()}


@cache
def description(verb: str) -> dict[str, Any]:
    """What the verb's TOML file says: what it is `about`, its `options`, those of `everyday` help, the first most used,
    where it doesn't show all, `examples`, and by an option's name how it differs here."""
    from irassay.messages.entries import read

    folders = import_module("irassay.cli.verbs").__path__  # by name: verbs read this list too
    paths = (os.path.join(folder, f"{verb}.toml") for folder in folders)
    return read(next(filter(os.path.exists, paths)))


def about(verb: str) -> str:
    """What the verb answers, in a sentence or two."""
    text: str = description(verb)["about"].replace("{line}", lines()[verb])
    return text[0].upper() + text[1:]


def load(verb: str) -> ModuleType:
    """The verb's module, with ``run(args) -> int``."""
    return import_module(f"irassay.cli.verbs.{verb}")


def overview() -> str:
    """What ``irassay --help`` prints, on one screen."""
    rows = [STANDFIRST, "", "Usage: irassay VERB QRELS RUN... [options]", ""]
    rows += [f"{when:<8}{command:<34}{lines()[command.split()[1]]}" for when, command in FIRST_STEPS]
    rows += ["", *(f"{title:<8}{', '.join(group)}" for title, group in GROUPS.items()), ""]
    return "\n".join([*rows, *(f"{what:<8}{command:<34}{answer}" for what, command, answer in FURTHER)])


def every_verb() -> str:
    """What ``irassay --help all`` prints."""
    rows = []
    for title, group in GROUPS.items():
        for i, (name, line) in enumerate(group.items()):
            rows.append(f"{title if i == 0 else '':<8}{name:<13}{line}")
    return "\n".join([*rows, "", *(f"{what:<8}{command:<34}{answer}" for what, command, answer in FURTHER[1:])])
