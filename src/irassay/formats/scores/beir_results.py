"""Files of BEIR's ``util.save_results``, one aggregate a task.

A task is ``SYSTEM/TASK.json`` or ``SYSTEM/TASK/results.json``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from irassay.errors import cut, kind_of
from irassay.formats import loss_warnings
from irassay.formats.format import LIKELY, NO
from irassay.formats.scores import ScoreFormat
from irassay.formats.sources.opening import stem
from irassay.formats.trees import json_tree
from irassay.messages import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.scores import NameOf, Tasks
    from irassay.formats.sources.lines import Problems

GROUPS = ("ndcg", "map", "recall", "precision", "mrr", "recall_cap", "hole")
# Group of each measure that is written.
GROUP_OF = {"NDCG": "ndcg", "MAP": "map", "Recall": "recall", "P": "precision", "MRR": "mrr"}
PLAIN_NAMES = ("results", "scores", "metrics")  # of files that the folder names


def looks_like(head: Head) -> int:
    """A group of measures, and a measure with its cutoff."""
    first, second = json_tree.first_number(head)
    return LIKELY if first in GROUPS and re.fullmatch(r"\w+@\d+", second) else NO


def read(path: str, tree: Any, problems: Problems) -> Iterator[tuple[str, str, str, Any]]:
    """System and task as the path says, measure and value."""
    parts = os.path.abspath(path).split(os.sep)
    parts[-1] = stem(parts[-1]).removesuffix(".json")
    if parts[-1] in PLAIN_NAMES:
        parts.pop()
    for group, values in tree.items():
        if not isinstance(values, dict):
            problems.add(cut(group), f"{kind_of(values)}, expected measure -> value")
            continue
        for name, value in values.items():
            yield parts[-2], parts[-1], name, value


def write(tasks: Tasks, name_of: NameOf) -> Iterator[tuple[str, object]]:
    """A file a task; measures that no group has are counted."""
    lost: dict[str, None] = {}
    for task, values in tasks.items():
        groups: dict[str, dict[str, float]] = {}
        for measure, value in values.items():
            name = name_of(measure)
            if name is None:
                lost[measure] = None
            else:
                groups.setdefault(GROUP_OF[name.partition("@")[0]], {})[name] = value
        if groups:
            yield task, groups
    if lost:
        these = ", ".join(cut(name) for name in list(lost)[:3]) + (" ..." if len(lost) > 3 else "")
        loss_warnings.say(f"{plural(len(lost), 'measure')} left out ({these}): beir-results has no group for it")


FORMAT = ScoreFormat(
    name="beir-results",
    line="what BEIR's `save_results` writes, `SYSTEM/TASK.json`",
    holds="one aggregate a task",
    detected_by='groups such as `{"ndcg": {"NDCG@10": ...}}`',
    looks_like=looks_like,
    values="one value a task",
    files="a file a task",
    read=read,
    write=write,
)
