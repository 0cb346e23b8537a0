"""The top of the page: the title, the two separate shares, and the short answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from irassay.drawing.escape import markup
from irassay.messages import number, percent
from irassay.result import Finding, Result

FEW_PAIRS = 21  # pairs of seven systems; up to so many, shares are counts and not percentages
ANSWERS = {
    "answer-sentence": "In one sentence",
    "answer-highest": "Highest score",
    "answer-lowest": "Lowest score (lower is better)",
    "answer-apart": "Can't be told apart",
    "answer-behind": "Behind",
    "answer-next": "What to do next",
}
TO_PASS_ON = "answer-sentence"  # the answer that needs nothing beside it: it can be copied
SHARES = {"share-queries": "queries", "share-labels": "labels"}
VERDICT_CODES = frozenset((*ANSWERS, *SHARES))


@dataclass(frozen=True)
class Meter:
    """One of the two shares: its source of uncertainty, large text, filled part in percent, and sentence."""

    doubt: str
    large: str
    percent: str | None
    text: str


@dataclass(frozen=True)
class Answer:
    """A short answer under a fixed heading: one paragraph, or the items of a list."""

    heading: str
    items: Sequence[Markup]
    action: Markup
    note: str
    to_pass_on: bool


@dataclass(frozen=True)
class VerdictView:
    """The contents of the page above the first figure."""

    standfirst: str
    advice: str
    meters: Sequence[Meter]
    scope: str
    answers: Sequence[Answer]


def verdict_view(result: Result, systems: Mapping[str, int]) -> VerdictView:
    """The two shares and the answers, collected from the result."""
    findings = {f.code: f for f in result.findings if f.code in VERDICT_CODES}
    in_error = {name for f in result.findings if f.level == "error" for name in f.systems}.intersection(systems)
    return VerdictView(
        result.standfirst,
        result.advice,
        meters=[_meter(findings[code], doubt) for code, doubt in SHARES.items() if code in findings],
        scope=next((f.effect for f in [findings[c] for c in SHARES if c in findings] if f.effect), ""),
        answers=[_answer(findings[c], heading, in_error) for c, heading in ANSWERS.items() if c in findings],
    )


def _meter(finding: Finding, doubt: str) -> Meter:
    if "settled" not in finding.numbers:
        return Meter(doubt, "not computed", None, finding.text)
    settled, pairs = int(finding.numbers["settled"]), int(finding.numbers["pairs"])
    part = settled / pairs if pairs else 0.0
    at_least = "≥ " if int(finding.numbers.get("not_known", 0)) else ""
    large = f"{number(settled, None)} of {number(pairs, None)}" if pairs <= FEW_PAIRS else percent(part)
    part_of_bar = "0" if not settled else "100" if settled == pairs else f"{min(max(part * 100, 0.5), 99.5):.1f}"
    return Meter(doubt, at_least + large, part_of_bar, finding.text)


def _answer(finding: Finding, heading: str, in_error: Collection[str]) -> Answer:
    action, items = Markup(markup(finding.action)), _items(finding, in_error)
    return Answer(heading, items, action, finding.effect, finding.code == TO_PASS_ON)


def _items(finding: Finding, in_error: Collection[str]) -> Sequence[Markup]:
    """The items of a finding's list; one for a paragraph."""
    begins = finding.items or (0,)
    places = list(_places(finding, in_error))
    return [
        _with_bold(finding.text[a:b].rstrip(), [(i - a, j - a) for i, j in places if a <= i < b], in_error)
        for a, b in zip(begins, (*begins[1:], len(finding.text)))
    ]


def _places(finding: Finding, in_error: Collection[str]) -> Iterator[tuple[int, int]]:
    """Where the finding's sentence first mentions each system that it is about or that is in error."""
    left = {*finding.systems, *in_error}
    for (a, b), name in zip(finding.mentions or (), finding.names):
        if name in left:
            left.remove(name)
            yield a, b


def _with_bold(text: str, places: Iterable[tuple[int, int]], linked: Collection[str]) -> Markup:
    """The escaped text with names in bold and isolated from its direction; those in `linked` link to the files."""
    out, last = [], 0
    for a, b in places:
        bold = f"<b><bdi>{markup(text[a:b])}</bdi></b>"
        out.append(markup(text[last:a]) + (f'<a href="#files">{bold}</a>' if text[a:b] in linked else bold))
        last = b
    return Markup("".join(out) + markup(text[last:]))


def unnamed_places(finding: Finding) -> Sequence[str]:
    """The places that a finding concerns; () where its sentence names all of them, or they are its systems."""
    return finding.where if set(finding.where).difference(finding.names, finding.systems) else ()
