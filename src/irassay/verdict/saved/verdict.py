"""The saved form of a Verdict, ``irassay.verdict/1``: plain JSON values, from which it is loaded to the last digit.

A saved Result carries its Verdicts in this form, so that later tools read values and never a page's cells.

What is not in it: the resamples of the queries (asking for `League.places` says so; the intervals that were made of
them are there), bounds of single queries (their means are there), and scores per query beyond 200,000 numbers (what is
told from them is there).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from irassay.errors import InputError, IrassayError, cut
from irassay.measures import Measure
from irassay.provenance import VERSION
from irassay.verdict.queries_needed import Needed
from irassay.verdict.saved.arrays import matrix_of, numbers, square
from irassay.verdict.saved.labels import (
    bounds_of,
    bounds_values,
    draws_of,
    draws_values,
    judging_of,
    judging_values,
    reach_of,
    reach_values,
)
from irassay.verdict.saved.league import holds_scores, league_of, league_values, plain

if TYPE_CHECKING:
    from irassay.verdict.doubts import Doubts

    V = TypeVar("V", bound=Doubts)

FORMAT = "irassay.verdict/1"
Part = TypeVar("Part")


def document(verdict: Doubts) -> dict[str, Any]:
    """JSON values of a verdict, with the format and the version that wrote it."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "measure": None if verdict.measure is None else str(verdict.measure),
        "n_runs": int(verdict.n_runs),
        "suspects": plain(verdict.suspects),
        "command": verdict.command,
        "league": league_values(verdict.league),
        "bounds": _written(bounds_values, verdict.bounds),
        "draws": _written(draws_values, verdict.draws),
        "reach": _written(reach_values, verdict.reach),
        "judging": judging_values(verdict.judging),
        "judging_pairs": [[a, b, judging_values(of)] for (a, b), of in verdict.judging_pairs.items()],
        "of_scores": None if holds_scores(verdict.league) else _of_scores(verdict),
    }


def verdict_of_document(held: Any, made: type[V]) -> V:
    """The verdict that `document` wrote, as the class `made`.

    Raises
    ------
    InputError
        Another format, or a document with a part missing.
    """
    check_format(held)
    try:
        return _loaded(held, made)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, IrassayError) as why:
        raise InputError(f"a saved verdict with a part that is missing or broken: {why}; make it again") from None


def text(verdict: Doubts) -> str:
    """A document as JSON on one line."""
    return json.dumps(document(verdict), ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"


def parsed(text: str) -> Any:
    """JSON values of a text.

    Raises
    ------
    InputError
        It is no JSON.
    """
    try:
        return json.loads(text)
    except ValueError as why:
        raise InputError(f"not a saved verdict: {why}; expected JSON of the format {FORMAT}") from None


def check_format(held: Any) -> None:
    """Raise for what is no saved verdict of this version's format.

    Raises
    ------
    InputError
        What format it has, which is expected, and what to do.
    """
    if not isinstance(held, Mapping):
        raise InputError(f"not a saved verdict: expected an object of the format {FORMAT}")
    found = held.get("format")
    if found != FORMAT:
        by = f", written by irassay {cut(held['version'])}" if isinstance(held.get("version"), str) else ""
        raise InputError(
            f"a saved verdict of the format {cut(found)}{by}, but irassay {VERSION} reads {FORMAT}: load it with the "
            "version that wrote it, or make it again with this one"
        )


def _loaded(held: Mapping[str, Any], made: type[V]) -> V:
    league = league_of(held["league"])
    verdict = made(
        league,
        _read(Measure.parse, held["measure"]),
        _read(lambda bounds: bounds_of(bounds, league.systems, league.queries), held["bounds"]),
        _read(lambda draws: draws_of(draws, league.systems), held["draws"]),
        _read(reach_of, held["reach"]),
        judging_of(held["judging"]),
        {(a, b): figures for a, b, of in held["judging_pairs"] if (figures := judging_of(of)) is not None},
        n_runs=held["n_runs"],
        suspects=held["suspects"],
        command=held["command"],
    )
    if held["of_scores"] is not None:
        verdict.__dict__.update(_from_scores(held["of_scores"], league.n))  # where cached_property keeps its values
    return verdict


def _of_scores(verdict: Doubts) -> dict[str, Any]:
    """What a verdict tells from scores per query, where they are too many to be written."""
    needed = [[n.other, n.of, *numbers(np.array([n.low, n.high]))] for n in verdict.needed]
    return {"needed": needed, "detectable": square(verdict.detectable)}


def _from_scores(held: Mapping[str, Any], n: int) -> dict[str, Any]:
    needed = [Needed(other, float(low), float(high), of) for other, of, low, high in held["needed"]]  # "inf" is one
    return {"needed": needed, "detectable": matrix_of(held["detectable"], n)}


def _written(write: Callable[[Part], dict[str, Any]], part: Part | None) -> dict[str, Any] | None:
    return None if part is None else write(part)


def _read(read: Callable[[Any], Part], held: Any) -> Part | None:
    return None if held is None else read(held)
