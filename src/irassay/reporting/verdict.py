"""The top of the page: the headline, the two shares that are never mixed, and four short answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from irassay.drawing.escape import markup
from irassay.result import Finding, Result
from irassay.wording import number, percent

FEW_PAIRS = 21  # up to seven systems: counts, no percentages
ANSWERS = {
    "answer-highest": "Highest score",
    "answer-lowest": "Lowest score (lower is better)",
    "answer-apart": "Can't be told apart",
    "answer-behind": "Behind",
    "answer-next": "What to do next",
}
SHARES = {"share-queries": "queries", "share-labels": "labels"}
VERDICT_CODES = frozenset((*ANSWERS, *SHARES, "pair"))


@dataclass(frozen=True)
class Meter:
    """One of the two numbers: its doubt, its large text, its filled part in percent, and its sentence."""

    doubt: str
    large: str
    percent: str | None
    text: Markup


@dataclass(frozen=True)
class Answer:
    """A short answer under a fixed heading."""

    heading: str
    text: Markup
    action: Markup
    note: str


@dataclass(frozen=True)
class Verdict:
    """What stands above the first figure."""

    standfirst: str
    advice: str
    pair: Markup
    meters: Sequence[Meter]
    scope: str
    answers: Sequence[Answer]


def verdict_view(result: Result, systems: Mapping[str, int]) -> Verdict:
    """The two shares and the four answers, from wherever they stand in the result."""
    findings = {f.code: f for f in result.findings if f.code in VERDICT_CODES}
    standfirst, advice = _standfirst(result, findings.get("answer-next"))
    in_error = _in_error(result, systems)
    return Verdict(
        standfirst,
        advice,
        pair=_pair(findings.get("pair")),
        meters=[_meter(findings[code], doubt) for code, doubt in SHARES.items() if code in findings],
        scope=_scope([findings[c] for c in (*SHARES, "pair") if c in findings]),
        answers=[_answer(findings[c], heading, in_error) for c, heading in ANSWERS.items() if c in findings],
    )


def _standfirst(result: Result, following: Finding | None) -> tuple[str, str]:
    """The standfirst, and apart from it what to do, which stands in bold at its end."""
    advice = result.advice or (following.action if following is not None else "")
    if advice and result.standfirst.endswith(advice):
        return result.standfirst.removesuffix(advice).rstrip(), advice
    return result.standfirst, result.advice


def _pair(finding: Finding | None) -> Markup:
    """The sentence of two systems, which stands where more have their two numbers."""
    return with_names(finding.text, finding.where) if finding is not None else Markup("")


def _scope(shares: Sequence[Finding]) -> str:
    """What both numbers hold for, unless a sentence says it already."""
    said = " ".join(f.text for f in shares)
    return next((f.effect for f in shares if f.effect and f.effect not in said), "")


def _meter(finding: Finding, doubt: str) -> Meter:
    if "settled" not in finding.numbers:
        return Meter(doubt, "not computed", None, with_names(finding.text, finding.where))
    settled, pairs = int(finding.numbers["settled"]), int(finding.numbers["pairs"])
    part = settled / pairs if pairs else 0.0
    at_least = "≥ " if int(finding.numbers.get("not_known", 0)) else ""
    large = f"{number(settled, None)} of {number(pairs, None)}" if pairs <= FEW_PAIRS else percent(part)
    filled = "0" if not settled else "100" if settled == pairs else f"{min(max(part * 100, 0.5), 99.5):.1f}"
    return Meter(doubt, at_least + large, filled, with_names(finding.text, finding.where))


def _in_error(result: Result, systems: Collection[str]) -> list[str]:
    """Systems that an error is about: where the verdict mentions one, it leads to the files."""
    told = "\n".join("\n".join((f.text, *f.where)) for f in result.findings if f.level == "error")
    return [name for name in systems if name and _mentions(told, [name])]


def _answer(finding: Finding, heading: str, in_error: Sequence[str]) -> Answer:
    text = with_names(finding.text, finding.where, linked=in_error)
    return Answer(heading, text, with_names(finding.action, finding.where), finding.effect)


def with_names(text: str, names: Sequence[str], *, linked: Sequence[str] = ()) -> Markup:
    """The text, escaped, with the first mention of each name in bold and kept apart from the text's direction.

    Names in `linked` lead to the findings about the files.
    """
    out, last = [], 0
    for a, b in _mentions(text, {*names, *linked} - {""}):
        bold = f"<b><bdi>{markup(text[a:b])}</bdi></b>"
        out.append(markup(text[last:a]) + (f'<a href="#files">{bold}</a>' if text[a:b] in linked else bold))
        last = b
    return Markup("".join(out) + markup(text[last:]))


def _mentions(text: str, names: Collection[str]) -> list[tuple[int, int]]:
    """Where each name first stands as a whole word; longer names first, so that none is found within another."""
    spans: list[tuple[int, int]] = []
    for name in sorted(names, key=lambda n: (-len(n), n)):
        at = text.find(name)
        while at >= 0:
            end = at + len(name)
            inside = _goes_on(text[at - 1 : at]) or _goes_on(text[end : end + 1])
            if not inside and not any(a < end and at < b for a, b in spans):
                spans.append((at, end))
                break
            at = text.find(name, at + 1)
    return sorted(spans)


def _goes_on(c: str) -> bool:
    """True for a character that would make a name longer."""
    return c.isalnum() or c in ("_", "-")
