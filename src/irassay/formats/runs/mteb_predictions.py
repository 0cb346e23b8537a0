"""Predictions of MTEB, a file a model and task: subset of the task -> split -> query -> document -> score.

MTEB's ``_save_task_predictions`` writes them, and who made them under ``mteb_model_meta``.
"""

from __future__ import annotations

from typing import Any

from irassay.errors import cut, kind_of
from irassay.formats.row_checks import RankRows
from irassay.formats.runs import RunFormat
from irassay.formats.trees import json_head
from irassay.formats.trees.json_tree import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from irassay.formats.format import Head
    from irassay.formats.row_checks import Part

META, TEST = "mteb_model_meta", "test"
EXPECTED = 'expected {"mteb_model_meta": {"model_name": ...}, subset: {split: {query: {document: score}}}}'


def looks_like(head: Head) -> int:
    """Its own key, which stands first."""
    return json_head.claim(head, META, first=META)


def read_lists(path: str, *, system: str) -> list[Part]:
    """A run of the model for each subset, and of the split test, or else the only one."""
    rows = RankRows(path)
    whole = read_json(path, rows.problems)
    meta = whole.get(META) if isinstance(whole, dict) else None
    if not isinstance(whole, dict) or not isinstance(meta, dict):
        rows.problems.add("", f'no object "{META}", {EXPECTED}')
        return rows.finish()
    name = meta.get("model_name")
    model = name if isinstance(name, str) and name else system
    subsets = {subset: splits for subset, splits in whole.items() if subset != META}
    for subset, splits in subsets.items():
        run = model if len(subsets) == 1 else f"{model} {subset}"
        for place, queries in _split(rows, f"[{cut(subset)}]", splits):
            _add(rows, run, place, queries)
    return rows.finish()


def _split(rows: RankRows, place: str, splits: Any) -> Iterator[tuple[str, Mapping[Any, Any]]]:
    """The one split that is read, and its place."""
    if not isinstance(splits, dict) or not splits:
        rows.problems.add(place, f"no split, {EXPECTED}")
        return
    name = TEST if TEST in splits else next(iter(splits))
    if TEST not in splits and len(splits) > 1:
        rows.problems.add(place, f"splits {', '.join(map(cut, splits))}, expected test or one alone")
        return
    rows.leave_out("split other than test", len(splits) - 1)
    if isinstance(splits[name], dict):
        yield f"{place}[{cut(name)}]", splits[name]
    else:
        rows.problems.add(f"{place}[{cut(name)}]", f"{kind_of(splits[name])}, {EXPECTED}")


def _add(rows: RankRows, run: str, place: str, queries: Mapping[Any, Any]) -> None:
    for query, docs in queries.items():
        at = f"{place}[{cut(query)}]"
        if not isinstance(docs, dict):
            rows.problems.add(at, f"{kind_of(docs)}, expected document -> score")
        elif not docs:
            rows.answer_without_hits(run, str(query))
        elif not rows.take_all(run, query, docs):
            for doc, score in docs.items():
                rows.add(f"{at}[{cut(doc)}]", run, query, doc, score)


FORMAT = RunFormat(
    name="mteb-predictions",
    line='predictions of MTEB: `{"mteb_model_meta": {"model_name"}, subset: {split: {query: {document: score}}}}`',
    holds="any id; a subset is a run where there are several; the split test, or else the only one",
    detected_by="the key `mteb_model_meta`",
    looks_like=looks_like,
    suffixes=(),
    content="text",
    misplaced="",
    ids="any",
    keeps=("scores", "names"),
    runs_a_file="any",
    ending="",
    kernel_columns="",
    read=read_lists,
    write=None,
)
