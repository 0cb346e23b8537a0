"""Values with named fields that must all be given: for modules that load where dataclasses would cost too much."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, dataclass_transform
else:

    def dataclass_transform(**_):
        """Nothing at run time: checkers read the fields of a `Record` as those of a dataclass."""
        return lambda noun: noun


@dataclass_transform(eq_default=False)
class Record:
    """A class whose annotated names, its bases' included, are its fields; TypeError where one without a default is left
    unsaid, or is unknown."""

    def __init__(self, *places: Any, **values: Any) -> None:
        kind = type(self)
        fields = [name for one in reversed(kind.__mro__) for name in getattr(one, "__annotations__", ())]
        values |= dict(zip(fields, places, strict=False))
        missing = [name for name in dict.fromkeys(fields) if name not in values and not hasattr(kind, name)]
        others = [name for name in values if name not in fields]
        if missing or others:
            what = f"leaves {', '.join(missing)} unsaid" if missing else f"has no {', '.join(others)}"
            raise TypeError(f"{kind.__name__} {what}")
        self.__dict__.update(values)
