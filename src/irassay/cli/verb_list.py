"""Which verbs there are, in the order of the help. A verb works when its file is in `verbs`; nothing else names one."""

from __future__ import annotations

import os
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

FOLDER = "irassay.cli.verbs"  # by name: verbs read this list too
STANDFIRST = (
    "irassay says which systems are really better, how far the labels carry that\nclaim, and which labels to get next."
)

# Group -> verbs with the line that help prints.
GROUPS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Score",
        (
            ("eval", "scores of runs"),
            ("compare", "order, differences, tie groups"),
            ("measures", "what can be measured, with papers"),
        ),
    ),
    (
        "Trust",
        (
            ("check", "do these files belong together?"),
            ("report", "everything on one page"),
            ("figures", "the charts of a saved report as files"),
            ("track", "a track's overview"),
            ("whatif", "other, fewer or more labels"),
            ("leak", "training queries in the test set"),
        ),
    ),
    (
        "Judge",
        (
            ("sample", "queries for a new collection"),
            ("pool", "what to judge"),
            ("judge", "the judging page"),
            ("carry", "labels to a new corpus"),
            ("maintain", "keep best answers current"),
            ("decide", "settled? if not, which labels next"),
        ),
    ),
    (
        "Build",
        (
            ("search", "BM25, dense, fused"),
            ("extrapolate", "labels by query-by-passage"),
            ("convert", "between formats"),
            ("demo", "a small world with known truth"),
        ),
    ),
    ("Shell", (("completion", "completion for bash and zsh"),)),
)


def works(verb: str) -> bool:
    """Whether the verb is built.

    >>> works("eval"), works("teleport")
    (True, False)
    """
    known = any(verb == name for _, group in GROUPS for name, _ in group)
    folders = import_module(FOLDER).__path__
    return known and any(os.path.exists(os.path.join(folder, verb + ".py")) for folder in folders)


def working() -> list[str]:
    """All verbs that work, in the order of the help."""
    return [name for _, group in GROUPS for name, _ in group if works(name)]


def load(verb: str) -> ModuleType:
    """The verb's module: ``HELP``, ``configure(parser)`` and ``run(args) -> int``."""
    return import_module(f"{FOLDER}.{verb}")


def overview() -> str:
    """What ``irassay --help`` prints."""
    groups = [(title, [(n, h) for n, h in group if works(n)]) for title, group in GROUPS]
    names = 1 + max(len(name) for _, group in groups for name, _ in group)
    lines = [STANDFIRST, "", "Usage: irassay VERB QRELS RUN... [options]", ""]
    for title, group in groups:
        for i, (name, line) in enumerate(group):
            lines.append(f"{title if i == 0 else '':<8}{name:<{max(names, 13)}}{line}")
    lines.append("")
    if works("check"):
        lines.append("First:  irassay check qrels.txt runs/")
    lines.append("More:   irassay VERB --help")
    return "\n".join(lines)
