"""Preferences from and to files: ``query docA docB preferred``, and the five columns of trec_eval's preferences.

trec_eval's lines are query, judge, group, document, level: the documents of one group of one judge are compared with
one another by their levels.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator

from irassay.collection.preferences import EQUAL, LOSER, WINNER, Comparison, Preferences
from irassay.collection.reading import Reading
from irassay.errors import InputError, UsageError, cut
from irassay.files import WholeFiles
from irassay.formats import ids, losses, opening, renaming
from irassay.formats.lines import cells_of, lines
from irassay.formats.problems import Problems
from irassay.wording import plural

PREFERENCE_FORMATS = ("pairs", "prefs")
TIES = ("=", "tie", "tied")  # what stands for the preferred document where none is
PAIR_COLUMNS, PREFS_COLUMNS = 4, 5


def read_preferences(source: str | os.PathLike[str], *, input_format: str | None = None) -> Preferences:
    """Preferences from a file.

    Parameters
    ----------
    source : path
        ``query docA docB preferred``, where the last is one of the two or ``=`` for a tie; or trec_eval's five columns
        ``query judge group document level``. May be compressed; ``-`` is standard input.
    input_format : {"pairs", "prefs"}, optional
        Overrules the number of columns.

    Raises
    ------
    InputError
        With every problem of the file, located.
    """
    path = os.fspath(source)
    family = input_format or _detect(path)
    if family not in PREFERENCE_FORMATS:
        raise UsageError(f"input_format={family!r}: expected one of {', '.join(PREFERENCE_FORMATS)}")
    return _read_pairs(path) if family == "pairs" else _read_prefs(path)


def is_pair(cells: list[str]) -> bool:
    """Four columns, of which the last names one of the two before or a tie."""
    return len(cells) == PAIR_COLUMNS and cells[1] != cells[2] and cells[3] in (cells[1], cells[2], *TIES)


def write_preferences(
    preferences: Preferences,
    to: str | os.PathLike[str],
    *,
    output_format: str = "pairs",
    rename_queries: str | os.PathLike[str] | None = None,
) -> None:
    """Write preferences to a file.

    Parameters
    ----------
    preferences : Preferences
    to : path
        ``-`` is standard output.
    output_format : {"pairs", "prefs"}
        "pairs" has a line for each judged pair; "prefs" is trec_eval's, where comparisons without a judge get one each,
        since trec_eval refuses a judge who contradicts himself.
    rename_queries : path, optional
        As for `write_qrels`.

    Raises
    ------
    InputError
        An id can't stand in the format.

    Warns
    -----
    LossWarning
        For judges, groups and levels of 0 that "pairs" can't hold.
    """
    path = os.fspath(to)
    if output_format not in PREFERENCE_FORMATS:
        raise UsageError(f"output_format={output_format!r}: expected one of {', '.join(PREFERENCE_FORMATS)}")
    found = preferences.comparisons
    with WholeFiles() as files:
        if rename_queries is not None:
            renamed = renaming.names(preferences.queries, os.fspath(rename_queries))
            files.write(os.fspath(rename_queries), renaming.lines(renamed))
            found = tuple(Comparison(renamed[c.query], c.levels, judge=c.judge, group=c.group) for c in found)
        ids.check_queries(dict.fromkeys(c.query for c in found), output_format, path)
        ids.check_docs(((c.query, list(c.levels)) for c in found), output_format, path)
        if output_format == "pairs":
            _say_losses(found)
            files.write(path, _pairs(found))
        else:
            _check_names(found, path)
            files.write(path, _prefs(found))


def _detect(path: str) -> str:
    from irassay.formats import detect

    _, line = detect.text_of(opening.head_of(path))
    return "prefs" if len(cells_of(line)) == PREFS_COLUMNS else "pairs"


def _read_pairs(path: str) -> Preferences:
    problems = Problems(path)
    skipped = {"blank": 0, "comment": 0}
    found: list[Comparison] = []
    for number, line in lines(path, problems):
        cells = cells_of(line)
        if not cells or line.startswith("#"):
            skipped["comment" if cells else "blank"] += 1
        elif len(cells) != PAIR_COLUMNS:
            problems.add(number, f"{len(cells)} columns, expected 4: query docA docB preferred")
        elif cells[1] == cells[2]:
            problems.add(number, f"document {cut(cells[1])} compared with itself, expected two documents")
        elif not is_pair(cells):
            problems.add(number, f"preferred is {cut(cells[3])}, expected one of the two documents, or = for a tie")
        else:
            query, a, b, winner = cells
            tied = winner not in (a, b)
            levels = {doc: EQUAL if tied else WINNER if doc == winner else LOSER for doc in (a, b)}
            found.append(Comparison(query, levels))
    return _finished(found, path, problems, skipped, used=len(found))


def _read_prefs(path: str) -> Preferences:
    problems = Problems(path)
    skipped = {"blank": 0, "comment": 0}
    groups: dict[tuple[str, str, str], dict[str, float]] = {}
    used = 0
    for number, line in lines(path, problems):
        cells = cells_of(line)
        if not cells or line.startswith("#"):
            skipped["comment" if cells else "blank"] += 1
            continue
        if len(cells) != PREFS_COLUMNS:
            problems.add(number, f"{len(cells)} columns, expected 5: query judge group doc level")
            continue
        query, judge, group, doc, text = cells
        level = _level(text)
        docs = groups.setdefault((query, judge, group), {})
        if level is None:
            problems.add(number, f"level is {cut(text)}, expected a number of 0 or more")
        elif doc in docs:
            problems.add(
                number, f"document {cut(doc)} twice in group {cut(group)} of judge {cut(judge)}, expected once"
            )
        else:
            docs[doc] = level
            used += 1
    alone = [key for key, docs in groups.items() if len(docs) == 1]
    if alone:
        skipped["document alone in its group"] = len(alone)
    found = [
        Comparison(query, docs, judge=judge, group=group)
        for (query, judge, group), docs in groups.items()
        if len(docs) > 1
    ]
    return _finished(found, path, problems, skipped, used=used - len(alone))


def _finished(
    found: list[Comparison], path: str, problems: Problems, skipped: dict[str, int], *, used: int
) -> Preferences:
    problems.raise_if_any()
    if not found:
        raise InputError(f"{path} has no preference, expected at least one line of data")
    return Preferences(found, [Reading(path, used + sum(skipped.values()), used, skipped)])


def _level(text: str) -> float | None:
    try:
        level = float(text)
    except ValueError:
        return None
    return level if math.isfinite(level) and level >= 0 else None


def _say_losses(found: tuple[Comparison, ...]) -> None:
    judged = sum(1 for c in found if c.judge or c.group)
    if judged:
        losses.say(f"judge and group of {plural(judged, 'comparison')} left out: pairs have no place for them")
    nothing = sum(1 for c in found for level in c.levels.values() if level == 0)
    if nothing:
        losses.say(f"{plural(nothing, 'level')} of 0 (not relevant) left out: pairs have only an order")


def _pairs(found: tuple[Comparison, ...]) -> Iterator[str]:
    for comparison in found:
        for a, b, winner in comparison.pairs():
            tie = next(word for word in TIES if word not in (a, b))
            yield f"{comparison.query} {a} {b} {winner or tie}\n"


def _prefs(found: tuple[Comparison, ...]) -> Iterator[str]:
    judges = {c.judge for c in found}
    taken: set[tuple[str, str, str]] = set()
    number = 0
    for comparison in found:
        judge, group, name = comparison.judge, comparison.group, 1
        while not judge:
            number += 1
            judge = "" if f"judge{number}" in judges else f"judge{number}"
        while not group or (comparison.query, judge, group) in taken:
            group, name = str(name), name + 1
        taken.add((comparison.query, judge, group))
        for doc, level in comparison.levels.items():
            yield f"{comparison.query} {judge} {group} {doc} {level!r}\n"


def _check_names(found: tuple[Comparison, ...], path: str) -> None:
    """Names of judges and groups must be words, and a group of one judge one comparison."""
    ids.check_names({c.judge for c in found if c.judge} | {c.group for c in found if c.group}, path)
    named = [(c.query, c.judge, c.group) for c in found if c.judge and c.group]
    if len(set(named)) < len(named):
        again = next(key for key in named if named.count(key) > 1)
        raise InputError(f"{path} was not written: two comparisons of judge {cut(again[1])} in group {cut(again[2])}")
