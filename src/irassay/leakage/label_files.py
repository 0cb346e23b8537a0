"""People's labels of pairs from files: JSON lines, a table with a heading, Label Studio's export, a book of Quepid."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from irassay.errors import InputError, cut
from irassay.formats.sources import opening
from irassay.formats.sources.lines import Problems
from irassay.formats.tables.separated import name_of, records
from irassay.formats.trees.json_tree import objects_in, read_json, records_of
from irassay.leakage.files import number_of, table_rows, word_of
from irassay.leakage.leaks import EVIDENCE, KINDS, LEAKAGE, Kind
from irassay.leakage.pair_labels import PairLabel, PairLabels, type_of_labels
from irassay.messages import plural
from irassay.messages.names import of_cell

# As exports of annotation tools and people name what a pair has, the first that is there.
NAMES: Mapping[str, tuple[str, ...]] = {
    "query": ("query", "topic", "query_id", "qid"),
    "train": ("train", "train_id", "ms-marco-qid"),
    "text": ("text", "title"),
    "train_text": ("train_text", "data"),
    "similarity": ("similarity", "cosine_similarity"),
    "type": ("type", "label"),
}
ANSWER, VERDICT = "type", "verdict"  # the names of the choices in Label Studio: ours, and one of leak, no
# A book's ratings of a pair; Quepid shows the words.
_WORSE_FIRST: tuple[Kind, ...] = ("different", "generalization", "specialization", "reformulation", "identical")
RATINGS: Mapping[int, Kind] = dict(enumerate(_WORSE_FIRST))
OTHERS = "answers to another choice"  # a key that no table has as a column: of Label Studio, how that choice is called
MACHINES = tuple(by for by in EVIDENCE if by != "people")

Rows = Iterator[tuple[int | str, dict[str, Any]]]


def read_pair_labels(path: str | os.PathLike[str]) -> PairLabels:
    """Labels of pairs from one file.

    Parameters
    ----------
    path : path
        May be compressed. The content tells the format: JSON lines, as the published annotations (`topic`, `title`,
        `data`, `label`, `ms-marco-qid`, `cosine_similarity`) or with the columns of a table; a table parted by tabs,
        without quotes, or by commas, with a heading: query, train or train_text, type or verdict, and whatever else
        leaks.tsv has; what `write_review` wrote and Label Studio or Quepid export. `type_of_labels` says what a list of
        labels means. A pair is no leak where its verdict is no or its type is different. A verdict review, or neither
        verdict nor type, is no label; neither is one with a machine's evidence (words, ngrams, vectors) in a column
        ``by``, as leaks.tsv has it: where somebody decided a row of it, ``by`` must say people.

    Returns
    -------
    PairLabels

    Raises
    ------
    InputError
        The file can't be read, lacks a column, has a label that means nothing, a verdict that contradicts the type, a
        pair twice with different labels, or no label of people at all.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "labels.tsv")
    >>> _ = path.write_text("query\\ttrain\\ttype\\nq1\\tt7\\tidentical\\nq1\\tt8\\tdifferent\\nq2\\tt1\\t\\n")
    >>> labels = read_pair_labels(path)
    >>> [(label.train, label.is_leak) for label in labels], labels.n_without
    ([('t7', True), ('t8', False)], 1)
    """
    source = os.fspath(path)
    problems = Problems(source)
    labels: dict[tuple[str, ...], PairLabel] = {}
    others: dict[str, None] = {}
    n_without = n_by_machines = 0
    for place, row in _rows(source, problems):
        if str(row.get("by") or "").strip().lower() in MACHINES:
            n_by_machines += 1
            continue
        so_far = problems.total
        label = _label(row, place, source, problems)
        if label is None:
            others |= dict.fromkeys([str(row[OTHERS])] if OTHERS in row else [])
            n_without += problems.total == so_far
            continue
        of_train = label.train_text or label.train_source
        before = labels.setdefault((*label.key, of_train, label.field, label.text), label)
        if (before.type, before.is_leak) != (label.type, label.is_leak):
            said = before.type or ("leak" if before.is_leak else "no")
            problems.add(place, LEAKAGE("labels.before", query=label.query, train=label.key[1], said=said))
    problems.raise_if_any()
    if not labels:
        raise InputError(_no_label(source, n_without, n_by_machines, list(others)))
    return PairLabels(tuple(labels.values()), source, n_without + n_by_machines, n_by_machines)


def _no_label(source: str, n_without: int, n_by_machines: int, others: Sequence[str]) -> str:
    """What is wrong with a file of which nothing counts as a label; `others` are choices of other names."""
    n = plural(n_without + n_by_machines, "pair")
    if others:
        choices = {"others": [*map(cut, others)], "name": ANSWER, "kinds": KINDS, "verdict": VERDICT}
        return LEAKAGE("labels.other-choice", source=source, pairs=n, **choices)
    if not n_by_machines:
        return LEAKAGE("labels.none", source=source, pairs=n)
    return LEAKAGE("labels.machines", source=source, pairs=n, n=n_by_machines, machines=MACHINES)


def _rows(source: str, problems: Problems) -> Rows:
    """The place of each pair and what is said of it, by the names of a table."""
    head = opening.head_of(source).decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    if head.startswith("{") and '"query_doc_pairs"' in head:
        yield from _quepid(source, problems)
    elif head.startswith(("{", "[")):
        for place, record in records_of(source, problems):
            if isinstance(record.get("data"), dict):
                yield from ((place, row) for row in _label_studio(record))
            else:
                yield place, record
    elif "\t" in head.split("\n", 1)[0] and not head.startswith('"'):  # a heading in quotes: all cells may have them
        yield from table_rows(source, problems)
    else:
        yield from _separated(source, problems)


def _separated(source: str, problems: Problems) -> Rows:
    rows = records(source, problems)
    names = [name_of(name) for name in next(rows, (0, [""]))[1]]
    if not set(names) & set(NAMES["query"]):
        problems.raise_if_any()
        raise InputError(LEAKAGE("labels.columns", source=source, names=names))
    for number, cells in rows:
        if len(cells) != len(names):
            problems.add_width(number, len(cells), len(names))
        else:
            yield number, dict(zip(names, map(of_cell, cells)))


def _label_studio(task: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A row for each answer of a task; one without a type where nobody answered."""
    about = {name: value for name, value in task["data"].items() if name not in ("verdict", *NAMES["type"])}
    answers: list[dict[str, Any]] = []
    for annotation in _objects(task.get("annotations")):
        if annotation.get("was_cancelled"):
            continue
        of_one: dict[str, Any] = {}
        for result in _objects(annotation.get("result")):
            value, name = result.get("value"), result.get("from_name")
            choices = value.get("choices") if isinstance(value, dict) else None
            if name in (ANSWER, VERDICT):
                of_one[name] = choices or "" if name == ANSWER else (choices or [""])[0]
            elif choices:
                of_one[OTHERS] = name
        if of_one:
            answers.append(of_one)
    for answer in answers or [{}]:
        yield {**about, "type": "", **answer}


def _quepid(source: str, problems: Problems) -> Rows:
    """A row for each rating of a pair; one without a type where nobody rated it."""
    for place, pair in objects_in(read_json(source, problems), "query_doc_pairs", problems, expected="pairs"):
        about = pair.get("document_fields") or {}
        try:
            about = json.loads(about) if isinstance(about, str) else about
        except ValueError:
            about = {}
        about = {k: v for k, v in about.items() if k not in ("verdict", "type")} if isinstance(about, dict) else {}
        row = {"query": pair.get("query_text"), "text": pair.get("query_text"), "train": pair.get("doc_id")} | about
        ratings = [one["rating"] for one in _objects(pair.get("judgements")) if one.get("rating") is not None]
        for rating in ratings:
            if not isinstance(rating, (int, float)) or rating not in RATINGS:
                problems.add(place, f"rating {cut(rating)}, expected one of {', '.join(map(str, RATINGS))}")
                continue
            yield place, row | {"type": RATINGS[int(rating)]}
        if not ratings:
            yield place, row


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    """The objects of a list; none of what is no list."""
    return (one for one in value if isinstance(one, dict)) if isinstance(value, list) else iter(())


def _label(row: Mapping[str, Any], place: int | str, source: str, problems: Problems) -> PairLabel | None:
    """The label of a row; None where nobody labelled it, or something is wrong, which `problems` has then."""
    before = problems.total
    cells = {role: next((row[name] for name in names if name in row), "") for role, names in NAMES.items()}
    is_annotation = "title" in row and "train_text" not in row
    if is_annotation:  # the published ones have the training text as data, or as text where nobody labelled it
        cells |= {"text": row["title"], "train_text": row.get("data", row.get("text", ""))}
    words = {role: _text(cells[role], role, place, problems) for role in ("query", "train", "text", "train_text")}
    if not words["query"] or not (words["train"] or words["train_text"]):
        problems.add(place, LEAKAGE("labels.no-pair"))
    kind = _kind(cells["type"], place, problems)
    verdict = word_of({"verdict": str(row.get("verdict") or "")}, "verdict", place, problems)
    number = "" if cells["similarity"] is None else str(cells["similarity"])
    similarity = number_of({"similarity": number}, "similarity", place, problems)
    if kind == "different" and verdict == "leak":
        problems.add(place, LEAKAGE("labels.contradict"))
    if problems.total > before or verdict == "review" or not (kind or verdict):
        return None
    is_leak = verdict != "no" and kind != "different"
    field = str(row.get("field") or ("title" if is_annotation else ""))
    return PairLabel(
        **words,
        field=field,
        type=kind if is_leak else "different",
        is_leak=is_leak,
        similarity=similarity,
        source=source,
        train_source=str(row.get("source") or ""),
    )


def _kind(cell: Any, place: int | str, problems: Problems) -> Kind | None:
    """A type by its name or by a list of labels; None where there is none."""
    labels = cell if isinstance(cell, list) else [cell] if cell else []
    if not all(isinstance(label, str) for label in labels):
        problems.add(place, LEAKAGE("labels.list", label=cell, kinds=KINDS))
        return None
    try:
        return type_of_labels(labels) if labels else None
    except ValueError as error:
        problems.add(place, str(error))
        return None


def _text(value: Any, role: str, place: int | str, problems: Problems) -> str:
    """An id or a text of a row; ids may be numbers."""
    if value is None or (isinstance(value, (str, int)) and not isinstance(value, bool)):
        return "" if value is None else str(value)
    problems.add(place, f"{role} is {cut(value)}, expected text")
    return ""
