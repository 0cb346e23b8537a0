"""Changes since an earlier result: the cells of a table, and at most four sentences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from irassay.messages import capital, conjugate, count, listed, number, p_value, plural
from irassay.studies.overview.sections.since.changes import Changes, Decision, LabelChanges
from irassay.studies.overview.sections.since.snapshot import SCORED, Option

TITLE, TABLE = "Since the earlier result", "Before and now"
DECIDED, UNDECIDED = "differ significantly", "can't be told apart"
CAUSES = {
    "scores": "scored differently",
    "options": "tested differently",
    "runs": "only the other runs",
    "chance": "only the random signs",
}
PLACES = "places count the systems of both results only, so that a run that joined moves nobody down"
_STATES = {"settled": "fixed by the labels", "open": "open", "not known": "not known", "exactly tied": "exactly tied"}
_NAMES = 6  # named in one cell
_PAIRS = 3  # pairs named in one cell


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
    """Counts of runs that joined, left or score differently."""
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
        parts.append(f"{plural(n, common)} score{conjugate(n, 's')} differently")
    return parts


def labels_in_brief(labels: LabelChanges) -> str:
    """Whether the labels are the same."""
    return "the labels changed" if labels.any else "the labels are the same"


def decisions_in_brief(changes: Changes) -> str:
    """How many pairs changed their decision, and how many of them without anything of their own."""
    if not changes.n_pairs:
        return ""
    pairs = f"{plural(changes.n_pairs, 'pair')} of both"
    n = len(changes.decisions)
    if not n:
        return f"None of {pairs} is decided differently by the queries."
    text = f"Of {pairs}, {count(n)} {conjugate(n, 'is')} decided differently by the queries"
    alone = sum(d.cause == "runs" for d in changes.decisions)
    if alone == n:
        return f"{text}, only because of the other runs."
    return f"{text}, {count(alone)} of them only because of the other runs." if alone else f"{text}."


def rows(changes: Changes) -> list[tuple[str, str, str, str]]:
    """What is compared, its value before and now, and what changed; what is the same in all pairs has no row."""
    n = changes.n_common
    found = [("runs", count(n + len(changes.gone)), count(n + len(changes.joined)), _runs(changes))]
    if changes.labels is not None:
        found.append(("labels", count(changes.labels.before), count(changes.labels.now), _labels(changes.labels)))
    found += [
        (f"option {name}", _option(before), _option(now), "may explain changes")
        for name, before, now in changes.options
    ]
    others = [("scores", _scores(changes)), ("order", _order(changes)), ("leaders", _leaders(changes))]
    others += [("pairs by queries", _decisions(changes)), ("pairs by labels", _label_states(changes))]
    return found + [(what, "", "", text) for what, text in others if text]


def _named(parts: Sequence[tuple[str, Sequence[str]]]) -> str:
    """What happened to which, without what happened to none."""
    return "; ".join(f"{what}: {listed(names, _NAMES)}" for what, names in parts if names)


def _runs(changes: Changes) -> str:
    return _named([("joined", changes.joined), ("left", changes.gone)]) or "the same"


def _labels(labels: LabelChanges) -> str:
    """What differs in the labels, by query."""
    if not labels.any:
        return "the same, in another file" if labels.same_file is False else "the same"
    return _named(
        [
            ("new queries", labels.new_queries),
            ("queries gone", labels.gone_queries),
            ("more labels", labels.more),
            ("fewer labels", labels.fewer),
            ("as many, but others", labels.regraded),
        ]
    )


def _option(value: Option) -> str:
    return "by default" if not value else value if isinstance(value, str) else listed(value, _NAMES)


def _scores(changes: Changes) -> str:
    """Which common runs score differently, and whether their files did it; "" where none does."""
    if not changes.rescored:
        return _named([("other file, same scores", changes.refiled)])
    text = f"{count(len(changes.rescored))} of {count(changes.n_common)} runs of both score differently"
    if not changes.unmoved_files:
        return f"{text}: {listed(changes.rescored, _NAMES)}"
    causes = ["the labels"] if changes.labels is not None and changes.labels.any else []
    causes += [name for name, _, _ in changes.options if name in SCORED]
    same = f"{count(len(changes.unmoved_files))} with the same file"
    return f"{text}, {same}: {f'{listed(causes)} changed' if causes else 'another cause'}"


def _order(changes: Changes) -> str:
    """How many pairs of common systems changed places."""
    if not changes.n_pairs:
        return ""
    of = f"{count(len(changes.overtaken))} of {plural(changes.n_pairs, 'pair')} turned"
    pairs = [f"{a} above {b}" for a, b in changes.overtaken]
    return f"{of}: {listed(pairs, _PAIRS)}" if pairs else of


def _leaders(changes: Changes) -> str:
    """Who entered the leaders and who left them; "" where nobody did."""
    return _named(
        [
            ("lead now", changes.entered),
            ("lead no longer", changes.left),
            ("only because of other runs", [*changes.entered_by_others, *changes.left_to_others]),
        ]
    )


def _decisions(changes: Changes) -> str:
    """How many pairs are decided differently by the queries, and of which kind."""
    n = sum(d.decided for d in changes.decisions)
    opened = len(changes.decisions) - n
    parts = [f"{count(n)} {conjugate(n, 'differs')} significantly now"] if n else []
    parts += [f"{count(opened)} {UNDECIDED} now"] if opened else []
    return "; ".join(parts)


def _label_states(changes: Changes) -> str:
    """How many pairs changed their state by the labels; "" for none."""
    by_kind: dict[tuple[str, str], int] = {}
    for (before, now, _), n in changes.label_states.items():
        by_kind[before, now] = by_kind.get((before, now), 0) + n
    parts = [f"{count(n)} {_STATES[now]} now, {_STATES[before]} before" for (before, now), n in by_kind.items()]
    others = sum(n for (_, _, by_others), n in changes.label_states.items() if by_others)
    parts += [f"{count(others)} only because of other runs"] if others else []
    return "; ".join(parts)


def only_others(changes: Changes) -> str:
    """Pairs decided differently though nothing of their own changed, with the family before and now; "" for none."""
    ours = [d.decided for d in changes.decisions if d.cause == "runs"]
    if not ours:
        return ""
    n = sum(ours)
    kinds = ((len(ours) - n, "undecided"), (n, "decided"))
    parts = [f"{count(k)} {what}" for k, what in kinds if k]
    are = "pair is" if len(ours) == 1 else "pairs are"
    before, now = changes.family
    return (
        f"Only because {listed(_events(changes, 'other run'))}, {listed(parts)} {are} so now: scores and raw p are "
        f"{_the_same(changes)}, p is adjusted over {plural(now, 'pair')}, {count(before)} before."
    )


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
    are = conjugate(n, "is")
    return f"{plural(n, 'pair')} at the edge of the level {are} decided differently only by other random signs{drawn}."


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
    """A difference before and now."""
    return number(now, 4) if number(before, 4) == number(now, 4) else f"{number(now, 4)}, {number(before, 4)} before"
