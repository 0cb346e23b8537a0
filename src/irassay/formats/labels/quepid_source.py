"""The facts beside ratings in books and cases of Quepid: name, fields, and the scale that their own file names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from irassay.errors import InputError, cut
from irassay.formats import loss_warnings
from irassay.formats.format import number_in
from irassay.formats.row_checks import LabelRows
from irassay.formats.sources.lines import Problems
from irassay.formats.trees.json_tree import object_of, read_json
from irassay.messages import listed, plural
from irassay.record import Record

UNNAMED = "labels"
FIELDS = "document_fields"
# Keys of a pair that are no judgement, with what they are in words, and what Quepid stores there.
ABOUT = {
    FIELDS: "fields",
    "position": "positions",
    "information_need": "information needs",
    "notes": "notes",
    "options": "options",
}
KINDS: Mapping[str, type | tuple[type, ...]] = {
    FIELDS: dict,
    "position": int,
    "information_need": str,
    "notes": str,
    "options": (dict, str),
}
ENDINGS = (".tsv", ".csv", ".parquet", ".txt")  # of files that are no JSON, whatever their size
OFF_SCALE = "rating off the file's own scale"


class BookFacts(Record):
    """A book's own facts."""

    name: str
    scale: tuple[float, ...]  # least first; () where nothing names one
    scale_labels: Mapping[str, Any] | None  # grade -> its name
    scorer: str  # name of the scorer that the scale is of; "" without one
    # (query, document) -> what a book says beside judgements, under its keys
    pairs: Mapping[tuple[str, str], Mapping[str, Any]]
    judged: frozenset[tuple[str, str]]  # (query, document) with a judgement

    def of_pair(self, query: str, doc: str) -> Mapping[str, Any]:
        """What is known of a pair; the fields of the document under another query where that is all."""
        known = self.pairs.get((query, doc), {})
        return {FIELDS: self.fields[doc], **known} if doc in self.fields else known

    @cached_property
    def fields(self) -> Mapping[str, Any]:
        """Document -> its fields, those that come first."""
        first: dict[str, Any] = {}
        for (_, doc), about in self.pairs.items():
            if FIELDS in about:
                first.setdefault(doc, about[FIELDS])
        return first


def facts_of(sources: Iterable[str]) -> BookFacts:
    """The facts of one book for all; names, scales and facts of a pair that differ among the files are left out."""
    found = facts_by_file(sources)
    pairs: dict[tuple[str, str], Mapping[str, Any]] = {}
    differing: dict[str, set[str]] = {}
    for facts in found:
        for pair, about in facts.pairs.items():
            for key, value in about.items():
                if pairs.get(pair, {}).get(key, value) != value:
                    differing.setdefault(key, set()).add(pair[1])
            pairs[pair] = {**about, **pairs.get(pair, {})}
    for key, docs in differing.items():
        documents = plural(len(docs), "document has", "documents have")
        loss_warnings.say(
            f"{documents} other {ABOUT[key]} in several files, such as {cut(min(docs))}: the first are kept"
        )
    scales = [facts.scale for facts in found if facts.scale]
    same_scale = len(set(scales)) == 1
    if len(set(scales)) > 1:
        shown = listed(dict.fromkeys(map(shown_scale, scales)))
        loss_warnings.say(f"The files' scales differ: {shown}; the book has the grades of all of them")
    scorers = {facts.scorer for facts in found if facts.scale}
    of_scale = [facts.scale_labels for facts in found if facts.scale]
    return BookFacts(
        name=_name([facts.name for facts in found if facts.name]),
        scale=tuple(sorted({grade for scale in scales for grade in scale})),
        scale_labels=of_scale[0] if same_scale and all(one == of_scale[0] for one in of_scale) else None,
        scorer=scorers.pop() if len(scorers) == 1 and same_scale else "",
        pairs=pairs,
        judged=frozenset().union(*(facts.judged for facts in found)),
    )


def facts_by_file(sources: Iterable[str]) -> list[BookFacts]:
    """The facts of each file that is a book or a case."""
    return [facts for source in dict.fromkeys(sources) if (facts := _read(source)) is not None]


def scale_of(whole: Any) -> tuple[float, ...]:
    """The scale of a book, its own or that of its scorer, as earlier exports have it; () where it names none."""
    of = object_of(whole)
    return scale_in(of.get("scale")) or scale_in(object_of(of.get("scorer")).get("scale"))


def shown_scale(scale: Sequence[float]) -> str:
    """A scale as people write it."""
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
    scorer = object_of(whole.get("scorer"))
    if not isinstance(pairs := whole.get("query_doc_pairs"), list):
        if "case_name" not in whole:
            return None
        # Of a case the scorer alone has a scale, and its name is no book's.
        whole, pairs, scorer = {"name": whole["case_name"], "scorer": scorer}, [], {**scorer, "name": ""}
    labels = whole.get("scale_with_labels") or scorer.get("scale_with_labels")
    return BookFacts(
        name=str(whole.get("name") or ""),
        scale=scale_of(whole),
        scale_labels=labels if isinstance(labels, dict) else None,
        scorer=str(scorer.get("name") or ""),
        pairs={_key(pair): about for pair in pairs if isinstance(pair, dict) and (about := _about(pair))},
        judged=frozenset(_key(pair) for pair in pairs if isinstance(pair, dict) and pair.get("judgements")),
    )


def _key(pair: Mapping[str, Any]) -> tuple[str, str]:
    return str(pair.get("query_text")), str(pair.get("doc_id"))


def _about(pair: Mapping[str, Any]) -> dict[str, Any]:
    """What a book says of a pair beside its judgements; a value of another kind than Quepid's is left out."""
    return {key: pair[key] for key in ABOUT if pair.get(key) and isinstance(pair[key], KINDS[key])}


def scale_in(value: Any) -> tuple[float, ...]:
    """The grades of a scale, least first; () where it names none."""
    grades = value.split(",") if isinstance(value, str) else value
    if not isinstance(grades, list):
        return ()
    try:
        return tuple(sorted(float(grade) for grade in grades))
    except (TypeError, ValueError, OverflowError):
        return ()


def count_off(rows: LabelRows, place: int | str, pair: tuple[str, str], rating: Any, scale: tuple[float, ...]) -> None:
    """Count a rating that lies beyond the scale, or is a whole one that it leaves out: means lie between grades."""
    value = number_in(rating)
    if not scale or value != value:
        return
    if not scale[0] <= value <= scale[-1] or (value.is_integer() and value not in scale):
        grades = ", ".join(f"{grade:g}" for grade in scale)
        query, doc = map(cut, pair)
        rows.leave_out_at(place, OFF_SCALE, f"document {doc} in query {query}: rating {value:g}, scale {grades}")
