"""The Reading of one file: counts, and its problems in words. It comes with every noun that was read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from irassay.errors import SHOWN, InputError, cut
from irassay.files import sha256_of
from irassay.messages import plural
from irassay.record import Record
from irassay.upward import notebook_html

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from irassay.kernel import _core
    from irassay.result import Finding

    Problem = tuple[str, Any, int, bytes, bytes]  # kind, line (0: the whole file) or place, number, found, query

# Kinds that make a file unusable unless an option chooses: it could be read in two ways, or not at all.
ERRORS = (
    *("nul", "utf8", "columns", "score", "nan", "grade", "range"),
    *("conflict", "duplicate", "same-rank", "rank-or-score", "value"),
)
OF_RANKS = ("same-rank", "rank-or-score")  # of these: what is the number of a line?
# Kinds that are odd and harmless: counted, never silent.
WARNINGS = ("point", "rank", "tag", "cut-tag", "space", "control", "scattered", "carriage")
NOTES = ("carriage", "point")  # those of them that change nothing

CUT = "the file ends in the middle of a line: fetch or write it again"

ADVICE = "irassay check QRELS RUNS says what else is missing."

MISSING_SCORES = ("", "nan", "none", "null", "<na>")  # as files and tables in memory write that there is no score

FEW = 3  # lines of which each is shown where no line of a file has its columns
RUN_COLUMNS = "query Q0 doc rank score tag"
MSMARCO_COLUMNS = "query doc rank"
SCORED_COLUMNS = "query doc score"
QRELS_COLUMNS = "query iteration doc grade"
SCORED = "query-doc-score"  # the format of runs with those columns
NOTHING: Any = MappingProxyType({})


def describe(problem: Problem, expected: str) -> str:
    """A problem in the user's words; `expected` names the columns of the file's format."""
    from irassay.messages.said import Room  # loads modules that scoring alone has no use for

    kind, _, number, found, query = problem
    text = found.decode("utf-8", "replace")
    shown = cut(text)
    if kind in ("score", "nan", "value"):
        return _bad_score(text, expected) if kind == "score" else odd_score(text, shown) if kind == "nan" else text
    said = Room("collection")
    return said(
        f"line.{kind}",
        shown=shown, doc=shown[1:-1], query=cut(query.decode("utf-8", "replace"))[1:-1], expected=expected,
        wanted=len(expected.split()), number=f"{number}", n=number, last=number - 1, byte=f"{number:02x}", other=SCORED,
    )  # fmt: skip


def odd_score(found: object, shown: str, role: str = "score") -> str:
    """What is wrong with a score, or a rank, that is no number and `shown` as it stands there; one word if missing."""
    is_missing = str(found).strip().strip("+-").casefold() in MISSING_SCORES
    return f"{role} is {'missing (empty, null or NaN)' if is_missing else shown}, expected a number"


def _bad_score(found: str, expected: str) -> str:
    if expected != MSMARCO_COLUMNS:
        return odd_score(found, cut(found))
    try:
        float(found)
    except ValueError:
        return f"rank is {cut(found)}, expected a whole number"
    return f"rank is {cut(found)}, expected a whole number; --input-format {SCORED} reads scores"


class Reading(Record):
    """What was read from one file (`source`: "-" for standard input, "" for memory). `lines` is `used` plus all
    `skipped`, by rule "comment", "blank", "header" or "rejected". `counts` has every problem by kind, `raw` the first
    20 of each: kind, line, number, found, query. `left_out` counts what used lines say beyond what is kept; `first`
    says where that is met first. `unrateable` has, by query, documents that assessors marked so and nobody rated; of
    `unrateable_queries` the file has no label, of `unrated_queries` only rows without a rating. `by_rank`: ranks
    contradict the scores and order the documents. `hint` says what would read a file with problems; `ordered_by` is
    "score" or "rank"; `tag` is the system's name in the file; "" for none."""

    source: str
    lines: int
    used: int
    skipped: dict[str, int]
    counts: dict[str, int] = NOTHING
    raw: Sequence[Problem] = ()
    tag: str = ""
    expected: str = ""
    left_out: dict[str, int] = NOTHING
    first: dict[str, str] = NOTHING
    unrateable: Mapping[str, Sequence[str]] = NOTHING
    unrateable_queries: Sequence[str] = ()
    unrated_queries: Sequence[str] = ()
    by_rank: dict[str, Sequence[str]] = NOTHING
    hint: str = ""
    ordered_by: Sequence[str] = ("score",)

    def __post_init__(self) -> None:
        for name in ("counts", "left_out", "first", "unrateable", "by_rank"):
            setattr(self, name, dict(getattr(self, name)))
        self.skipped = {rule: n for rule, n in self.skipped.items() if n}

    @classmethod
    def of(cls, source: str, read: _core.Reading, expected: str) -> Reading:
        """From what the kernel counted."""
        skipped = {"comment": read.comments, "blank": read.blank, "rejected": read.rejected}
        tag = read.tag.decode("utf-8", "replace")
        return cls(
            source, read.lines, read.used, skipped, counts=read.counts, raw=read.problems, tag=tag, expected=expected,
            ordered_by=("rank",) if expected == MSMARCO_COLUMNS else ("score",),
        )  # fmt: skip

    def tag_is_cut(self, ends_in_a_line: Callable[[], bool]) -> None:
        """Take a shorter tag on the last line for the first one's, where `ends_in_a_line`, asked only then, holds."""
        tags = [problem for problem in self.raw if problem[0] == "tag"]
        if len(tags) != 1 or self.counts["tag"] != 1 or tags[0][1] != self.lines:
            return
        if self.tag.encode().startswith(tags[0][3]) and ends_in_a_line():
            self.counts["cut-tag"] = self.counts.pop("tag")
            self.raw = tuple(("cut-tag", *p[1:]) if p[0] == "tag" else p for p in self.raw)

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of the bytes on disk, computed at first use; "" where there is no file."""
        is_file = self.source not in ("", "-") and os.path.isfile(self.source)
        return sha256_of(self.source) if is_file else ""

    def __getstate__(self) -> object:
        _ = self.sha256  # of the file as it is here: where the copy goes there may be none
        return super().__getstate__()

    @property
    def ends_within_a_line(self) -> bool:
        """Whether the last line is the only one with too few columns, as in a truncated file."""
        columns = [problem for problem in self.raw if problem[0] == "columns"]
        return len(columns) == 1 and columns[0][1] == self.lines and columns[0][2] < len(self.expected.split())

    @property
    def n_errors(self) -> int:
        """Problems that make the file unusable."""
        return sum(self.counts.get(kind, 0) for kind in ERRORS)

    def located(self, kinds: Iterable[str]) -> tuple[str, ...]:
        """Problems of these kinds as ``path:line  what is wrong``, in file order."""
        chosen = set(kinds)
        problems = sorted((p for p in self.raw if p[0] in chosen), key=lambda p: p[1])
        place = self.source or "input"
        return tuple(f"{place}:{p[1]}  {describe(p, self.expected)}" for p in problems)

    @property
    def problems(self) -> Sequence[Finding]:
        """One Finding a kind, with the first 20 examples and the total."""
        from irassay.result import Finding

        out = []
        for kind in (*ERRORS, *WARNINGS):
            total = self.counts.get(kind, 0)
            if total:
                level = "error" if kind in ERRORS else "note" if kind in NOTES else "warning"
                where = self.located([kind])[:SHOWN]
                first = min((p for p in self.raw if p[0] == kind), key=lambda p: p[1], default=None)
                text = kind if first is None else describe(first, self.expected)
                out.append(Finding(f"read-{kind}", level, "none", text, {"lines": total}, where))  # type: ignore[arg-type]
        return out

    _repr_html_ = notebook_html

    def __repr__(self) -> str:
        kinds = sum(1 for n in self.counts.values() if n)
        return f"Reading({self.source!r}, {self.lines:,} lines, {self.used:,} used, {kinds} kinds of problems)"


def raise_problems(readings: Iterable[Reading]) -> None:
    """Raise one InputError for all files that can't be used, with the first 20 problems, located, and the total."""
    every = list(readings)
    bad = [reading for reading in every if reading.n_errors or not reading.used]
    if not bad:
        return
    located: list[str] = []
    total, cut_short = 0, False
    for reading in bad:
        if nothing := _no_line(reading):
            located.append(nothing)
            total += 1
        elif one_question := _ranks_or_scores(reading, alone=len(every) == 1):
            others = reading.n_errors - sum(reading.counts.get(kind, 0) for kind in OF_RANKS)
            located += [one_question, *reading.located([kind for kind in ERRORS if kind not in OF_RANKS])]
            total += 1 + others
        elif reading.n_errors:
            located += reading.located(ERRORS)
            cut_short = cut_short or (reading.n_errors == 1 and reading.ends_within_a_line)
            hints = [reading.hint, CUT if reading.n_errors == 1 and reading.ends_within_a_line else ""]
            located += [f"{reading.source or 'input'}  {hint}" for hint in hints if hint]
            total += reading.n_errors
        else:
            located.append(f"{reading.source or 'input'}  no line of data, expected {reading.expected}")
            total += 1
    name = bad[0].source or "input"
    subject = f"{name} has" if len(bad) == 1 else f"{len(bad):,} files have"
    headline = f"{subject} {plural(total, 'problem')}"
    raise InputError(headline, tuple(located), total, advice=ADVICE if cut_short else "")


def _no_line(reading: Reading) -> str:
    """The first problem of a file of which no line has the columns, and how many it has; "" where these are few."""
    n = reading.counts.get("columns", 0)
    if reading.used or n <= FEW or n < reading.n_errors:
        return ""
    first, *_ = reading.located(ERRORS)
    return f"{first}; none of its {n:,} lines can be used{'; ' * bool(reading.hint)}{reading.hint}"


def _ranks_or_scores(reading: Reading, *, alone: bool) -> str:
    """One question about all lines whose numbers may be ranks or scores, "" for fewer than two; `alone`: an option
    about all files is about this one only."""
    problems = [problem for problem in reading.raw if problem[0] in OF_RANKS]
    n = sum(reading.counts.get(kind, 0) for kind in OF_RANKS)
    if n < 2 or not reading.counts.get("rank-or-score"):
        return ""
    _, line, _, found, query = min(problems, key=lambda problem: problem[1])
    number, in_query = (cut(one.decode("utf-8", "replace"))[1:-1] for one in (found, query))
    options = f"--input-format {SCORED} reads scores, msmarco ranks"
    if not alone:
        options += f"; for this file alone, irassay convert {cut(reading.source)} --input-format {SCORED} --to trec"
    place = f"{reading.source or 'input'}:{line}"
    return (
        f"{place}  {n:,} of {reading.lines:,} lines have numbers that may be ranks or scores "
        f"({number} in query {in_query} here); ranks are each of 1 to n, or 0 to n - 1, once in a query: {options}"
    )
