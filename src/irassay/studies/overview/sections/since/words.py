"""Sentences on changes since an earlier result: runs, labels, options, order, decisions, and why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from irassay.studies.overview.sections.since.changes import Changes, Decision, LabelChanges
from irassay.studies.overview.sections.since.snapshot import SCORED, Option
from irassay.wording import capital, count, listed, number, p_value, plural, spelled

TITLE = "Since the earlier result"
DECIDED, UNDECIDED = "differ significantly", "can't be told apart"
CAUSES = {
    "scores": "scored differently",
    "options": "tested differently",
    "runs": "only the other runs",
    "chance": "only the random signs",
}
PLACES = "places count the systems of both results only, so that a run that joined moves nobody down"
_STATES = {"settled": "fixed by the labels", "open": "open", "not known": "not known", "exactly tied": "exactly tied"}
_NAMES = 6  # named in one sentence


def standfirst(changes: Changes, source: str) -> str:
    """What happened to the runs and labels, and how much of the order it touched."""
    labels = changes.labels
    text = f"Compared with {PurePath(source).name or source}: " if source else ""
    parts = runs_in_brief(changes)
    parts += [] if labels is None else [labels_in_brief(labels)]
    text += "; ".join(parts)
    text = f"{capital(text)}."
    return f"{text} {decisions_in_brief(changes)}".strip()


def runs_in_brief(changes: Changes) -> list[str]:
    """Counts of runs that joined, left or score differently.

    >>> runs_in_brief(Changes(["a"], [], 5)), runs_in_brief(Changes([], [], 5))
    (['1 run joined'], ['the same 5 runs'])
    """
    return _events(changes, "run of both") or [f"the same {plural(changes.n_common, 'run')}"]


def _events(changes: Changes, common: str) -> list[str]:
    """What happened to runs; `common` is what a run of both results is called."""
    parts = []
    if changes.joined:
        parts.append(f"{plural(len(changes.joined), 'run')} joined")
    if changes.gone:
        parts.append(f"{plural(len(changes.gone), 'run')} left")
    if changes.rescored:
        n = len(changes.rescored)
        parts.append(f"{plural(n, common)} score{'s' if n == 1 else ''} differently")
    return parts


def labels_in_brief(labels: LabelChanges) -> str:
    """Whether the labels are the same.

    >>> labels_in_brief(LabelChanges(10, 10)), labels_in_brief(LabelChanges(10, 12, more=["q"]))
    ('the labels are the same', 'the labels changed')
    """
    return "the labels changed" if labels.any else "the labels are the same"


def decisions_in_brief(changes: Changes) -> str:
    """How many pairs changed their decision, and how many of them without anything of their own."""
    if not changes.n_pairs:
        return ""
    pairs = f"{plural(changes.n_pairs, 'pair')} of both"
    n = len(changes.decisions)
    if not n:
        return f"None of {pairs} is decided differently by the queries."
    text = f"Of {pairs}, {count(n)} {'is' if n == 1 else 'are'} decided differently by the queries"
    alone = sum(d.cause == "runs" for d in changes.decisions)
    if alone == n:
        return f"{text}, only because of the other runs."
    return f"{text}, {count(alone)} of them only because of the other runs." if alone else f"{text}."


def runs(changes: Changes) -> str:
    """Which runs are in one result only."""
    sentences = []
    if changes.joined:
        sentences.append(f"{plural(len(changes.joined), 'run')} joined: {listed(changes.joined, _NAMES)}.")
    if changes.gone:
        sentences.append(f"{plural(len(changes.gone), 'run')} left: {listed(changes.gone, _NAMES)}.")
    if not sentences:
        return f"The same {plural(changes.n_common, 'run')} in both."
    return " ".join([*sentences, f"{plural(changes.n_common, 'run')} in both."])


def scores(changes: Changes) -> str:
    """Which common runs score differently, and whether their files did it; "" where none does."""
    n = len(changes.rescored)
    if not n:
        other = [run for run in changes.refiled if run not in changes.rescored]
        if other:
            files = "another file and the same scores" if len(other) == 1 else "other files and the same scores"
            return f"{capital(spelled(len(other)))} of the runs in both {_have(len(other))} {files} per query."
        return ""
    every = "All" if n == changes.n_common else capital(spelled(n))
    text = f"{every} of the {plural(changes.n_common, 'run')} in both {_have(n)} other scores per query"
    unmoved = len(changes.unmoved_files)
    if unmoved:
        which = (
            "their files are" if unmoved == n > 1 else "its file is" if n == 1 else f"the files of {count(unmoved)} are"
        )
        return f"{text}; {which} the same: {_blame(changes)}."
    return f"{text}: {listed(changes.rescored, _NAMES)}."


def _have(n: int) -> str:
    return "has" if n == 1 else "have"


def _blame(changes: Changes) -> str:
    labels = changes.labels is not None and changes.labels.any
    scored = [name for name, _, _ in changes.options if name in SCORED]
    causes = [*(["the labels"] if labels else []), *scored]
    return f"{listed(causes)} changed" if causes else "the cause is something else"


def labels(labels: LabelChanges) -> str:
    """What differs in the labels."""
    if not labels.any:
        other = " The file is another one, with the same labels." if labels.same_file is False else ""
        return f"The {plural(labels.now, 'label')} of the counted queries are the same.{other}"
    total = labels.now - labels.before
    sentences = [f"{plural(labels.now, 'label')} now, {count(labels.before)} before: {_more(total)}."]
    for queries, text in (
        (labels.new_queries, "not there before"),
        (labels.gone_queries, "no longer there"),
        (labels.more, "with more labels"),
        (labels.fewer, "with fewer labels"),
        (labels.regraded, "with as many labels, but not the same ones or with other grades"),
    ):
        if queries:
            sentences.append(f"{plural(len(queries), 'query')} {text}: {listed(queries, _NAMES)}.")
    return " ".join(sentences)


def _more(n: int) -> str:
    return "as many" if not n else f"{count(abs(n))} {'more' if n > 0 else 'fewer'}"


def options(changed: Sequence[tuple[str, Option, Option]]) -> str:
    """Which options differ.

    >>> options([("alpha", "0.05", "0.01"), ("seed", "0", "7")])
    'Other options: alpha 0.01, 0.05 before; seed 7, 0 before.'
    """
    text = "; ".join(f"{name} {_option(now)}, {_option(before)} before" for name, before, now in changed)
    return f"Other options: {text}."


def _option(value: Option) -> str:
    return "by default" if not value else value if isinstance(value, str) else listed(value, _NAMES)


OPTIONS_EFFECT = (
    "the options may explain the changes; with the same options the results show the effect of runs and labels"
)


def order(changes: Changes) -> str:
    """How many pairs of common systems changed places."""
    n = len(changes.overtaken)
    if not n:
        return f"None of the {plural(changes.n_pairs, 'pair')} of both changed order."
    pairs = [f"{a} above {b}" for a, b in changes.overtaken]
    which = f": {listed(pairs, 4)}" if n <= 4 else f", such as {listed(pairs[:3])}"
    return f"{plural(n, 'pair')} of {count(changes.n_pairs)} changed order{which}."


def leaders(changes: Changes) -> str:
    """Who entered the leaders and who left them; "" where nobody did."""
    sentences = []
    if changes.entered:
        shares = "shares" if len(changes.entered) == 1 else "share"
        text = f"{listed(changes.entered, _NAMES)} {shares} the lead now and did not before"
        sentences.append(f"{text}{_of_others(changes.entered_by_others, changes.entered, 'the other runs', ',')}.")
    if changes.left:
        text = f"{listed(changes.left, _NAMES)} no longer {'leads' if len(changes.left) == 1 else 'lead'}"
        why = _of_others(changes.left_to_others, changes.left, "runs that joined", "")
        sentences.append(f"{text}{why}{why and ', and only new runs are significantly above'}.")
    return " ".join(sentences)


def _of_others(some: Sequence[str], of: Sequence[str], cause: str, before: str) -> str:
    """Which of the systems changed because of others alone; "" for none. `before` stands where all of them did."""
    if not some:
        return ""
    who = before if len(some) == len(of) else f", {listed(some, _NAMES)}"
    return f"{who} only because of {cause}: {'its' if len(some) == 1 else 'their'} scores are the same"


def decisions(changes: Changes) -> str:
    """How many pairs are decided differently by the queries, and of which kind."""
    settled = [d for d in changes.decisions if d.decided]
    n, opened = len(settled), len(changes.decisions) - len(settled)
    parts = []
    if n:
        parts.append(f"{plural(n, 'pair')} {'differs' if n == 1 else 'differ'} significantly now and did not before")
    if opened:
        parts.append(f"{plural(opened, 'pair')} {UNDECIDED} now and could before")
    return f"{'; '.join(parts)}." if parts else ""


def only_others(changes: Changes) -> str:
    """Pairs decided differently though nothing of their own changed, with the family before and now; "" for none."""
    ours = [d for d in changes.decisions if d.cause == "runs"]
    opened, settled = [d for d in ours if not d.decided], [d for d in ours if d.decided]
    others, sentences = listed(_events(changes, "other run")), []
    for decisions, what in ((opened, "undecided"), (settled, "decided")):
        if decisions:
            own = "its scores and raw p are" if len(decisions) == 1 else "their scores and raw p are"
            verb = "is" if len(decisions) == 1 else "are"
            sentences.append(
                f"{plural(len(decisions), 'pair')} {verb} {what} now only because {others}: {own} "
                f"{_the_same(changes)}, and p is adjusted over {plural(changes.family[1], 'pair')}, "
                f"{count(changes.family[0])} before."
            )
    return " ".join(sentences)


def _the_same(changes: Changes) -> str:
    """The same to the last digit, or but for how many signs were drawn, or whether all were tried."""
    if changes.raw_moved:
        return f"the same (but for the random signs drawn: p moves by {_at_most(changes.raw_moved)})"
    return "the same"


def _at_most(x: float) -> str:
    return f"at most {float(f'{x:.1g}'):.6f}".rstrip("0") if x >= 1e-6 else "less than 0.000001"


def by_chance(changes: Changes) -> str:
    """Pairs decided differently by the random signs alone; "" for none."""
    n = sum(d.cause == "chance" for d in changes.decisions)
    if not n:
        return ""
    before, now = changes.n_resamples
    drawn = f", {count(now)} signs where there were {count(before)}" if before != now else ""
    has, are = ("its scores are", "is") if n == 1 else ("their scores are", "are")
    return (
        f"{plural(n, 'pair')} {are} decided differently only because other random signs were drawn{drawn}: {has} the "
        "same, at the edge of the level."
    )


def label_states(changes: Changes) -> str:
    """How many pairs changed their state by the labels; "" for none."""
    by_kind: dict[tuple[str, str], int] = {}
    for (before, now, _), n in changes.label_states.items():
        by_kind[before, now] = by_kind.get((before, now), 0) + n
    if not by_kind:
        return ""
    parts = [
        f"{plural(n, 'pair')} {_STATES[now]} now, {_STATES[before]} before" for (before, now), n in by_kind.items()
    ]
    others = sum(n for (_, _, by_others), n in changes.label_states.items() if by_others)
    text = f"By the labels: {'; '.join(parts)}."
    if others:
        verb = "is" if others == 1 else "are"
        text += (
            f" {plural(others, 'pair')} {verb} so only because of the other runs: scores and labels are the same, and "
            "what other runs retrieved may be relevant too."
        )
    return text


def why(decision: Decision, changes: Changes) -> str:
    """The cause in a cell of the table."""
    if decision.cause == "runs" and changes.joined and not changes.others_changed:
        return "only the runs that joined"
    return CAUSES[decision.cause]


def chances(p: float, corrected: float) -> str:
    """Raw and adjusted p in one cell."""
    if p != p:
        return "–"
    return f"{p_value(p)}, adjusted {p_value(corrected)}"


def moves_title(n: int) -> str:
    """The table of systems that moved."""
    return f"{plural(n, 'system')} of both moved"


def decisions_title(n: int, n_rows: int) -> str:
    """The table of pairs that are decided differently."""
    text = f"{plural(n, 'pair')} decided differently by the queries"
    return text if n_rows == n else f"{text}, the first {count(n_rows)}"


def difference(before: float, now: float) -> str:
    """A difference before and now.

    >>> difference(0.0123, 0.0123), difference(0.0123, -0.002)
    ('0.0123', '−0.0020, 0.0123 before')
    """
    return number(now, 4) if number(before, 4) == number(now, 4) else f"{number(now, 4)}, {number(before, 4)} before"
