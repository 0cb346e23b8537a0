"""What a room asks of one that stands above it, by the name of the question. Imports no room.

A noun is written and shown by modules that know it; it knows none of them. The front of a room, or of the package, says
which module answers a question: a function of that name, loaded when it is first asked.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_MODULES: dict[str, str] = {}  # question -> the module that answers it


def answered_in(module: str, *questions: str) -> None:
    """Say which module answers some questions, each by a function of its name."""
    for question in questions:
        _MODULES[question] = module


def ask(question: str) -> Callable[..., Any]:
    """The function that answers a question.

    >>> answered_in("math", "gcd")
    >>> ask("gcd")(4, 6)
    2
    """
    from importlib import import_module

    answer: Callable[..., Any] = getattr(import_module(_MODULES[question]), question)
    return answer


def notebook_html(noun: object) -> str | None:
    """A noun as a notebook draws it, for its ``_repr_html_``; None where nothing draws."""
    html: str | None = ask("html_of_noun")(noun)
    return html
