"""A finding in the words of its entry in messages/sentences/preflight.toml, and phrases that several have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from irassay.messages import NAMED, number
from irassay.messages.said import Room, fill
from irassay.result import Finding, Level

if TYPE_CHECKING:
    from irassay.preflight.inputs import Material

SAID = Room("preflight")
PARTS = ("text", "effect", "action", "where")
NOTABLE = 0.01  # difference of means from which a finding is more than a note
STAYS = "first_stays"  # among a finding's numbers: 1 or 0, absent where it is not known


def finding(
    code: str,
    level: Level,
    *,
    size: float = 0.0,
    numbers: Mapping[str, float | int | str] | None = None,
    systems: Sequence[str] = (),
    **parts: Any,
) -> Finding:
    """A Finding whose entry has its text, effect, action and places; numbers, `systems`, the first as `system`, and
    `parts` fill the slots; `size`, that of the effect, sorts a level. `text`, `effect`, `action`, `where` name a form:
    ``effect="many"`` is ``effect-many``, a dot names another entry's, None nothing; or they are the texts."""
    numbers = {**(numbers or {}), "size": size}
    forms = [parts.pop(part, "") for part in PARTS]
    slots = {**numbers, "systems": tuple(systems), "system": next(iter(systems), ""), **parts}
    (text,), effect, action, where = (
        _told(code, part, form, slots) if form is None or isinstance(form, str) else form
        for part, form in zip(PARTS, forms)
    )
    return Finding(
        code, level, "none", text, numbers, tuple(filter(None, where)), "".join(effect), "".join(action), tuple(systems)
    )


def _told(code: str, part: str, form: str | None, slots: Mapping[str, Any]) -> list[str]:
    """What an entry says in a part of its finding: one text, several places, or none."""
    if form is None or (not form and part not in SAID.forms(code)):
        return []
    code, _, form = (form if "." in form else f"{code}.{part}{form and '-'}{form}").partition(".")
    text = SAID.forms(code)[form]
    return [SAID(f"{code}.{form}", **slots)] if isinstance(text, str) else [fill(one, **slots) for one in text]


def first_of(places: Sequence[str], total: int, of: str = "") -> tuple[str, ...]:
    """The first places, and how many more there are in all, of things with this name."""
    named = tuple(places[:NAMED])
    rest = total - len(named)
    return (*named, SAID("and-more", n=rest, of=of)) if named and rest > 0 else named


def at_most(value: float, words: str = "at most") -> str:
    """The size of a difference: four decimals after `words`, or "less than 0.0001"."""
    return f"{words} {number(abs(value))}" if abs(value) >= 0.00005 else "less than 0.0001"


def first_stays(material: Material, low: Sequence[float], high: Sequence[float]) -> bool | None:
    """Whether the system with the best mean, with its twins, keeps it while means lie anywhere between `low` and
    `high`; None for one system or a mean that is no number."""
    sign = material.measure.direction
    means = [sign * mean for mean in material.means()]
    least, most = ([sign * pick(ends) for ends in zip(low, high)] for pick in ((min, max) if sign > 0 else (max, min)))
    if len(means) < 2 or not all(map(isfinite, (*least, *most, *means))):
        return None
    first = max(range(len(means)), key=means.__getitem__)
    twins = material.twins_to_depth
    return all(least[first] >= most[s] for s in range(len(means)) if twins[s] != twins[first])


def sentence(material: Material, stays: bool | None) -> str:
    """The end of an effect: whether another system could come first; "" where that is not known."""
    return "" if stays is None else f"; {SAID('first-place', best=_best(material)) if stays else another(material)}"


def another(material: Material) -> str:
    """That another system could come first."""
    return SAID("first-place.another", best=_best(material))


def _best(material: Material) -> str:
    return "highest" if material.measure.direction > 0 else "lowest"


def in_numbers(stays: bool | None) -> dict[str, int]:
    """For a finding's numbers."""
    return {} if stays is None else {STAYS: int(stays)}
