"""The settings of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from irassay.collection.judging_scales import JudgingScale, Point
from irassay.collection.task_kinds import Choice, kind_of


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a campaign was made with. UsageError for another kind."""

    scale: JudgingScale  # unused by kinds other than graded
    order: str
    seed: int  # of what is drawn: orders and sides
    guideline: str
    kind: str = "graded"  # what all its tasks ask
    equal: bool = True  # whether the documents of a pair may be called equal
    consent: str = ""  # to agree to before anything else; empty: not asked
    batch: int = 10  # tasks given together, tests not counted
    tests: int = 0  # known answers among each batch; without them no batches
    pay: str = "0"  # for a batch, such as ``2.00``; fee: a platform's beside it
    fee: str = "0"
    share: str = "task"  # goes to no more people than answers: "task" or "query"

    def __post_init__(self) -> None:
        kind_of(self.kind)

    def choices(self, n_docs: int) -> tuple[Choice, ...]:
        """What people choose from in a task that shows so many documents."""
        return kind_of(self.kind).choices(n_docs, self.scale, equal=self.equal)

    def label_words(self, name: str) -> str:
        """A label of the scale as people are shown it: its name, and when it is given; "" for no label."""
        return next((f"{one.name}. {one.sentence}".strip() for one in self.scale.points if one.name == name), "")

    def to_json(self) -> dict[str, Any]:
        """What the first entry of a log has."""
        points = [[point.grade, point.name, point.sentence] for point in self.scale.points]
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        return own | {"scale": self.scale.name, "points": points}

    @classmethod
    def from_json(cls, made: Mapping[str, Any]) -> Settings:
        """What `to_json` gave."""
        scale = JudgingScale(made["scale"], tuple(Point(*point) for point in made["points"]))
        return cls(**{field.name: made[field.name] for field in fields(cls)} | {"scale": scale})
