"""Training sets as JSON lines, an instance a line, and the file beside a run with scores outside its lists."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

from irassay.collection.instances import CONDITIONS, Instance, Instances
from irassay.errors import cut, kind_of
from irassay.files import ALSO
from irassay.formats.sources.lines import Problems
from irassay.formats.trees.json_tree import records_of

_KEYS = ("query_id", "query", "doc_id", "text", "relevant", "condition", "topic", "source")  # of the fields, in order
_NEEDED = ("query_id", "doc_id", "relevant")


def read_instances(source: str | os.PathLike[str]) -> Instances:
    """A training set of `irassay trainset`, or JSON lines of one's own.

    Parameters
    ----------
    source : path
        A line an instance: ``query_id``, ``query``, ``doc_id``, ``text``, ``relevant`` (true or false), ``condition``,
        ``topic`` and ``source``; all but both ids and ``relevant`` may be absent. May be compressed.

    Returns
    -------
    Instances

    Raises
    ------
    InputError
        The file can't be read, a line lacks one of these, or a query has more documents of one class.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "set.jsonl"
    >>> line = '{"query_id": "q1", "query": "red fox", "doc_id": "%s", "text": "A fox.", "relevant": %s}\\n'
    >>> _ = file.write_text(line % ("d1", "true") + line % ("d2", "false"))
    >>> read_instances(file)
    Instances(1 pairs, 0 leaked instances)
    """
    path = os.fspath(source)
    problems = Problems(path)
    instances = [one for place, record in records_of(path, problems) for one in _instance(record, place, problems)]
    problems.raise_if_any()
    return Instances.of(instances, source=path)


def _instance(record: dict[str, Any], place: int | str, problems: Problems) -> Iterator[Instance]:
    """The instance of a line; none where it is a problem."""
    missing = [name for name in _NEEDED if name not in record]
    if missing:
        problems.add(place, f"no {', '.join(missing)}, expected {', '.join(_NEEDED)}")
        return
    values = {name: record.get(name) for name in _KEYS if name != "relevant"}
    texts = {name: str(value) if type(value) is int else value or "" for name, value in values.items()}
    condition = texts["condition"] or "filler"
    wrong = next((name for name, value in texts.items() if not isinstance(value, str)), None)
    if wrong:
        problems.add(place, f"{wrong} holds {kind_of(record[wrong])}, expected a text")
    elif empty := next((name for name in ("query_id", "doc_id") if not texts[name]), None):
        problems.add(place, f"{empty} is empty, expected an id")
    elif record["relevant"] not in (True, False):
        problems.add(place, f"relevant holds {kind_of(record['relevant'])}, expected true or false")
    elif condition not in CONDITIONS:
        problems.add(place, f"condition {cut(condition)}, expected {', '.join(CONDITIONS)}")
    else:
        ids = texts["query_id"], texts["query"], texts["doc_id"], texts["text"]
        yield Instance(*ids, bool(record["relevant"]), condition, texts["topic"], texts["source"])


def instance_lines(instances: Iterable[Instance]) -> Iterator[str]:
    """The lines of a file that `read_instances` reads."""
    for one in instances:
        yield json.dumps(dict(zip(_KEYS, one)), ensure_ascii=False) + "\n"


def also_path(run: str | os.PathLike[str]) -> str:
    """Where these scores stand: ``a.also.run`` beside ``a.run``."""
    return f"{os.path.splitext(os.fspath(run))[0]}{ALSO}"
