"""Plain lists of labels or ranked documents from the readers of small formats, checked one by one."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise

from irassay.arguments import LARGEST_GRADE, LEAST_GRADE
from irassay.collection.qrels import Qrels
from irassay.collection.reading import Reading, odd_score
from irassay.errors import SHOWN, cut, is_halved, kind_of
from irassay.formats.format import number_in
from irassay.formats.sources.lines import Problems, located
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from irassay.collection.reading import Problem

# What makes grades of what a file says: a factor (``--grade-scale``), or a grade for each word (``--label-map``).
Scale: TypeAlias = float | Mapping[str, int]

RISING = "list of rising scores"
UNRATEABLE = "document marked unrateable"
UNRATED = "document without a rating"
# Words of tools for a cell without a value.
NO_RATING = ("null", "none", "nil", "na", "n/a", "nan", "unrated", "-", "?")


class SystemLists(Record):
    """One system's lists out of a file, each of query, documents and scores, with what was read."""

    system: str
    lists: Sequence[tuple[str, Sequence[str], Sequence[float]]]
    without_hits: Sequence[str]  # queries that the file answers with no document
    reading: Reading


class _Rows:
    """What a reader notes beside data: problems, lines that are skipped, and parts that the noun has no place for."""

    __slots__ = ("first", "left_out", "problems", "skipped", "source")

    def __init__(self, source: str) -> None:
        self.source = source
        self.problems = Problems(source)
        self.skipped: dict[str, int] = {}
        self.left_out: dict[str, int] = {}  # parts of used lines or entries
        self.first: dict[str, str] = {}  # where such a part is met first

    def skip(self, rule: str) -> None:
        """Count one line or entry that is left out by a named rule."""
        self.skipped[rule] = self.skipped.get(rule, 0) + 1

    def leave_out(self, what: str, n: int) -> None:
        """Count parts of a line or entry that the noun has no place for."""
        if n:
            self.left_out[what] = self.left_out.get(what, 0) + n

    def leave_out_at(self, where: int | str, what: str, example: str) -> None:
        """Count one such part; of the first the place is kept, and `example` says what is there."""
        self.leave_out(what, 1)
        self.first.setdefault(what, located(self.source, where, example))


class LabelRows(_Rows):
    """Labels in the order read, with what was skipped and why; `scale` multiplies each grade before it must be whole,
    or has the grade of each word."""

    __slots__ = ("_first", "grades", "scale", "spaces", "unrateable", "unrated")

    def __init__(self, source: str, *, scale: Scale | None = None) -> None:
        super().__init__(source)
        self.scale = scale
        self.grades: dict[str, dict[str, int]] = {}
        self._first: dict[tuple[str, str], tuple[int | str, int]] = {}  # where a document was labelled, and how
        self.spaces: list[Problem] = []  # ids that begin or end with white space
        self.unrateable: dict[str, list[str]] = {}  # query -> documents
        self.unrated: dict[str, None] = {}  # queries of which something is there without a rating

    def mark_unrateable(self, query: str, doc: str) -> None:
        """Take a document that nobody rated, and that an assessor marked as one to which no grade can be given."""
        self.skip(UNRATEABLE)
        self.unrateable.setdefault(query, []).append(doc)

    def skip_unrated(self, query: str, doc: str | None = None) -> None:
        """Leave out a document that nobody rated; without `doc` a query."""
        self.skip("query without a rating" if doc is None else UNRATED)
        self.unrated.setdefault(query)

    @property
    def used(self) -> int:
        """Labels without a problem."""
        return sum(map(len, self.grades.values()))

    def add(self, where: int | str, query: str, doc: str, grade: str | float) -> None:
        """Take one label, or note what is wrong with it."""
        wrong = odd_id(query, doc)
        if wrong:
            self.problems.add(where, wrong)
            return
        value = parse_grade(grade, self.scale)
        if isinstance(value, str):
            self.problems.add(where, value)
            return
        earlier = self._first.setdefault((query, doc), (where, value))
        if earlier != (where, value):
            differs = "" if earlier[1] == value else f" with other grades, {earlier[1]} and {value}"
            first = f"line {earlier[0]}" if isinstance(earlier[0], int) else earlier[0]
            twice = f"document {cut(doc)} twice in query {cut(query)}{differs} (first: {first}); expected one label"
            self.problems.add(where, twice)
            return
        self.grades.setdefault(query, {})[doc] = value
        self.spaces += (("space", where, 0, one.encode(), b"") for one in (query, doc) if one != one.strip())

    def take_all(self, query: Any, docs: Mapping[Any, Any]) -> bool:
        """Take all labels of a query at once, where nothing is odd about any: much faster than one by one."""
        if not (query and docs and _plain_ids(query, docs) and set(map(type, docs.values())) == {int}):
            return False
        if query in self.grades or min(docs.values()) < LEAST_GRADE or max(docs.values()) > LARGEST_GRADE:
            return False
        self.grades[query] = dict(docs)
        return True

    def finish(self) -> Qrels:
        """The labels as a noun, or an InputError with every problem."""
        return Qrels.from_dict(self.grades, [self.reading()])

    def check(self) -> None:
        """Raise an InputError with every problem; no data at all is a problem too."""
        if not self.used and not self.problems.total:
            self.problems.add("", "no label in the file, expected at least one line of data")
        self.problems.raise_if_any()

    def reading(self) -> Reading:
        """What was read, once it is checked."""
        self.check()
        return Reading(
            self.source, self.used + sum(self.skipped.values()), self.used, self.skipped,
            counts=Counter(space[0] for space in self.spaces), raw=self.spaces[:SHOWN],
            left_out=self.left_out, first=self.first, unrateable=self.unrateable,
            unrateable_queries=[q for q in self.unrateable if q not in self.grades and q not in self.unrated],
            unrated_queries=[q for q in self.unrated if q not in self.grades],
        )  # fmt: skip


class RankRows(_Rows):
    """Scored documents of one or more systems, in the order read."""

    __slots__ = ("by_rank", "lists", "without_hits")

    def __init__(
        self, source: str, *, skipped: Mapping[str, int] | None = None, left_out: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(source)
        self.left_out = dict(left_out or {})
        self.skipped = dict(skipped or {})
        self.lists: dict[str, dict[str, dict[str, float]]] = {}  # system -> query -> document -> score
        self.without_hits: dict[str, list[str]] = {}  # system -> queries
        self.by_rank: set[tuple[str, str]] = set()  # systems and queries whose lists the places of their hits order

    def add(self, where: int | str, system: str, query: str, doc: str, score: Any) -> None:
        """Take one retrieved document, or note what is wrong with it."""
        wrong = odd_id(query, doc)
        if wrong:
            self.problems.add(where, wrong)
            return
        value = score_of(score)
        if math.isnan(value):
            self.problems.add(where, odd_score(score, _shown(score)))
            return
        docs = self.lists.setdefault(system, {}).setdefault(query, {})
        if doc in docs:
            self.problems.add(where, f"document {cut(doc)} twice in query {cut(query)}, expected once")
            return
        docs[doc] = value

    def add_hits(self, system: str, query: str, hits: Sequence[tuple[str, str | None, Any]]) -> None:
        """Take a search's hits, each its place, document and score, None passed over; their order is the ranking. Where
        scores are absent or rise down the list, as of distances or sorted searches, minus the rank is the score."""
        scores = [score for _, _, score in hits]
        unscored = all(score is None for score in scores)
        are_numbers = all(isinstance(score, (int, float)) for score in scores)  # others are left to who reads them
        if not unscored and are_numbers and any(after > before for before, after in pairwise(scores)):
            unscored = True
            self.leave_out_at(hits[0][0], RISING, f"query {cut(query)}")
        if unscored:
            self.by_rank.add((system, query))
        for i, (where, doc, score) in enumerate(hits):
            if doc is None:
                continue  # its reader has noted the problem
            if unscored:
                self.add(where, system, query, doc, -float(i + 1))
            elif score is None:
                self.problems.add(where, "no score, but other hits of the query have one; expected a number")
            else:
                self.add(where, system, query, doc, score)

    def answer_without_hits(self, system: str, query: str) -> None:
        """Take an answer that holds no document."""
        self.skip("query without a hit")
        self.without_hits.setdefault(system, []).append(query)

    def take_all(self, system: Any, query: Any, docs: Mapping[Any, Any]) -> bool:
        """Take a whole list at once, where nothing is odd about any of it."""
        if not (query and docs and _plain_ids(query, docs) and isinstance(system, str)):
            return False
        if query in self.lists.get(system, {}):
            return False
        scores = dict(zip(docs, map(score_of, docs.values())))
        if any(map(math.isnan, scores.values())):
            return False
        self.lists.setdefault(system, {})[query] = scores
        return True

    def finish(self) -> list[SystemLists]:
        """One part a system, or an InputError with every problem; no data at all is a problem too."""
        if not self.lists and not self.problems.total:
            self.problems.add("", "no document in the file, expected at least one line of data")
        self.problems.raise_if_any()
        lists = {
            system: [(query, list(docs), list(docs.values())) for query, docs in of.items()]
            for system, of in self.lists.items()
        }
        return parts(
            lists, self.source, self.skipped, self.left_out, self.first, without_hits=self.without_hits,
            by_rank=self.by_rank,
        )  # fmt: skip


def parts(
    lists: Mapping[str, Sequence[tuple[str, Sequence[str], Sequence[float]]]],
    source: str,
    skipped: Mapping[str, int],
    left_out: Mapping[str, int],
    first: Mapping[str, str] | None = None,
    *,
    without_hits: Mapping[str, Sequence[str]] | None = None,
    by_rank: Collection[tuple[str, str]] = (),
) -> list[SystemLists]:
    """One part a system; what was skipped and left out of the file is counted with the first."""
    systems = []
    for system, of in lists.items():
        used = sum(len(docs) for _, docs, _ in of)
        ordered_by = sorted({"rank" if (system, query) in by_rank else "score" for query, _, _ in of})
        reading = Reading(
            source, used + sum(skipped.values()), used, dict(skipped), tag=system, left_out=dict(left_out),
            first=dict(first or {}), ordered_by=ordered_by,
        )  # fmt: skip
        empty = (without_hits or {}).get(system, ())
        systems.append(SystemLists(system=system, lists=of, without_hits=empty, reading=reading))
        skipped = left_out = {}
        first = None
    return systems


def parse_grade(grade: str | float, scale: Scale | None = None) -> int | str:
    """A grade as a whole number, or the sentence that says why it is none."""
    if isinstance(scale, Mapping):
        words = " or ".join(scale)
        return scale.get(str(grade).strip(), f"grade is {_shown(grade)}, expected {words}; --label-map names others")
    value = math.nan if isinstance(grade, bool) else number_in(grade)
    if not math.isfinite(value) or (isinstance(grade, str) and ("_" in grade or not grade.isascii())):
        if isinstance(grade, str) and grade.strip().lower() in NO_RATING:
            return f"grade is {_shown(grade)}, expected a whole number; where that is no rating, remove the line"
        word = (
            f"; --label-map {grade}=1 gives words grades"
            if isinstance(grade, str) and len(grade) > 1 and grade.isalpha()
            else ""
        )
        return f"grade is {_shown(grade)}, expected a whole number{word}"
    if scale is not None:
        value = math.floor(value * scale + 0.5)
    elif value != int(value):
        return f"grade is {_shown(grade)}, expected a whole number; --grade-scale 10 multiplies by 10 and rounds"
    if not LEAST_GRADE <= value <= LARGEST_GRADE:
        return f"grade is {_shown(grade)}, expected {LEAST_GRADE} to {LARGEST_GRADE}"
    return int(value)


def _shown(value: Any) -> str:
    """A value as it stands in the file; nothing, a list or an object in words."""
    return kind_of(value) if value is None or isinstance(value, (list, dict)) else cut(value)


def score_of(value: Any) -> float:
    """A score; NaN where the value is no number, or too large for one."""
    try:
        return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else math.nan
    except OverflowError:
        return math.nan


def unique_keys(problems: Problems, where: int | str) -> Callable[[list[tuple[str, Any]]], dict[str, Any]]:
    """What makes an object of its pairs, for the `json` module: a key twice is a problem there."""

    def take(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        whole = dict(pairs)
        if len(whole) < len(pairs):
            first = set(whole)
            for key, _ in pairs:
                if key not in first:
                    problems.add(where, f"key {cut(key)} twice in one object, expected once")
                first.discard(key)
        return whole

    return take


def _plain_ids(query: Any, docs: Mapping[Any, Any]) -> bool:
    """Whether all ids are text, none of it empty or with a NUL."""
    if not isinstance(query, str) or "\0" in query or set(map(type, docs)) != {str}:
        return False
    return "" not in docs and "\0" not in "".join(docs)


def odd_id(query: str, doc: str) -> str:
    """What is wrong with the ids, "" where nothing is."""
    for what, one in (("query", query), ("document", doc)):
        if not one:
            return f"{what} id is empty, expected an id"
        if "\0" in one or is_halved(one):
            has = "a NUL" if "\0" in one else "half a character (a lone surrogate)"
            return f"{what} id {cut(one)} has {has}, expected text"
    return ""
