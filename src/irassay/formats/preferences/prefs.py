"""trec_eval's preferences, five columns: query, assessor, group, document, level.

The documents of one group of one assessor are compared with one another by their levels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from irassay.collection.preferences import Comparison, Preferences
from irassay.collection.reading import Reading
from irassay.errors import InputError, cut
from irassay.formats import id_rules as ids
from irassay.formats.format import NO, POSSIBLE, Head, is_number, number_in
from irassay.formats.preferences import PreferenceFormat
from irassay.formats.sources.lines import Problems, rows

COLUMNS = 5
EXPECTED = "query assessor group doc level"


def looks_like(head: Head) -> int:
    """Five columns, the last a number."""
    return POSSIBLE if len(head.cells) == COLUMNS and is_number(head.cells[4]) else NO


def read(path: str) -> Preferences:
    """A comparison a group of an assessor."""
    problems = Problems(path)
    skipped: dict[str, int] = {}
    groups: dict[tuple[str, str, str], dict[str, float]] = {}
    used = 0
    for number, (query, assessor, group, doc, text) in rows(path, problems, skipped, columns=EXPECTED):
        level = number_in(text)
        docs = groups.setdefault((query, assessor, group), {})
        if not 0 <= level < math.inf:
            problems.add(number, f"level is {cut(text)}, expected a number of 0 or more")
        elif doc in docs:
            problems.add(
                number, f"document {cut(doc)} twice in group {cut(group)} of assessor {cut(assessor)}, expected once"
            )
        else:
            docs[doc] = level
            used += 1
    alone = [key for key, docs in groups.items() if len(docs) == 1]
    if alone:
        skipped["document alone in its group"] = len(alone)
    comparisons = [
        Comparison(query, docs, judge=assessor, group=group)
        for (query, assessor, group), docs in groups.items()
        if len(docs) > 1
    ]
    problems.raise_if_any()
    if not comparisons:
        raise InputError(f"{path} has no preference, expected at least one line of data")
    used -= len(alone)
    return Preferences(comparisons, [Reading(path, used + sum(skipped.values()), used, skipped)])


def write(comparisons: Sequence[Comparison], path: str) -> Iterator[str]:
    """A line a document; comparisons without an assessor get one each: trec_eval refuses contradictions of one."""
    _check_names(comparisons, path)
    assessors = {c.judge for c in comparisons}
    groups: set[tuple[str, str, str]] = set()
    number = 0
    for comparison in comparisons:
        assessor, group, name = comparison.judge, comparison.group, 1
        while not assessor:
            number += 1
            assessor = "" if f"judge{number}" in assessors else f"judge{number}"
        while not group or (comparison.query, assessor, group) in groups:
            group, name = str(name), name + 1
        groups.add((comparison.query, assessor, group))
        for doc, level in comparison.levels.items():
            yield f"{comparison.query} {assessor} {group} {doc} {level!r}\n"


def _check_names(comparisons: Sequence[Comparison], path: str) -> None:
    """Names of assessors and groups must be words, and a group of one assessor one comparison."""
    ids.check_names({c.judge for c in comparisons if c.judge} | {c.group for c in comparisons if c.group}, path)
    keys = [(c.query, c.judge, c.group) for c in comparisons if c.judge and c.group]
    if len(set(keys)) < len(keys):
        _, assessor, group = next(key for key in keys if keys.count(key) > 1)
        raise InputError(f"{path} was not written: two comparisons of assessor {cut(assessor)} in group {cut(group)}")


FORMAT = PreferenceFormat(
    name="prefs",
    line="trec_eval's `query assessor group document level`: documents of a group are compared by their levels",
    holds="ids without white space, assessors, groups",
    detected_by="five columns, the last a number",
    looks_like=looks_like,
    ids="words",
    keeps=("assessors", "levels"),
    read=read,
    write=write,
)
