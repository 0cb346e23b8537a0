"""What a campaign is made with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from irassay.collection.judging_scales import JudgingScale, Point
from irassay.collection.task_kinds import Choice, choices, kind_of


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a campaign was made with.

    A field that is added later has a default: what campaigns do that were made before.

    Parameters
    ----------
    scale : JudgingScale
        The grades; other kinds of tasks than graded ones have no use for them.
    order : {"shuffled", "rank"}
        The order of tasks.
    seed : int
        Of what is drawn: orders and sides.
    guideline : str
    kind : {"graded", "pair", "anchor", "best"}
        What all its tasks ask.
    equal : bool
        Whether the two documents of a pair may be called equal.
    consent : str
        What a person agrees to before anything else; none is asked where it is empty.
    batch : int
        Tasks that are given together, tests not counted.
    tests : int
        Tasks of a known answer among each batch; without them there are no batches.
    pay, fee : str
        What a person is paid for a batch, and what a platform takes for one beside it: amounts such as ``2.00``.
    share : {"task", "query"}
        What goes to no more people than answers are wanted: each task alone, or a whole query.

    Raises
    ------
    UsageError
        The kind is another one.

    Examples
    --------
    >>> from irassay.collection.judging_scales import scale
    >>> settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="", kind="pair")
    >>> [choice.name for choice in settings.choices(2)]
    ['Left', 'Equal', 'Right']
    """

    scale: JudgingScale
    order: str
    seed: int
    guideline: str
    kind: str = "graded"
    equal: bool = True
    consent: str = ""
    batch: int = 10
    tests: int = 0
    pay: str = "0"
    fee: str = "0"
    share: str = "task"

    def __post_init__(self) -> None:
        kind_of(self.kind)

    def choices(self, n_docs: int) -> tuple[Choice, ...]:
        """What people choose from in a task that shows so many documents."""
        if self.kind == "graded":
            return tuple(Choice(p.name, str(i), p.sentence) for i, p in enumerate(self.scale.points, start=1))
        return choices(self.kind, n_docs, equal=self.equal)

    def to_json(self) -> dict[str, Any]:
        """What the first entry of a log has."""
        points = [[point.grade, point.name, point.sentence] for point in self.scale.points]
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        return own | {"scale": self.scale.name, "points": points}

    @classmethod
    def from_json(cls, made: Mapping[str, Any]) -> Settings:
        """What `to_json` gave; campaigns of before there were kinds are graded."""
        scale = JudgingScale(made["scale"], tuple(Point(*point) for point in made["points"]))
        known = {field.name: made[field.name] for field in fields(cls) if field.name in made}
        return cls(**known | {"scale": scale})
