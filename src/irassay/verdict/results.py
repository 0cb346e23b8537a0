"""Access to the verdicts in a Result, so that tools read values instead of a page's cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.errors import InputError
from irassay.verdict.saved.verdict import FORMAT
from irassay.verdict.verdict import Verdict

if TYPE_CHECKING:
    from irassay.result import Result


def verdicts_of(result: Result, *, source: str = "the saved result") -> list[Verdict]:
    """The verdicts of a Result, the main measure's first; empty for a study that compares nothing. InputError where a
    verdict can't be loaded, or an overview has none; `source` names the result there.

    >>> import irassay
    >>> qrels = irassay.Qrels.from_dict({"q1": {"a": 1}, "q2": {"b": 1}})
    >>> runs = irassay.Runs.from_dict({"old": {"q1": {"b": 1.0}}, "new": {"q1": {"a": 1.0}, "q2": {"b": 1.0}}})
    >>> (verdict,) = verdicts_of(irassay.overview(qrels, runs))
    >>> list(verdict.systems)
    ['new', 'old']
    """
    if result.study == "overview" and not result.verdicts:
        raise InputError(f"{source} carries no verdict ({FORMAT}): make it again")
    try:
        return [Verdict.from_dict(document) for document in result.verdicts]
    except InputError as why:
        raise InputError(f"{source}: {why.headline}") from None
