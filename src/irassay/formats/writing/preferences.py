"""Preferences to files, in every format that holds them. Checked, then written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Sequence

from irassay.collection.preferences import Comparison, Preferences
from irassay.files import WholeFiles
from irassay.formats import id_rules, loss_warnings, registry
from irassay.formats.writing import renaming
from irassay.messages import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.preferences import PreferenceFormat


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
        "pairs" has a line for each judged pair; "prefs" is trec_eval's. Comparisons without an assessor get one each in
        "prefs": trec_eval refuses contradictions of one assessor.
    rename_queries : path, optional
        As for `write_qrels`.

    Raises
    ------
    InputError
        An id can't stand in the format.

    Warns
    -----
    LossWarning
        For assessors, groups and levels of 0 that "pairs" can't hold.
    """
    path = os.fspath(to)
    to_format = registry.preferences(registry.format_name("preferences", path, output_format))
    assert to_format.write is not None  # `choice` takes those that are written
    with WholeFiles() as files:
        renamed = renaming.rename(files, preferences.queries, rename_queries)
        comparisons = [
            Comparison(renamed[c.query], c.levels, judge=c.judge, group=c.group) for c in preferences.comparisons
        ]
        queries = dict.fromkeys(c.query for c in comparisons)
        id_rules.check_queries(queries, to_format.name, to_format.ids, path)
        docs = ((c.query, list(c.levels)) for c in comparisons)
        id_rules.check_docs(docs, to_format.name, to_format.ids, path)
        _say_losses(comparisons, to_format)
        files.write(path, to_format.write(comparisons, path))


def _say_losses(comparisons: Sequence[Comparison], to_format: PreferenceFormat) -> None:
    judged = sum(1 for c in comparisons if c.judge or c.group)
    if judged and "assessors" not in to_format.keeps:
        loss_warnings.say(
            f"assessor and group of {plural(judged, 'comparison')} left out: {to_format.name} have no place for them"
        )
    nothing = sum(1 for c in comparisons for level in c.levels.values() if level == 0)
    if nothing and "levels" not in to_format.keeps:
        loss_warnings.say(
            f"{plural(nothing, 'level')} of 0 (not relevant) left out: {to_format.name} have only an order"
        )
