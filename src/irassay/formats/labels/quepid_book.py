"""A book of Quepid as JSON: pairs with the judgements of every assessor; and the scale for ratings like those before.

Quepid's export is ``{"name": ..., "query_doc_pairs": [{"query_text", "doc_id", "judgements": [{"rating",
"unrateable", "judge_later", "user_email"}]}]}``, and its import takes the same; a pair without judgements is one that
Quepid asks its assessors about. Several ratings of a pair become one as Quepid makes the rating of a case of them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from irassay.collection.qrels import Qrels
from irassay.errors import InputError, cut
from irassay.formats import loss_warnings
from irassay.formats.format import number_in
from irassay.formats.labels import LabelFormat, LabelSheet
from irassay.formats.labels.quepid_source import (
    ABOUT,
    FIELDS,
    BookFacts,
    count_off,
    facts_by_file,
    facts_of,
    scale_of,
    shown_scale,
)
from irassay.formats.row_checks import LabelRows, Scale
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import objects_in, read_json, text_of
from irassay.messages import capital, listed, plural
from irassay.record import Record

EXPECTED = '{"query_text": ..., "doc_id": ..., "judgements": [{"rating": ...}]}'
BEST = 3  # ratings of which Quepid takes the least, where there are so many
KEPT_MEANS = 'it is not rounded since the book has "support_implicit_judgements": true; --grade-scale 2 multiplies by 2'
DISAGREEMENT = "disagreement of assessors"  # the one grade of a label has no place for it
FAR = "ratings of assessors more than 1 apart"  # of those
LONGEST = {"query_text": 2048, "doc_id": 500}  # characters, by Quepid's model of a pair
SCALE = (0, 1, 2, 3)  # grades that Quepid offers where the labels have none: its scale of four
looks_like = json_tree.with_keys("query_doc_pairs", first="query_doc_pairs")  # behind the book's name and scale
LISTED = 3  # whole ratings without a gap, beyond which the least and the largest are named


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from the judgements of each pair; the query's text is its id."""
    rows = LabelRows(path, scale=scale)
    whole = read_json(path, rows.problems)
    own = scale_of(whole)
    for place, entry in objects_in(whole, "query_doc_pairs", rows.problems, expected=EXPECTED):
        is_rounded = scale is None and not whole.get("support_implicit_judgements")
        query, doc, judgements = entry.get("query_text"), entry.get("doc_id"), entry.get("judgements") or []
        if not isinstance(query, str) or not isinstance(doc, (str, int)) or not isinstance(judgements, list):
            rows.problems.add(place, f"expected {EXPECTED}")
            continue
        ratings = [one.get("rating") if isinstance(one, dict) else one for one in judgements]
        for rating in ratings:
            count_off(rows, place, (query, str(doc)), rating, own)
        marked = any(isinstance(one, dict) and one.get("unrateable") is True for one in judgements)
        if marked and all(rating is None for rating in ratings):
            rows.mark_unrateable(query, str(doc))
            continue
        add_ratings(rows, place, query, str(doc), ratings, is_rounded=is_rounded)
    return rows.finish()


def add_ratings(
    rows: LabelRows, place: int | str, query: str, doc: str, ratings: Sequence[Any], *, is_rounded: bool
) -> None:
    """One label of the ratings of several assessors; None is one of somebody who gave none."""
    present = [rating for rating in ratings if rating is not None]
    if not present:
        rows.skip_unrated(query, doc)
        return
    if len(present) == 1:
        rows.add(place, query, doc, present[0])
        return
    numbers = list(map(_number, present))
    if any(map(math.isnan, numbers)):
        rows.add(place, query, doc, present[list(map(math.isnan, numbers)).index(True)])
        return
    rating = rating_of(numbers)
    if not is_rounded and rows.scale is None and rating * 2 == int(rating * 2) != 2 * int(rating):
        ratings = " and ".join(f"{one:g}" for one in numbers)
        rows.problems.add(place, f'grade is "{rating:g}", the mean of {ratings}, expected a whole number; {KEPT_MEANS}')
        return
    grade = math.floor(abs(rating) + 0.5) * (-1 if rating < 0 else 1) if is_rounded else rating
    if len(set(numbers)) > 1:
        given = ", ".join(f"{one:g}" for one in numbers)
        times = f", times {rows.scale:g}" if isinstance(rows.scale, (int, float)) else ""
        example = f"document {cut(doc)} in query {cut(query)}: ratings {given}, taken as {grade:g}{times}"
        rows.leave_out_at(place, DISAGREEMENT, example)
        if max(numbers) - min(numbers) > 1:
            rows.leave_out_at(place, FAR, example)
    rows.add(place, query, doc, grade)


def rating_of(ratings: Sequence[float]) -> float:
    """The rating that Quepid's RatingsManager makes of several: the mean of two, the least of the best three."""
    if len(ratings) < BEST:
        return sum(ratings) / len(ratings)
    return sorted(ratings, reverse=True)[BEST - 1]


def _number(rating: Any) -> float:
    value = number_in(rating)
    return value if math.isfinite(value) and not isinstance(rating, bool) else math.nan


def write(labels: LabelSheet) -> Iterator[str]:
    """A book of one judgement a pair, by nobody in particular; what else it says is what the files' books say."""
    own = facts_of(labels.sources)
    judgements: dict[str, dict[str, float | None]] = {query: dict(docs) for query, docs in labels.tree.items()}
    for query, marked in labels.unrateable.items():
        judgements.setdefault(query, {}).update(dict.fromkeys(marked))
    judged = (
        {**pair(query, doc, judgements=[_judgement(grade)]), **own.of_pair(query, doc)}
        for query, docs in judgements.items()
        for doc, grade in docs.items()
    )
    _say_lost(own, judgements)
    grades = {grade for docs in labels.tree.values() for grade in docs.values()}
    if own.scale and (others := grades - set(own.scale)):
        loss_warnings.say(
            f"The scale {shown_scale(own.scale)} lacks grades of the labels: {shown_scale(sorted(others))} added"
        )
    scale = [int(grade) if grade == int(grade) else grade for grade in sorted({*(own.scale or SCALE), *grades})]
    yield book(judged, name=own.name, scale=scale, scale_labels=own.scale_labels, scorer=own.scorer)


def _say_lost(own: BookFacts, queries: Collection[str]) -> None:
    """Warn of what the books say of rated pairs whose queries the labels call otherwise; fields stay by document."""
    gone = [about for (query, doc), about in own.pairs.items() if query not in queries and (query, doc) in own.judged]
    keys = [key for key in ABOUT if key != FIELDS and any(key in about for about in gone)]
    if keys:
        n = sum(any(key in about for key in keys) for about in gone)
        what = capital(listed([ABOUT[key] for key in keys]))
        loss_warnings.say(f"{what} of {plural(n, 'document')} left out: the labels have other names for their queries")


def _judgement(grade: float | None) -> dict[str, Any]:
    """One assessor's; without a grade that of one who marked the document as unrateable."""
    return {"rating": None if grade is None else float(grade), "unrateable": grade is None, "judge_later": False}


def pair(
    query: str,
    doc: str,
    *,
    position: int | None = None,
    fields: Mapping[str, str] | None = None,
    judgements: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """A document of a query, as the export of a book has it."""
    about = {"information_need": None, "notes": None, "options": None}
    named = {"query_text": query, "doc_id": doc, "position": position, "document_fields": dict(fields or {})}
    return {**named, **about, "judgements": list(judgements)}


def book(
    pairs: Iterable[Mapping[str, Any]],
    *,
    name: str,
    scale: Sequence[float] = SCALE,
    scale_labels: Mapping[str, Any] | None = None,
    scorer: str = "",
) -> str:
    """What Quepid's import of books reads, ranks left out; its BookImporter takes a scorer's scale before the book's
    own. InputError where a query or an id is longer than Quepid stores: it would leave out the pair in silence."""
    pairs = list(pairs)
    for key, longest in LONGEST.items():
        if long := [one[key] for one in pairs if len(one[key]) > longest]:
            raise InputError(
                f"{plural(len(long), 'document')} can't go into a book of Quepid, whose {key} has at most {longest:,} "
                f"characters; first: {cut(long[0])}"
            )
    shown = {"show_rank": False, "support_implicit_judgements": False}
    grades = {"scale": list(scale), "scale_with_labels": None if scale_labels is None else dict(scale_labels)}
    of_scorer = {"scorer": {"name": scorer, **grades}} if scorer else {}
    return text_of({"name": name, **shown, **grades, **of_scorer, "query_doc_pairs": pairs})


def shown(ratings: Sequence[float], *, last: Literal["and", "or"] = "and") -> str:
    """Ratings in a sentence: one by one, or the least and the largest where there are many without a gap."""
    if len(ratings) > LISTED and ratings[-1] - ratings[0] == len(ratings) - 1:
        return f"{ratings[0]:g} to {ratings[-1]:g}"
    return listed([f"{one:g}" for one in ratings], len(ratings), last=last)


FORMAT = LabelFormat(
    name="quepid-book",
    line='a book of Quepid as JSON: `{"query_doc_pairs": [{"query_text", "doc_id", "judgements": [{"rating"}]}]}`; '
    "of several ratings the mean of two, the least of the three best of more, as Quepid has it",
    holds="any id, and which documents can't be rated; position, fields, notes and the like of a pair go from book to "
    "book; a pair on which assessors disagree is counted, their names are not kept",
    detected_by="the key `query_doc_pairs`",
    looks_like=looks_like,
    ids="any",
    keeps=("unrateable",),
    read=read_labels,
    write=write,
)
BY_NAME = {FORMAT.name: FORMAT}


class RatingScale(Record):
    """Ratings that assessors choose from."""

    ratings: tuple[float, ...]  # least first, in the unit of the file: before ``--grade-scale``
    names: Mapping[str, Any] | None  # rating -> its name
    origin: str  # "grades" (caller), "file", "labels" (grades that occur), "" (nobody)


def rating_scale(
    labels: Qrels | None, *, factor: float | None = None, grades: Sequence[int] | None = None
) -> RatingScale:
    """The scale of `grades` that the caller gives, else that which the labels' files name, else that of the labels."""
    if grades is not None:
        return RatingScale(ratings=ratings_of(grades, factor), names=None, origin="grades")
    if labels is None:
        return RatingScale(ratings=SCALE, names=None, origin="")
    facts = [one for one in facts_by_file(reading.source for reading in labels.readings) if one.scale]
    if facts:
        ratings = sorted({int(rating) if rating == int(rating) else rating for one in facts for rating in one.scale})
        same = all(one.scale_labels == facts[0].scale_labels for one in facts)
        return RatingScale(ratings=tuple(ratings), names=facts[0].scale_labels if same else None, origin="file")
    return RatingScale(ratings=ratings_of(labels.scale, factor), names=None, origin="labels")


def ratings_of(grades: Iterable[int], factor: float | None) -> tuple[float, ...]:
    """Whole ratings that become these grades, from 0 to one that reaches the largest: Quepid's scales are whole."""
    by = factor or 1.0
    known = {grade for grade in grades if grade > 0} or {1}
    ratings = {rating for grade in known if _grade(rating := round(grade / by), by) == grade}
    if max(known) not in {_grade(rating, by) for rating in ratings}:
        ratings.add(math.ceil(max(known) / by))
    return tuple(sorted({0, *ratings}))


def _grade(rating: float, factor: float) -> int:
    """What a reader makes of a rating."""
    return math.floor(rating * factor + 0.5)
