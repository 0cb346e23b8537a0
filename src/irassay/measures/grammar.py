"""The notation of measures: ``NAME``, ``NAME@CUTOFF``, ``NAME(key=value, ...)@CUTOFF``. No measure is named here."""

from __future__ import annotations

from irassay.arguments import LARGEST_GRADE
from irassay.errors import UsageError, cut


def split(text: str) -> tuple[str, list[tuple[str, str]], str | None]:
    """Split a measure's text into its name, its parameters (text, without quotes) and the text after the ``@``, None
    where there is none."""
    rest = text.strip()
    name_end = next((i for i, c in enumerate(rest) if c in "(@"), len(rest))
    name, rest = rest[:name_end].rstrip(), rest[name_end:]
    pairs: list[tuple[str, str]] = []
    if rest.startswith("("):
        close = _closing(rest)
        if close < 0:
            raise UsageError(f"measure {cut(text)}: a bracket is not closed; expected NAME(key=value)@cutoff")
        pairs = [_pair(part, text) for part in _parts(rest[1:close])]
        rest = rest[close + 1 :].strip()
    if not rest:
        return name, pairs, None
    if not rest.startswith("@") or not rest[1:].strip():
        raise UsageError(f"measure {cut(text)}: found {cut(rest)} at the end; expected @ and a cutoff, such as @10")
    return name, pairs, rest[1:].strip()


def _closing(text: str) -> int:
    quote = ""
    for i, c in enumerate(text):
        if quote:
            quote = "" if c == quote else quote
        elif c in "\"'":
            quote = c
        elif c == ")":
            return i
    return -1


def _parts(inside: str) -> list[str]:
    parts, quote, start, depth = [], "", 0, 0
    for i, c in enumerate(inside):
        if quote:
            quote = "" if c == quote else quote
        elif c in "\"'":
            quote = c
        elif c in "{}":
            depth += 1 if c == "{" else -1
        elif c == "," and depth <= 0:
            parts.append(inside[start:i])
            start = i + 1
    last = inside[start:]
    return [*parts, last] if parts or last.strip() else []


def _pair(part: str, text: str) -> tuple[str, str]:
    key, equals, value = part.partition("=")
    key, value = key.strip(), value.strip()
    if not equals or not key or not value:
        raise UsageError(f"measure {cut(text)}: found {cut(part.strip())}; expected key=value, such as rel=2")
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return key, value


def whole_number(text: str) -> int | None:
    """The whole number that `text` denotes in plain digits; None where it denotes none."""
    digits = text[1:] if text[:1] in "+-" else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


def number(text: str) -> float | None:
    """The finite decimal number that `text` denotes; None where it denotes none."""
    if not text or any(c not in "0123456789.+-eE" for c in text):
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None


def gains(text: str) -> str | None:
    """Gains by grade in canonical notation, grades ascending, without gains that are the grade itself; None where
    `text` is not valid."""
    inside = text.strip()
    if inside[:1] == "{" and inside[-1:] == "}":
        inside = inside[1:-1]
    gain_by_grade: dict[int, float] = {}
    for part in inside.split(",") if inside.strip() else []:
        grade, colon, gain = part.replace("=", ":").partition(":")
        key, value = whole_number(grade.strip()), number(gain.strip())
        if not colon or key is None or value is None or not 0 <= key <= LARGEST_GRADE or key in gain_by_grade:
            return None
        gain_by_grade[key] = value
    parts = ",".join(
        f"{grade}:{decimal(gain_by_grade[grade])}" for grade in sorted(gain_by_grade) if gain_by_grade[grade] != grade
    )
    return f"{{{parts}}}" if parts else ""


def gain_of_grades(gains_text: str) -> dict[int, float]:
    """Gain by grade, from the canonical notation of `gains`; the gain of any other grade is the grade itself."""
    pairs = (part.split(":") for part in gains_text.strip("{}").split(",") if part)
    return {int(grade): float(gain) for grade, gain in pairs}


def decimal(value: float) -> str:
    """The number in the format ``g`` where that reads back exactly, else its repr."""
    return f"{value:g}" if float(f"{value:g}") == value else repr(value)
