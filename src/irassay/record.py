"""Values with named fields that must all be given: for modules that load where dataclasses would cost too much."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Self, dataclass_transform
else:

    def dataclass_transform(**_):
        """Nothing at run time: checkers read the fields of a `Record` as those of a dataclass."""
        return lambda noun: noun


@dataclass_transform(eq_default=False)
class Record:
    """A class whose annotated names, its bases' included, are its fields; TypeError where one without a default is left
    unsaid, or is unknown."""

    if TYPE_CHECKING:
        _fields: ClassVar[dict[str, None]]
        _required: ClassVar[dict[str, None]]

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:  # for checkers: fields without a default may follow
        names = (name for one in reversed(cls.__mro__) for name in getattr(one, "__annotations__", ()))
        cls._fields = dict.fromkeys(names)
        cls._required = {name: None for name in cls._fields if not hasattr(cls, name)}

    def __init__(self, *places: Any, **values: Any) -> None:
        kind = type(self)
        values |= zip(kind._fields, places, strict=False)
        if not kind._required.keys() <= values.keys() <= kind._fields.keys():
            missing = [name for name in kind._required if name not in values]
            others = [name for name in values if name not in kind._fields]
            what = f"leaves {', '.join(missing)} unsaid" if missing else f"has no {', '.join(others)}"
            raise TypeError(f"{kind.__name__} {what}")
        self.__dict__.update(values)
        self.__post_init__()

    def __post_init__(self) -> None:
        """What a class makes of its fields."""

    def but(self, **values: Any) -> Self:
        """The same with other values."""
        return type(self)(**{name: getattr(self, name) for name in self._fields} | values)
