"""What books and cases of Quepid say beside their ratings, for a book that is made of them: name, scale, fields.

Labels have no place for these, so the files that the labels were read from are asked again.
"""

from __future__ import annotations

import os
from typing import Any

from irassay.errors import InputError, cut
from irassay.formats import loss_warnings
from irassay.formats.labels.own_scale import scale_in
from irassay.formats.sources.problems import Problems
from irassay.formats.trees.json_tree import read_json
from irassay.record import Record
from irassay.wording import listed, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

UNNAMED = "labels"
ENDINGS = (".tsv", ".csv", ".parquet", ".txt")  # of files that are no JSON, whatever their size


class BookFacts(Record):
    """A book's own facts.

    Attributes
    ----------
    name : str
    scale : tuple of float
        Least first; () where nothing names one.
    scale_labels : mapping of grade to its name, or None
    scorer : str
        The name of the scorer that the scale is of, where a book has one; else "".
    fields : mapping of document to field to text
    """

    name: str
    scale: tuple[float, ...]
    scale_labels: Mapping[str, Any] | None
    scorer: str
    fields: Mapping[str, Mapping[str, Any]]


def facts_of(sources: Iterable[str]) -> BookFacts:
    """The facts of one book for all; what differs among the files is left out, and said.

    Warns
    -----
    LossWarning
        Names, scales or documents' fields differ.
    """
    found = facts_by_file(sources)
    fields: dict[str, Mapping[str, Any]] = {}
    differing: set[str] = set()
    for facts in found:
        for doc, about in facts.fields.items():
            if fields.setdefault(doc, about) != about:
                differing.add(doc)
    if differing:
        documents = plural(len(differing), "document has", "documents have")
        loss_warnings.say(
            f"{documents} other fields in several files, such as {cut(min(differing))}: the first are kept"
        )
    scales = [facts.scale for facts in found if facts.scale]
    same_scale = len(set(scales)) == 1
    if len(set(scales)) > 1:
        shown = listed(dict.fromkeys(shown_scale(scale) for scale in scales))
        loss_warnings.say(f"The files' scales differ: {shown}; the book has the grades of all of them")
    scorers = {facts.scorer for facts in found if facts.scale}
    of_scale = [facts.scale_labels for facts in found if facts.scale]
    return BookFacts(
        name=_name([facts.name for facts in found if facts.name]),
        scale=tuple(sorted({grade for scale in scales for grade in scale})),
        scale_labels=of_scale[0] if same_scale and all(one == of_scale[0] for one in of_scale) else None,
        scorer=scorers.pop() if len(scorers) == 1 and same_scale else "",
        fields=fields,
    )


def facts_by_file(sources: Iterable[str]) -> list[BookFacts]:
    """The facts of each file that is a book or a case."""
    return [facts for source in dict.fromkeys(sources) if (facts := _read(source)) is not None]


def scale_of(whole: Any) -> tuple[float, ...]:
    """The scale of a book, its own or that of its scorer, as earlier exports have it; () where it names none.

    >>> scale_of({"scale": [0, 1]}), scale_of({"scorer": {"name": "P@10", "scale": [1, 0]}}), scale_of([])
    ((0.0, 1.0), (0.0, 1.0), ())
    """
    if not isinstance(whole, dict):
        return ()
    scorer = whole.get("scorer")
    return scale_in(whole.get("scale")) or scale_in(scorer.get("scale") if isinstance(scorer, dict) else None)


def shown_scale(scale: Sequence[float]) -> str:
    """A scale as people write it.

    >>> shown_scale((0.0, 1.0, 3.0))
    '(0, 1, 3)'
    """
    return "(" + ", ".join(f"{grade:g}" for grade in scale) + ")"


def _name(names: Sequence[str]) -> str:
    different = list(dict.fromkeys(names))
    if len(different) > 1:
        loss_warnings.say(f"The files' names differ ({listed(map(cut, different))}): the book is called {UNNAMED}")
    return different[0] if len(different) == 1 else UNNAMED


def _read(source: str) -> BookFacts | None:
    """The facts of a book or a case; None where the file is neither."""
    if not os.path.isfile(source) or source.lower().endswith(ENDINGS):
        return None
    try:
        whole = read_json(source, Problems(source))
    except InputError:
        return None
    if not isinstance(whole, dict):
        return None
    if isinstance(pairs := whole.get("query_doc_pairs"), list):
        of_book = whole.get("scorer")
        own = of_book if isinstance(of_book, dict) else {}
        labels = whole.get("scale_with_labels") or own.get("scale_with_labels")
        fields = {str(pair.get("doc_id")): pair.get("document_fields") for pair in pairs if isinstance(pair, dict)}
        return BookFacts(
            name=str(whole.get("name") or ""),
            scale=scale_of(whole),
            scale_labels=labels if isinstance(labels, dict) else None,
            scorer=str(own.get("name") or ""),
            fields={doc: about for doc, about in fields.items() if isinstance(about, dict) and about},
        )
    if "case_name" not in whole:
        return None
    scorer = whole.get("scorer")
    scale = scale_in(scorer.get("scale") if isinstance(scorer, dict) else None)
    labels = scorer.get("scale_with_labels") if isinstance(scorer, dict) else None
    return BookFacts(
        name=str(whole["case_name"] or ""),
        scale=scale,
        scale_labels=labels if isinstance(labels, dict) else None,
        scorer="",
        fields={},
    )
