"""Sentences about the files themselves."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from irassay.collection.reading import CUT, Reading
from irassay.formats import loss_warnings
from irassay.measures import Measure
from irassay.messages import conjugate, count, percent, plural, visible
from irassay.preflight.words.phrases import finding, several, some, subject
from irassay.result import Finding
from irassay.scoring.list_ends import EMPTY

if TYPE_CHECKING:
    from irassay.preflight.inputs import Material
    from irassay.scoring.list_ends import ScoredLists

MOST_EXAMPLES = 3  # located examples of a kind
COMPLETE = "make sure that the run is complete, or compare at a cutoff that all reach"
# kind -> what the lines have, one and many, and what to do
PART = "the {} is part of the id: it matches only ids with the same one"
LEFT_OUT = {
    "columns": ("has a wrong number of columns", "have a wrong number of columns", "correct the lines"),
    "score": (
        "has a score that is not a number",
        "have scores that are not numbers",
        "write a number in column 5 (MS MARCO runs: a whole rank in column 3)",
    ),
    "nan": ("has nan for a score", "have nan for a score", "find out why the system had no score"),
    "grade": (
        "has a grade that is not a whole number",
        "have grades that are not whole numbers",
        "write whole numbers; fractional ratings: --grade-scale",
    ),
    "range": ("has a grade beyond -127 to 127", "have grades beyond -127 to 127", "use a smaller scale"),
    "duplicate": (
        "repeats a document of its query",
        "repeat a document of their query",
        "keep one line for each document",
    ),
    "conflict": (
        "labels a document again with another grade",
        "label a document again with another grade",
        "decide which label is right; several assessors: one qrels file each",
    ),
    "same-rank": (
        "repeats a rank of its query, in a run without scores",
        "repeat a rank of their query, in runs without scores",
        "give each document of a query a different rank: document ids must not decide; "
        "scores: --input-format query-doc-score",
    ),
    "rank-or-score": (
        "has a number that may be a rank or a score",
        "have numbers that may be ranks or scores",
        "say which: --input-format msmarco reads ranks, query-doc-score reads scores",
    ),
    "nul": ("holds a NUL byte", "hold NUL bytes", "fetch or write the file again"),
    "utf8": ("is not UTF-8", "are not UTF-8", "convert the file to UTF-8"),
    "value": ("can't be read", "can't be read", "correct them"),
}
ODD = {
    "point": (
        "has a whole grade with a decimal point",
        "have whole grades with a decimal point",
        "none: 1.0 is read as 1",
    ),
    "rank": (
        "has a rank that is not a whole number",
        "have ranks that are not whole numbers",
        "none: ranks are never used",
    ),
    "cut-tag": (
        "ends in the middle of the tag, with the file",
        "end in the middle of the tag, with their files",
        "the line counts as it stands; lines after it are not there",
    ),
    "space": (
        "has a no-break or other unusual space in an id",
        "have no-break or other unusual spaces in ids",
        PART.format("space"),
    ),
    "control": ("has a control character in an id", "have control characters in ids", PART.format("character")),
    "scattered": (
        "returns to an earlier query",
        "return to earlier queries",
        "none: a query's lines are read together",
    ),
    "carriage": ("ends in CR LF", "end in CR LF", "none"),
}


HARMLESS = ("carriage", "point", "scattered")


def mend_odd(kind: str) -> str:
    """What to do about odd lines of a kind; "" for nothing."""
    if kind in HARMLESS:
        return ""
    return "fetch or write the file again" if kind == "cut-tag" else "make sure that it is meant"


def left_out(kind: str, readings: Sequence[Reading], systems: Sequence[str] = ()) -> Finding:
    """Lines that `eval` refuses."""
    total = sum(r.counts[kind] for r in readings)
    one, many, action = LEFT_OUT[kind]
    if kind == "columns" and any(r.ends_within_a_line for r in readings):
        action = CUT
    lines = "this line" if total == 1 else "these lines"
    used = sum(r.used for r in readings)
    return finding(
        f"lines-{kind}",
        "error",
        f"{plural(total, 'line')} {one if total == 1 else many}",
        size=total / (total + used),
        numbers={"lines": total, "files": len(readings), "used": used},
        where=_located(kind, readings, total),
        systems=systems,
        effect=f"these files are not scored; the other findings are without {lines}",
        action=action,
    )


def odd(kind: str, readings: Sequence[Reading], systems: Sequence[str] = ()) -> Finding:
    """Lines that are unusual but harmless."""
    total = sum(r.counts[kind] for r in readings)
    one, many, effect = ODD[kind]
    return finding(
        f"lines-{kind}",
        "note" if kind in HARMLESS else "warning",
        f"{plural(total, 'line')} {one if total == 1 else many}",
        size=0.0,
        numbers={"lines": total, "files": len(readings)},
        where=_located(kind, readings, total),
        systems=systems,
        effect=effect,
        action=mend_odd(kind),
    )


def _located(kind: str, readings: Sequence[Reading], total: int) -> tuple[str, ...]:
    places = [place for r in readings for place in r.located([kind])[:MOST_EXAMPLES]][:MOST_EXAMPLES]
    rest = total - len(places)
    return (*places, f"and {count(rest)} more") if rest > 0 and places else tuple(places)


def _first(kind: str, readings: Sequence[Reading]) -> tuple[str, ...]:
    """The first place in each file, in the first few files."""
    places = [reading.first[kind] for reading in readings if kind in reading.first]
    rest = len(places) - MOST_EXAMPLES
    return (*places[:MOST_EXAMPLES], f"and {count(rest)} more files") if rest > 0 else tuple(places)


def no_data(readings: Sequence[Reading], systems: Sequence[str] = ()) -> Finding:
    """Files without a line of data."""
    names = [r.source or "input" for r in readings]
    return finding(
        "no-data",
        "error",
        f"{plural(len(names), 'file has', 'files have')} no line of data",
        size=1.0,
        numbers={"files": len(names)},
        where=(some(names),),
        systems=systems,
        effect=f"{conjugate(len(names), 'it')} can't be scored",
        action="write the files again, or leave them out",
    )


def partial_answers(readings: Sequence[Reading], kind: str, systems: Sequence[str]) -> Finding:
    """Answers from a part of the index."""
    n = sum(r.left_out[kind] for r in readings)
    text = f"{plural(n, 'answer')} of a search engine {conjugate(n, 'comes')} from a part of its index"
    effect = (
        "documents may be missing that the whole index would have brought: timed_out or terminated_early is true, or "
        "shards gave no answer"
    )
    return _to_search_again(n, text, effect, _first(kind, readings), len(readings), systems)


def failed_searches(readings: Sequence[Reading], kind: str, systems: Sequence[str]) -> Finding:
    """Errors beside answers."""
    n = sum(r.left_out[kind] for r in readings)
    text = f"{plural(n, 'search has', 'searches have')} an error in place of an answer"
    effect = "these queries are unanswered: each that has labels counts 0"
    return _to_search_again(n, text, effect, _first(kind, readings), len(readings), systems)


def _to_search_again(
    n: int, text: str, effect: str, where: Sequence[str], n_files: int, systems: Sequence[str]
) -> Finding:
    return finding(
        "partial-answers",
        "warning",
        text,
        size=1.0,
        numbers={"answers": n, "files": n_files},
        where=where,
        systems=systems,
        effect=effect,
        action="run these searches again",
    )


def order_of_hits(readings: Sequence[Reading], kind: str, systems: Sequence[str]) -> Finding:
    """Lists that are ranked by the order of their hits."""
    n = sum(r.left_out[kind] for r in readings)
    return finding(
        "order-of-hits",
        "note",
        f"Scores do not order the hits of {plural(n, 'list')}: they tie or rise",
        size=0.0,
        numbers={"lists": n, "files": len(readings)},
        where=_first(kind, readings),
        systems=systems,
        effect="the order of the hits is the ranking, as users saw it; these scores are left out",
        action="",
    )


def lower_folders(n: int, first: Sequence[str]) -> Finding:
    """Files in folders below those given."""
    return finding(
        "lower-folders",
        "warning",
        loss_warnings.lost(loss_warnings.BELOW, n),
        size=0.0,
        numbers={"files": n},
        where=tuple(f"first: {visible(folder)}" for folder in first),
        effect="a folder is read without those below it: runs there have no score, and brought nothing to a pool",
        action="",
    )


def off_scale(readings: Sequence[Reading], kind: str) -> Finding:
    """Ratings that the scale of a book or a scorer does not have."""
    n, of = sum(r.left_out[kind] for r in readings), sum(r.used for r in readings)
    return finding(
        "off-scale",
        "warning",
        f"{plural(n, 'rating is', 'ratings are')} off the scale that the file itself names",
        size=n / of,
        numbers={"labels": of, "ratings": n},
        where=_first(kind, readings),
        effect="each counts as it stands: gains, ideal rankings and bounds go by the largest grade that is there",
        action="correct these ratings, or the scale",
    )


def disagreements(readings: Sequence[Reading], kind: str, far: str) -> Finding:
    """Documents whose assessors disagree, where a file has their ratings; `far` is by more than 1."""
    n_far = sum(r.left_out.get(far, 0) for r in readings)
    n, of = sum(r.left_out[kind] for r in readings), sum(r.used for r in readings)
    return finding(
        "assessors-disagree",
        "note",
        f"Assessors disagree on {count(n)} of {plural(of, 'label')}, by more than 1 on {count(n_far)}",
        size=n / of,
        numbers={"labels": of, "disagreements": n, "by_more_than_1": n_far},
        where=_first(kind, readings),
        effect="each document has one grade, made of its ratings as Quepid makes it: the mean of two (2.5 becomes "
        "3 without --grade-scale), the least of the three best of more",
        action="",
    )


def shared_tags(shared: Mapping[str, Sequence[Reading]], systems: Sequence[str]) -> Finding:
    """Files with the same tag."""
    files = sum(len(readings) for readings in shared.values())
    tag, readings = next(iter(shared.items()))
    return finding(
        "repeated-tags",
        "warning",
        f"{plural(files, 'file')} share {plural(len(shared), 'run tag')}",
        size=0.0,
        numbers={"files": files, "tags": len(shared)},
        where=(f"{visible(tag)}: {some([os.path.basename(r.source) for r in readings])}",),
        systems=systems,
        effect="none on scores: all systems are named by file",
        action="give each run a tag of its own",
    )


def mixed_tags(mixed: Sequence[Reading], systems: Sequence[str]) -> Finding:
    """Files with several tags."""
    lines = sum(r.counts["tag"] for r in mixed)
    return finding(
        "mixed-tags",
        "warning",
        f"{plural(len(mixed), 'file has', 'files have')} more than one run tag",
        size=0.0,
        numbers={"files": len(mixed), "lines": lines},
        where=_located("tag", mixed, lines),
        systems=systems,
        effect="all lines of a file are taken as one run, named by file",
        action="if several runs were joined, split them",
    )


def short_lists(runs: Material | ScoredLists, systems: Sequence[int], depth: int) -> Finding:
    """Lists that end before this depth."""
    of_all = runs.coverage_to(depth)

    def empty(s: int) -> float:
        coverage = of_all[s]
        return 1 - coverage.top / (coverage.answered * depth)

    order = sorted(systems, key=lambda s: -empty(s))
    most, names = order[0], [runs.systems[s] for s in order]
    share = empty(most)
    lists, of = of_all[most].short_lists, of_all[most].answered
    return finding(
        "short-lists",
        "warning" if share >= EMPTY else "note",
        f"{subject(names)}: lists that end before rank {count(depth)}",
        size=share,
        numbers={"runs": len(names), "lists": lists, "of": of, "empty_share": share},
        where=(f"{count(lists)} of {plural(of, 'list')}" if len(names) == 1 else some(names),),
        systems=names,
        effect=f"{percent(share)} of {visible(names[0])}'s places to rank {count(depth)} are empty and count as not "
        f"relevant",
        action="make sure that the run is complete",
    )


def ending(ends: Mapping[str, int], others: str) -> str:
    """At which rank the lists of these runs end, and where others do."""
    return f"{some([f'{name} at rank {count(end)}' for name, end in ends.items()])}; {others}"


def located_in(finding: Finding, where: str) -> Finding:
    """The finding about lists that were cut, with the ranks at which they end for its place."""
    return replace(finding, where=(where,), action=COMPLETE)


def shallow(runs: Material | ScoredLists, systems: Sequence[int], longest: int, measure: Measure) -> Finding:
    """Runs with far shorter lists than other runs under a measure that reads deeper."""
    order = sorted(systems, key=lambda s: runs.coverage[s].median)
    names = [runs.systems[s] for s in order]
    median = runs.coverage[order[0]].median
    return finding(
        "shallow-runs",
        "warning",
        f"{subject(names)}: far shorter lists than other runs",
        size=1 - median / longest,
        numbers={"runs": len(names), "median": median, "longest": longest},
        where=several(names),
        systems=names,
        effect=(
            f"{measure} reads {_reads(measure)}: {visible(names[0])} has {plural(median, 'document')} a query, "
            f"other runs {count(longest)}"
        ),
        action=COMPLETE,
    )


def unequal(lengths: Mapping[str, int], longest: int, measure: Measure) -> Finding:
    """Runs with shorter lists than other runs, shortest first, under a measure that reads on."""
    names = list(lengths)
    each = some([f"{name} {count(length)}" for name, length in lengths.items()])
    return finding(
        "unequal-lists",
        "note",
        f"{subject(names)}: shorter lists than other runs",
        size=1 - lengths[names[0]] / longest,
        numbers={"runs": len(names), "median": lengths[names[0]], "longest": longest},
        where=(f"documents a query, in the median: {each}; other runs up to {count(longest)}",),
        systems=names,
        effect=f"{measure} reads {_reads(measure)}: that alone can lower a score, and leave an order to missing labels",
        action=COMPLETE,
    )


def _reads(measure: Measure) -> str:
    return f"to rank {count(measure.cutoff)}" if measure.cutoff else "the whole list"
