"""Ids that a spreadsheet rewrote: what it takes for a number it writes without leading zeros, or rounded."""

from __future__ import annotations

import re
from collections.abc import Collection
from decimal import ROUND_HALF_UP, Decimal, localcontext

DIGITS = 15  # that a spreadsheet keeps of a number
LARGEST = 307  # the exponent from which it takes text for no number
_WRITTEN = re.compile(r"(?:0|[1-9][0-9]*)|([0-9])(?:[.,]([0-9]+))?E[+-][0-9]{1,3}")
_NUMBER = re.compile(r"[0-9]+(?:[eE][+-]?[0-9]{1,3})?")


def rewritten(labelled: Collection[str], retrieved: Collection[str]) -> dict[str, str]:
    """Labelled ids that are not retrieved -> the first retrieved id without a label of which a spreadsheet makes them:
    without leading zeros, with 15 digits, or rounded as in ``1.56E+06``, in some countries ``1,56E+06``."""
    written = {label: found for label in labelled if (found := _WRITTEN.fullmatch(label))}
    if not written:
        return {}
    here, there = set(labelled), set(retrieved)
    lost = {label: _decimals(found) for label, found in written.items() if label not in there}
    ids = [doc for doc in there if changes(doc) and doc not in here] if lost else []
    forms: dict[tuple[int, str], str] = {}
    for decimals in set(lost.values()) if ids else ():
        for doc in sorted(ids, key=str.encode):
            forms.setdefault((decimals, _form(Decimal(doc), decimals)), doc)
    keys = {label: (decimals, _form(Decimal(label.replace(",", ".")), decimals)) for label, decimals in lost.items()}
    return {label: forms[keys[label]] for label in sorted(lost, key=str.encode) if keys[label] in forms}


def changes(doc: str) -> bool:
    """Whether a spreadsheet takes this for a number that it writes in another way."""
    if doc[:1] not in "0123456789" or not _NUMBER.fullmatch(doc) or Decimal(doc).adjusted() > LARGEST:
        return False
    return doc.startswith("0") or len(doc) > 11 or not doc.isdecimal()  # 12 digits are the first to be rounded


def _decimals(found: re.Match[str]) -> int:
    """How many decimals a power of ten is written with; -1 for a number without an E."""
    return -1 if found[1] is None else len(found[2] or "")


def _form(value: Decimal, decimals: int) -> str:
    """A number as a spreadsheet writes it: with so many decimals before the E, or, for -1, without one."""
    with localcontext() as context:
        context.prec, context.rounding = 400, ROUND_HALF_UP
        if decimals >= 0:
            return f"{value:.{decimals}E}"
        digits = f"{value.normalize():f}"
    return digits[:DIGITS] + "0" * (len(digits) - DIGITS) if digits.isdecimal() else digits
