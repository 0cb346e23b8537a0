"""Names of a room that are loaded when they are asked for: what needs few of them starts sooner. Imports no room."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def later(room: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a room: name -> the room's module that has it."""

    def loaded(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"{room}.{homes[name]}"), name)

    return loaded
