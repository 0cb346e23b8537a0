"""What a campaign is made with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from irassay.collection.judging_scales import JudgingScale, Point


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a campaign was made with: the scale, the order of tasks, and the seed of what is drawn.

    A field that is added later has a default: what campaigns do that were made before.
    """

    scale: JudgingScale
    order: str
    seed: int
    guideline: str
    share: str = "task"  # what goes to no more people than answers are wanted: each task alone, or a whole query

    def to_json(self) -> dict[str, Any]:
        """What the first entry of a log has."""
        points = [[point.grade, point.name, point.sentence] for point in self.scale.points]
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        return own | {"scale": self.scale.name, "points": points}

    @classmethod
    def from_json(cls, made: Mapping[str, Any]) -> Settings:
        """What `to_json` gave."""
        scale = JudgingScale(made["scale"], tuple(Point(*point) for point in made["points"]))
        known = {field.name: made[field.name] for field in fields(cls) if field.name in made}
        return cls(**known | {"scale": scale})
