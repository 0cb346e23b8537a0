"""The section that holds this result against an earlier one, and where it stands among the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike, fspath
from typing import TypeAlias

from irassay.errors import InputError, UsageError, cut
from irassay.result import Column, Finding, Result, Section, Table
from irassay.studies.overview import words_since as words
from irassay.studies.overview.changes import Changes, Decision, changes_between
from irassay.studies.overview.snapshot import check_comparable, snapshot

Earlier: TypeAlias = str | PathLike[str] | Result

MOST_PAIRS = 100  # pairs of the table; all are counted


def read_earlier(source: Earlier) -> Result:
    """A saved Result, or the one given.

    Raises
    ------
    InputError
        No such file, or one that `irassay report -o FILE.json` did not write.
    """
    if isinstance(source, Result):
        return source
    path = fspath(source)
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as why:
        said = why.strerror if isinstance(why, OSError) and why.strerror else "not UTF-8 text"
        raise InputError(
            f"{cut(path)} can't be read: {said}; expected what irassay report -o FILE.json wrote"
        ) from None
    try:
        return Result.from_json(text)
    except InputError as why:
        raise InputError(f"{cut(path)}: {why.headline}") from None


def named(source: Earlier | None) -> str:
    """How sentences name it: its path, or nothing for a Result in memory."""
    return "" if source is None or isinstance(source, Result) else fspath(source)


def with_changes(now: Result, earlier: Result, *, source: str = "") -> Result:
    """This result with a section on what changed since the earlier one, after the verdict.

    Raises
    ------
    InputError
        The earlier one is not an overview, or carries no verdict, or nothing was compared in it.
    UsageError
        It is about another measure.
    """
    said = cut(source) if source else "the earlier result"
    before = snapshot(earlier, source=said)
    try:
        after = snapshot(now)
    except InputError:
        raise UsageError(f"nothing to hold against {said}: these files have no league") from None
    check_comparable(before, after, source=said)
    section = since_section(changes_between(before, after), source=source)
    at = next((i + 1 for i, s in enumerate(now.sections) if s.name == "verdict"), 0)
    return replace(now, sections=[*now.sections[:at], section, *now.sections[at:]])


def since_section(changes: Changes, *, source: str = "") -> Section:
    """What changed: sentences, then the systems that moved and the pairs decided differently."""
    body: list[Finding | Table] = [*_findings(changes)]
    if changes.moves:
        body.append(_moves(changes))
    if changes.decisions:
        body.append(_decisions(changes))
    return Section("since", words.TITLE, body, standfirst=words.standfirst(changes, source))


def _findings(changes: Changes) -> list[Finding]:
    numbers: dict[str, float | int | str] = {
        "joined": len(changes.joined),
        "gone": len(changes.gone),
        "common": changes.n_common,
    }
    found = [Finding("since-runs", "note", "none", words.runs(changes), numbers)]
    missing = words.cant_tell(exact=changes.exact)
    if missing:
        found.append(Finding("since-unknown", "warning", "none", missing))
    if changes.options:
        text = words.options(changes.options)
        found.append(Finding("since-options", "warning", "none", text, effect=words.OPTIONS_EFFECT))
    if changes.labels is not None:
        text = words.labels(changes.labels)
        found.append(Finding("since-labels", "note", "labels", text, {"labels": changes.labels.now}))
    rescored = len(changes.rescored)
    found += _said("since-scores", "none", words.scores(changes), {"rescored": rescored})
    if changes.n_pairs:
        overtaken = {"overtaken": len(changes.overtaken), "pairs": changes.n_pairs}
        found += _said("since-order", "none", words.order(changes), overtaken)
    found += _said("since-leaders", "queries", words.leaders(changes))
    found += _said("since-decisions", "queries", words.decisions(changes), {"decisions": len(changes.decisions)})
    alone = sum(d.cause == "runs" for d in changes.decisions)
    family = {"pairs": alone, "family_before": changes.family[0], "family": changes.family[1]}
    found += _said("since-family", "queries", words.only_others(changes), family)
    found += _said("since-chance", "queries", words.by_chance(changes))
    found += _said("since-label-states", "labels", words.label_states(changes))
    return found


def _said(code: str, doubt: str, text: str, numbers: dict[str, int] | None = None) -> list[Finding]:
    return [Finding(code, "note", doubt, text, dict(numbers or {}))] if text else []  # type: ignore[arg-type]


def _moves(changes: Changes) -> Table:
    moves = changes.moves
    lead = [_lead(m.led, m.leads) for m in moves]
    columns = [
        Column("system", [m.system for m in moves]),
        Column("score", [m.now for m in moves], digits=4),
        Column("score before", [m.before for m in moves], digits=4),
        Column("place", [m.place_now for m in moves], digits=0),
        Column("place before", [m.place_before for m in moves], digits=0),
    ]
    if any(lead):
        columns.append(Column("lead", lead))
    return Table("since-systems", words.moves_title(len(moves)), columns, f"{words.PLACES}.".capitalize())


def _lead(led: bool, leads: bool) -> str:
    if led == leads:
        return "shares it" if leads else ""
    return "shares it now" if leads else "shared it before"


def _decisions(changes: Changes) -> Table:
    shown: Sequence[Decision] = changes.decisions[:MOST_PAIRS]
    both = [(d.before.queries, d.now.queries) for d in shown]
    columns = [
        Column("pair", [f"{d.a} – {d.b}" for d in shown]),
        Column("difference", [words.difference(before.difference, now.difference) for before, now in both]),
        Column("now", [words.DECIDED if d.decided else words.UNDECIDED for d in shown]),
        Column("p now", [words.chances(now.p, now.p_corrected) for _, now in both]),
        Column("p before", [words.chances(before.p, before.p_corrected) for before, _ in both]),
        Column("what did it", [words.why(d, changes) for d in shown]),
    ]
    return Table("since-pairs", words.decisions_title(len(changes.decisions), len(shown)), columns)
