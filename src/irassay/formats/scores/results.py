"""Scores that other programs leave behind: MTEB, BEIR and pytrec_eval in JSON; and our own table of them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import Any

from irassay.errors import cut, kind_of
from irassay.formats import loss_warnings
from irassay.formats.format import CERTAIN, LIKELY, NO, Head
from irassay.formats.scores import NameOf, Row, ScoreFormat, Tasks
from irassay.formats.sources.lines import Problems
from irassay.formats.sources.opening import stem
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import is_object, read_json
from irassay.messages import plural
from irassay.messages.names import as_cell

META = "model_meta.json"  # beside a model's results
MAIN = "main_score"
_SUBSET = re.compile(r"(?P<task>[^/]+?)(?:/(?P<subset>.+?))?(?: \((?P<split>[^()]+)\))?")
_REVISION = re.compile(
    r"[0-9a-f]{40}|no_revision_available|external|main"
)  # a folder between the model's and its results
TEST, TRAIN = "test", "train"
GROUPS = ("ndcg", "map", "recall", "precision", "mrr", "recall_cap", "hole")
# Group of each measure that is written.
GROUP_OF = {"NDCG": "ndcg", "MAP": "map", "Recall": "recall", "P": "precision", "MRR": "mrr"}
PLAIN_NAMES = ("results", "scores", "metrics")  # of files that the folder names
# trec_eval's measures, as a file's first one tells the format.
_MEASURE = re.compile(
    r"map|gm_map|ndcg|Rprec|bpref|recip_rank|infAP|runid|num_(?:ret|rel|rel_ret|q)|set_\w+|iprec_at_recall_[\d.]+"
    r"|(?:P|recall|success|map_cut|ndcg_cut|relative_P)_\d+"
)


def split_of(name: str) -> tuple[str, str]:
    """The task and the split of a part of a task by the name it has here."""
    part = _SUBSET.fullmatch(name)
    return (part["task"], part["split"] or TEST) if part else (name, TEST)


def looks_like_mteb(head: Head) -> int:
    """The version, or a task's name and scores."""
    text = head.text
    is_ours = '"mteb_version"' in text or ('"task_name"' in text and '"scores"' in text)
    return CERTAIN if text.startswith("{") and is_ours else NO


def read_mteb(path: str, tree: Any, problems: Problems) -> Iterator[tuple[str, str, str, Any]]:
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


def write_mteb(tasks: Tasks, name_of: NameOf) -> Iterator[tuple[str, object]]:
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


MTEB = ScoreFormat(
    name="mteb",
    line="a folder of MTEB's results, `MODEL/REVISION/TASK.json`",
    holds="one aggregate a task: tasks stand where queries do, nothing is known of single queries",
    detected_by="the keys `mteb_version`, or `task_name` and `scores`",
    looks_like=looks_like_mteb,
    values="one value a task",
    files="a file a task",
    read=read_mteb,
    write=write_mteb,
)


def looks_like_beir(head: Head) -> int:
    """A group of measures, and a measure with its cutoff."""
    first, second = json_tree.first_number(head)
    return LIKELY if first in GROUPS and re.fullmatch(r"\w+@\d+", second) else NO


def read_beir(path: str, tree: Any, problems: Problems) -> Iterator[tuple[str, str, str, Any]]:
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


def write_beir(tasks: Tasks, name_of: NameOf) -> Iterator[tuple[str, object]]:
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


BEIR_RESULTS = ScoreFormat(
    name="beir-results",
    line="what BEIR's `save_results` writes, `SYSTEM/TASK.json`",
    holds="one aggregate a task",
    detected_by='groups such as `{"ndcg": {"NDCG@10": ...}}`',
    looks_like=looks_like_beir,
    values="one value a task",
    files="a file a task",
    read=read_beir,
    write=write_beir,
)


def looks_like_pytrec_eval(head: Head) -> int:
    """A measure of trec_eval in the first inner object."""
    first, second = json_tree.first_number(head)
    return LIKELY if _MEASURE.fullmatch(second) and "@" not in first else NO


def read_pytrec_eval(path: str, tree: Any, problems: Problems) -> Iterator[tuple[str, str, str, Any]]:
    """The file as the system, query, measure and value."""
    system = stem(path).removesuffix(".json")
    for query, values in tree.items():
        if not isinstance(values, dict):
            problems.add(f"[{cut(query)}]", f"{kind_of(values)}, expected measure -> value")
            continue
        for name, value in values.items():
            yield system, query, name, value


def write_pytrec_eval(tasks: Tasks, name_of: NameOf) -> Iterator[tuple[str, object]]:
    """One file, for the system."""
    yield "", {query: {name_of(name) or name: v for name, v in values.items()} for query, values in tasks.items()}


PYTREC_EVAL = ScoreFormat(
    name="pytrec_eval",
    line='`{"query": {"measure": value}}`: what pytrec_eval returns, `SYSTEM.json`',
    holds="one value a query",
    detected_by="measures of trec_eval as the inner keys",
    looks_like=looks_like_pytrec_eval,
    values="one value a query",
    files="a file a system",
    read=read_pytrec_eval,
    write=write_pytrec_eval,
)


def write_table(rows: Iterable[Row]) -> Iterator[str]:
    """The heading and a line a score."""
    yield "system\tquery\tmeasure\tvalue\n"
    for system, query, measure, value in rows:
        cells = [as_cell(re.sub(r"[\t\n\r]", " ", cell)) for cell in (system, query, measure)]
        yield "\t".join([*cells, repr(value)]) + "\n"


SCORE_TABLE = ScoreFormat(
    name="score-table",
    line="`system  query  measure  value` with that heading, tab-separated",
    holds="any of these",
    detected_by="the heading, or what `irassay eval -q` writes",
    values="any",
    files="a table",
    write=write_table,
)
BY_NAME = {one.name: one for one in (MTEB, BEIR_RESULTS, PYTREC_EVAL, SCORE_TABLE)}
