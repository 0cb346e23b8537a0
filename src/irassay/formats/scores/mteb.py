"""Files of MTEB: ``MODEL/REVISION/TASK.json``, one aggregate for each task, split and language subset."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from irassay.errors import cut
from irassay.formats.format import CERTAIN, NO
from irassay.formats.scores import ScoreFormat
from irassay.formats.sources.lines import Problems
from irassay.formats.trees.json_tree import is_object, read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.scores import NameOf, Tasks

META = "model_meta.json"  # beside a model's results
MAIN = "main_score"
_SUBSET = re.compile(r"(?P<task>[^/]+?)(?:/(?P<subset>.+?))?(?: \((?P<split>[^()]+)\))?")
_REVISION = re.compile(
    r"[0-9a-f]{40}|no_revision_available|external|main"
)  # a folder between the model's and its results
TEST, TRAIN = "test", "train"


def split_of(name: str) -> tuple[str, str]:
    """The task and the split of a part of a task by the name it has here."""
    part = _SUBSET.fullmatch(name)
    return (part["task"], part["split"] or TEST) if part else (name, TEST)


def looks_like(head: Head) -> int:
    """The version, or a task's name and scores."""
    text = head.text
    is_ours = '"mteb_version"' in text or ('"task_name"' in text and '"scores"' in text)
    return CERTAIN if text.startswith("{") and is_ours else NO


def read(path: str, tree: Any, problems: Problems) -> Iterator[tuple[str, str, str, Any]]:
    """Model, task with its subset and split, measure and value; the main score first."""
    task = tree.get("task_name") or tree.get("mteb_dataset_name")
    splits = tree.get("scores", {k: [v] for k, v in tree.items() if isinstance(v, dict)})
    if not isinstance(task, str) or not isinstance(splits, dict):
        problems.add("", 'no "task_name" and "scores", expected what MTEB writes')
        return
    system = _model(path)
    for split, entries in splits.items():
        for entry in entries if isinstance(entries, list) else ():
            if not is_object(entry, f"scores[{cut(split)}]", problems):
                continue
            subset = entry.get("hf_subset", "default")
            query = task + (f"/{subset}" if subset != "default" else "") + (f" ({split})" if split != TEST else "")
            for name in sorted(entry, key=lambda key: key != MAIN):
                yield system, query, name, entry[name]


def _model(path: str) -> str:
    """The model: as model_meta.json says, else the folder; with the revision where a model has several."""
    folder = os.path.dirname(os.path.abspath(path))
    above, revision = os.path.split(folder)
    name = os.path.basename(above)
    meta = os.path.join(folder, META)
    if os.path.exists(meta):
        name = read_json(meta, Problems(meta)).get("name") or name
    elif not (_REVISION.fullmatch(revision) or ("__" in name and "__" not in revision)):
        return revision.replace("__", "/")
    revisions = [f for f in os.listdir(above) if os.path.isdir(os.path.join(above, f))]
    return f"{name}@{revision}".replace("__", "/") if len(revisions) > 1 else str(name).replace("__", "/")


def write(tasks: Tasks, name_of: NameOf) -> Iterator[tuple[str, object]]:
    """A file a task."""
    whole: dict[str, dict[str, list[dict[str, object]]]] = {}
    for name, values in tasks.items():
        part = _SUBSET.fullmatch(name)
        task, subset, split = (part["task"], part["subset"], part["split"]) if part else (name, None, None)
        entry: dict[str, object] = {"hf_subset": subset or "default"}
        # MTEB has one main score in every entry; the first measure is it where none is named.
        entry |= {MAIN: values.get(MAIN, next(iter(values.values())))}
        entry |= {name_of(measure) or measure: value for measure, value in values.items()}
        whole.setdefault(task, {}).setdefault(split or TEST, []).append(entry)
    for task, scores in whole.items():
        yield task, {"task_name": task, "scores": scores}


FORMAT = ScoreFormat(
    name="mteb",
    line="a folder of MTEB's results, `MODEL/REVISION/TASK.json`",
    holds="one aggregate a task: tasks stand where queries do, nothing is known of single queries",
    detected_by="the keys `mteb_version`, or `task_name` and `scores`",
    looks_like=looks_like,
    values="one value a task",
    files="a file a task",
    read=read,
    write=write,
)
