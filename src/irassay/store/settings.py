"""What a campaign is made with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from irassay.collection.judging_scales import JudgingScale, Point
from irassay.record import Record


class Settings(Record):
    """What a campaign was made with: the scale, the order of tasks, and the seed of what is drawn."""

    scale: JudgingScale
    order: str
    seed: int
    guideline: str

    def to_json(self) -> dict[str, Any]:
        """What the first entry of a log has."""
        points = [[point.grade, point.name, point.sentence] for point in self.scale.points]
        own = {"order": self.order, "seed": self.seed, "guideline": self.guideline}
        return {"scale": self.scale.name, "points": points, **own}

    @classmethod
    def from_json(cls, made: Mapping[str, Any]) -> Settings:
        """What `to_json` gave."""
        scale = JudgingScale(made["scale"], tuple(Point(*point) for point in made["points"]))
        return cls(scale=scale, order=made["order"], seed=made["seed"], guideline=made["guideline"])
