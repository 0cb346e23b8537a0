"""The command that asks for the same overview again: files, and options that are not at their default."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from irassay.studies.files import sources

DEFAULTS: dict[str, Any] = {
    "duplicates": None,
    "test": "randomization",
    "correction": "holm",
    "interval": "percentile",
    "queries": None,
    "ties": None,
    "alpha": 0.05,
    "resamples": None,
    "seed": 0,
    "unseen": None,
    "grades": None,
    "ranks": "significance",
}


def files_said(qrels: Any, runs: Any) -> list[str]:
    """Labels and runs; QRELS and RUN stand for values that came from memory."""
    return [*(sources(qrels) or ["QRELS"]), *(sources(runs) or ["RUN"])]


def values_said(option: str, values: Iterable[str]) -> list[str]:
    """The option before each of its values."""
    return [word for value in values for word in (option, value)]


def report_said(
    qrels: Any,
    runs: Any,
    measures: Sequence[str],
    *,
    given: dict[str, Any],
    options: dict[str, Any],
    last: Sequence[str],
) -> list[str]:
    """The words of ``irassay report``.

    Parameters
    ----------
    qrels, runs : path, sequence of paths, or a noun
    measures : sequence of str
    given : dict
        Option -> path, sequence of words, or a noun that came from memory and is not said.
    options : dict
        Name in `DEFAULTS` -> value.
    last : sequence of str
        Words at the end.
    """
    words = ["irassay", "report", *files_said(qrels, runs), *values_said("-m", measures)]
    for option, values in given.items():
        words += values_said(option, sources(values))
    for name, default in DEFAULTS.items():
        value = options[name]
        if value != default:
            words += [f"--{name}", f"{value:g}" if isinstance(value, float) else str(value)]
    return [*words, *last]
