"""One line of the outcome: a case, both sides' figures, and the goal. Knows neither how they were taken nor by whom."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Row:
    """A case.

    `theirs` is the peer's figure and None where there is no peer; `scaled` says how it was extrapolated from what was
    run, and is empty where the peer did the whole work. `goal` is a least ratio theirs / ours, or a most of ours.
    Seconds depend on the machine: `slowness` is how much longer a yardstick takes here than where the goal was set.
    """

    case: str
    collection: str
    ours: float
    unit: str = "s CPU"
    peer: str = ""
    theirs: float | None = None
    goal: float | None = None
    goal_is: Literal["least ratio", "most", "least"] = "least ratio"
    slowness: float = 1.0
    scaled: str = ""
    ours_wall: float | None = None
    theirs_wall: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        return None if self.theirs is None or self.ours == 0 else self.theirs / self.ours

    @property
    def reached(self) -> bool | None:
        """None where no goal is set."""
        if self.goal is None:
            return None
        if self.goal_is == "least ratio":
            return self.ratio is not None and self.ratio >= self.goal
        return self.ours <= self.goal * self.slowness if self.goal_is == "most" else self.ours >= self.goal

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "ratio": self.ratio, "reached": self.reached}


HEADER = (
    f"{'case':<34} {'collection':<10} {'peer':<26} {'theirs':>12} {'ours':>11} {'unit':<9} {'ratio':>8} {'goal':>9}"
)


def line(row: Row) -> str:
    """One row of the table; `*` marks a peer's figure that is extrapolated."""
    theirs = "" if row.theirs is None else digits(row.theirs) + ("*" if row.scaled else "")
    ratio = "" if row.ratio is None else f"{row.ratio:,.1f}" if row.ratio < 100 else f"{row.ratio:,.0f}"
    return (
        f"{row.case:<34} {row.collection:<10} {row.peer:<26} {theirs:>12} {digits(row.ours):>11} {row.unit:<9}"
        f" {ratio:>8} {_goal(row):>9}  {'' if row.reached is None else 'ok' if row.reached else 'BELOW'}"
    ).rstrip()


def notes(rows: list[Row]) -> list[str]:
    """What the asterisks and the cases need said."""
    said = []
    for row in rows:
        slow = f"this machine takes {row.slowness:.1f} times as long as that of the goal" if row.slowness != 1.0 else ""
        for text in (f"* {row.peer}: {row.scaled}" if row.scaled else "", row.note, slow):
            if text:
                said.append(f"{row.case}, {row.collection}: {text}")
    return said


def digits(value: float) -> str:
    """Three significant digits, thousands parted."""
    if value >= 100:
        return f"{value:,.0f}"
    if value >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 1 else f"{value:.3f}" if value >= 0.1 else f"{value:.3g}"


def _goal(row: Row) -> str:
    if row.goal is None:
        return ""
    sign = {"least ratio": ">=", "most": "<=", "least": ">="}[row.goal_is]
    goal = row.goal * row.slowness
    written = f"{goal:,.0f}" if goal >= 100 else f"{goal:.3g}"
    return sign + written + ("x" if row.goal_is == "least ratio" else "")
