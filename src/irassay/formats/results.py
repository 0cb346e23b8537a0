"""Scores that MTEB, BEIR and pytrec_eval leave behind: one number a task, or one a query. No label or ranking is read.

MTEB: a folder ``MODEL/REVISION/TASK.json`` (or ``MODEL/TASK.json``); one aggregate for each task, split and language
subset. BEIR: what ``util.save_results`` writes, ``SYSTEM/TASK.json`` or ``SYSTEM/TASK/results.json``; one aggregate a
task. pytrec_eval: ``{query: {measure: value}}``, ``SYSTEM.json``; one value a query.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from irassay.errors import InputError, cut
from irassay.formats import compressed
from irassay.formats.opening import stem
from irassay.formats.problems import Problems
from irassay.formats.trees import read_json

AGGREGATE, PER_QUERY = "one value a task", "one value a query"
META = "model_meta.json"  # MTEB's, beside a model's results
PLAIN_NAMES = ("results", "scores", "metrics")  # of files that the folder names
BEIR_GROUPS = ("ndcg", "map", "recall", "precision", "mrr", "recall_cap", "hole")
MAIN = "main_score"
HEAD = 4096

_NAMED = re.compile(
    r"(ndcg|map|recall|precision|mrr|P|recip_rank|success|ndcg_cut|map_cut)(?:_at_|@|_)(\d+)", re.IGNORECASE
)
_TREC = re.compile(
    r"map|gm_map|ndcg|Rprec|bpref|recip_rank|infAP|runid|num_(?:ret|rel|rel_ret|q)|set_\w+|iprec_at_recall_[\d.]+"
    r"|(?:P|recall|success|map_cut|ndcg_cut|relative_P)_\d+"
)
_OURS = {
    "ndcg": "nDCG",
    "ndcg_cut": "nDCG",
    "map": "AP",
    "map_cut": "AP",
    "recall": "R",
    "precision": "P",
    "p": "P",
    "mrr": "RR",
    "recip_rank": "RR",
    "success": "Success",
}


class Results:
    """Scores found in files.

    Attributes
    ----------
    rows : list of (place, system, query, measure, value)
        For aggregates the task stands where the query does.
    holds : str
        `AGGREGATE` or `PER_QUERY`.
    n_files : int
    left_out : int
        JSON files of a folder that hold no results.
    """

    __slots__ = ("holds", "left_out", "n_files", "rows")

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, str, str, float]] = []
        self.holds = ""
        self.n_files = 0
        self.left_out = 0

    def take(self, form: str, path: str, tree: Any, problems: Problems) -> None:
        """Add what one file holds."""
        holds = PER_QUERY if form == "pytrec_eval" else AGGREGATE
        if self.holds not in ("", holds):
            raise InputError(f"{path} holds {holds}, files before it {self.holds}; expected one of the two")
        self.holds = holds
        self.n_files += 1
        for system, query, measure, value in _READERS[form](path, tree, problems):
            if not isinstance(value, bool) and isinstance(value, (int, float)) and value == value:
                self.rows.append((path, system, query, measure, float(value)))


def is_results(path: str) -> bool:
    """Whether this is a folder or file of such scores."""
    if os.path.isdir(path):
        return any(_form_at_head(found) for found in _files(path))
    return os.path.isfile(path) and bool(_form_at_head(path))


def read_results(path: str) -> Results:
    """The scores of a file, or of all files below a folder.

    Raises
    ------
    InputError
        Nothing there holds results, or some hold values for each query and others for each task.
    """
    found = Results()
    for file in _files(path) if os.path.isdir(path) else [path]:
        problems = Problems(file)
        form = _form_at_head(file)
        tree = read_json(file, problems) if form else None
        if form and isinstance(tree, dict):
            found.take(form, file, tree, problems)
            problems.raise_if_any()
        elif os.path.basename(file) != META:
            found.left_out += 1
    if not found.rows:
        raise InputError(f"{path} has no results of MTEB, BEIR or pytrec_eval")
    return found


def measure_name(name: str) -> str:
    """What irassay calls a measure; other names stay as they are.

    >>> measure_name("ndcg_at_10"), measure_name("Recall@100"), measure_name("P_5"), measure_name("nauc_map_at_3_std")
    ('nDCG@10', 'R@100', 'P@5', 'nauc_map_at_3_std')
    """
    found = _NAMED.fullmatch(name)
    return f"{_OURS[found[1].lower()]}@{found[2]}" if found else name


def _files(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders.sort()
        yield from (os.path.join(place, name) for name in sorted(names) if name.endswith(".json"))


def _form_at_head(path: str) -> str:
    """Which of the three a file is by its beginning, "" for none."""
    head = compressed.head(path, HEAD).decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    if not head.startswith("{"):
        return ""
    if '"mteb_version"' in head or ('"task_name"' in head and '"scores"' in head):
        return "mteb"
    first = re.match(r'\{\s*"([^"\\]*)"\s*:\s*\{\s*"([^"\\]*)"\s*:\s*-?[\d.]', head)
    if not first:
        return ""
    if first[1] in BEIR_GROUPS and re.fullmatch(r"\w+@\d+", first[2]):
        return "beir-results"
    return "pytrec_eval" if _TREC.fullmatch(first[2]) and "@" not in first[1] else ""


def _mteb(path: str, tree: Any, problems: Problems) -> Iterator[tuple[str, str, str, Any]]:
    task = tree.get("task_name") or tree.get("mteb_dataset_name")
    splits = tree.get("scores", {k: [v] for k, v in tree.items() if isinstance(v, dict)})
    if not isinstance(task, str) or not isinstance(splits, dict):
        problems.add("", 'no "task_name" and "scores", expected what MTEB writes')
        return
    system = _model(path)
    for split, entries in splits.items():
        for entry in entries if isinstance(entries, list) else ():
            if not isinstance(entry, dict):
                problems.add(f"scores[{cut(split)}]", f"a {type(entry).__name__}, expected an object")
                continue
            subset = entry.get("hf_subset", "default")
            query = task + (f"/{subset}" if subset != "default" else "") + (f" ({split})" if split != "test" else "")
            for name in sorted(entry, key=lambda key: key != MAIN):
                yield system, query, measure_name(name), entry[name]


def _model(path: str) -> str:
    """The model: as model_meta.json says, else the folder; with the revision where a model has several."""
    folder = os.path.dirname(os.path.abspath(path))
    meta = os.path.join(folder, META)
    if not os.path.exists(meta):
        return os.path.basename(folder).replace("__", "/")
    name = read_json(meta, Problems(meta)).get("name") or os.path.basename(os.path.dirname(folder)).replace("__", "/")
    revisions = [f for f in os.listdir(os.path.dirname(folder)) if os.path.isdir(os.path.join(folder, os.pardir, f))]
    return f"{name}@{os.path.basename(folder)}" if len(revisions) > 1 else str(name)


def _beir(path: str, tree: Any, problems: Problems) -> Iterator[tuple[str, str, str, Any]]:
    parts = os.path.abspath(path).split(os.sep)
    parts[-1] = stem(parts[-1]).removesuffix(".json")
    if parts[-1] in PLAIN_NAMES:
        parts.pop()
    for group, values in tree.items():
        if not isinstance(values, dict):
            problems.add(cut(group), f"a {type(values).__name__}, expected measure -> value")
            continue
        for name, value in values.items():
            yield parts[-2], parts[-1], measure_name(name), value


def _pytrec_eval(path: str, tree: Any, problems: Problems) -> Iterator[tuple[str, str, str, Any]]:
    system = stem(path).removesuffix(".json")
    for query, values in tree.items():
        if not isinstance(values, dict):
            problems.add(f"[{cut(query)}]", f"a {type(values).__name__}, expected measure -> value")
            continue
        for name, value in values.items():
            yield system, query, measure_name(name), value


_READERS = {"mteb": _mteb, "beir-results": _beir, "pytrec_eval": _pytrec_eval}
