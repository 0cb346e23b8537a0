"""The data from which the page's script builds the sentence of a pair, in the order (0,1), (0,2) ... (n-2,n-1).

Numbers are rounded here, once, to the digits shown, and stored as integers, so that page and text agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from irassay.drawing.escape import visible
from irassay.messages import deciding_p, decimals_of, p_value
from irassay.result import PairMatrix, Result

_DIGITS = {"difference": 4, "effect": 2}
_ENDS, _ENDS_DIGITS = (("low", "high"), ("labels_low", "labels_high")), 3
_NEXT_TO_0 = 1e-9  # stands for an end that no number of decimals tells from 0, but that is not 0
_STRENGTHS = {"proved": "1", "likely": "2"}
_EDGE = "9"
_STATES = {"settled": "1", "open": "2", "not known": "3", "exactly tied": "4"}
_CONTAINED = "c"  # settled although the interval contains 0
_LEFT_OUT = "6"  # undecided although the interval excludes 0, and not for the correction alone
_AGAINST = {1: "7", -1: "8"}  # undecided since the test favours the first, or the second, against the means
MOST_SYSTEMS = 200  # beyond it, pair data would dominate the page's size: only counts and the matrix remain


def pair_data(result: Result) -> dict[str, Any] | None:
    """The numbers of the first pair matrix; None where there is none or it is too large."""
    for figure in result.figures:
        if isinstance(figure, PairMatrix):
            return _columns(figure) if len(figure.systems) <= MOST_SYSTEMS else None
    return None


def _columns(figure: PairMatrix) -> dict[str, Any]:
    n = len(figure.systems)
    order = [(i, j) for i in range(n) for j in range(i + 1, n)]
    chances: dict[str, int] = {}
    data: dict[str, Any] = {
        "systems": [visible(s) for s in figure.systems],
        "family": figure.family,
        "phrases": figure.phrases,
        "assumes": visible(figure.assumes),
        "queries": "".join(_by_queries(figure, i, j, k) for k, (i, j) in enumerate(order)),
        "labels": "".join(_STATES.get(figure.labels[i][j], "0") for i, j in order),
        "strength": "".join(_STRENGTHS.get(strength, "0") for strength in figure.strength),
        "agreeing": list(figure.agreeing),
        "wins": [count for pair in figure.wins for count in pair],
    }
    clauses = {text: i for i, text in enumerate(dict.fromkeys(figure.unlabelled))}
    data["unlabelled"], data["clauses"] = [clauses[text] for text in figure.unlabelled], list(clauses)
    for name, digits in _DIGITS.items():
        data[name] = [_integer(v, digits) for v in getattr(figure, name)]
    for low, high in _ENDS:
        both = [_ends(*ends) for ends in zip(getattr(figure, low), getattr(figure, high))]
        data[low], data[high] = [end for end, _ in both], [end for _, end in both]
    decides = "p_corrected" if figure.family > 1 else "p"
    for name in ("p", "p_corrected"):
        texts = [deciding_p(v, figure.alpha) if name == decides else p_value(v) for v in getattr(figure, name)]
        data[name] = [chances.setdefault(text, len(chances)) for text in texts]
    data["chances"] = list(chances)
    return data


def _by_queries(figure: PairMatrix, i: int, j: int, k: int) -> str:
    state = _STATES.get(figure.queries[j][i], "0")
    if k in figure.at_the_edge:
        return _EDGE
    if figure.against_means and figure.against_means[k]:
        return _AGAINST[figure.against_means[k]]
    if state not in "12" or figure.labels[i][j] == "exactly tied" or not _is_number(figure.low, k):
        return state
    contains = figure.low[k] <= 0 <= figure.high[k]
    if state == "1" or contains:
        return _CONTAINED if state == "1" and contains else state
    alone = figure.family > 1 and _is_number(figure.p, k) and figure.p[k] <= figure.alpha
    return state if alone and not figure.phrases.get("all_at_once") else _LEFT_OUT


def _is_number(values: Sequence[float], k: int) -> bool:
    return k < len(values) and values[k] is not None and isfinite(values[k])


def _ends(low: float | None, high: float | None) -> tuple[float | None, float | None]:
    """Both ends in units of the last digit; with decimals where that many would round an end's sign away."""
    if low is None or high is None or not (isfinite(low) and isfinite(high)):
        return None, None
    shown = decimals_of(low, high, digits=_ENDS_DIGITS)
    if shown == _ENDS_DIGITS:
        return _integer(low, shown, least=_NEXT_TO_0), _integer(high, shown, least=_NEXT_TO_0)
    units = 10**_ENDS_DIGITS
    return round(low * units, shown - _ENDS_DIGITS), round(high * units, shown - _ENDS_DIGITS)


def _integer(value: float | None, digits: int, *, least: float = 0.1) -> float | None:
    """The value in units of its last digit; a nonzero value that rounds to zero is `least`, only zero itself is 0."""
    if value is None or not isfinite(value):
        return None
    return int(f"{value:.{digits}f}".replace(".", "")) or (least if value else 0)
