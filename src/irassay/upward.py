"""Calls from a room to a room above it by the name of a function, and names loaded when asked for. Imports no room.

Modules that write and draw a noun know it; it knows none of them. The ``__init__`` of a room, or of the package, states
which module has the function; the module is loaded at the first call.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_MODULES: dict[str, str] = {}  # question -> the module that answers it


def answered_in(module: str, *questions: str) -> None:
    """Say which module answers some questions, each by a function of its name."""
    for question in questions:
        _MODULES[question] = module


def ask(question: str) -> Callable[..., Any]:
    """The function that answers a question."""
    from importlib import import_module

    answer: Callable[..., Any] = getattr(import_module(_MODULES[question]), question)
    return answer


def notebook_html(noun: object) -> str | None:
    """A noun as a notebook draws it, for its ``_repr_html_``; None where nothing draws."""
    html: str | None = ask("html_of_noun")(noun)
    return html


def later(room: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a room: name -> the room's module that has it."""

    def loaded(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"{room}.{homes[name]}"), name)

    return loaded
