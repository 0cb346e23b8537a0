"""Every error a user can meet. A message says where, what was found, what was expected, and what to do.

IrassayError
├── InputError       files or values from outside that can't be read in one way only (command line: exit 3)
│   ├── Unreadable   what can't be opened or decoded at all; `check` raises only this
│   ├── LostWorker   a shard of work whose process died each time; what other shards have made is kept
│   ├── NoJudge      a model that can't be asked at all; what it has answered is kept
│   └── NoDatabase   the database of a campaign can't be read or written now; what is under way is not kept
└── UsageError       a call or command that can't mean anything (exit 2)
    ├── UnknownMeasure
    ├── UnknownSystem
    └── MissingLibrary   an optional library that is not installed; names the command that installs it
KeyboardInterrupt
└── Terminated           SIGTERM, which is heard as Ctrl-C is
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeVar

    Input = TypeVar("Input")
    Answer = TypeVar("Answer")


class Terminated(KeyboardInterrupt):
    """The process was asked to end (SIGTERM): it ends as at Ctrl-C, so that nothing half-written is left."""


def terminate(*_: object) -> None:
    """What hears SIGTERM."""
    raise Terminated


SHOWN = 20  # problems shown of one input; the total is always said


class IrassayError(Exception):
    """Anything irassay raises on purpose."""


class UsageError(IrassayError, ValueError):
    """A call or a command line that can't mean anything; raised before work starts."""


class UnknownMeasure(UsageError):
    """A measure name that is not in the grammar; names what would work."""


class UnknownSystem(UsageError):
    """A name that no system has; `system` is the name."""

    def __init__(self, message: str, system: str) -> None:
        super().__init__(message)
        self.system = system


class MissingLibrary(UsageError, ImportError):
    """An optional library that is not installed; the message has the command that installs it."""

    @classmethod
    def load(cls, library: str, extra: str) -> Any:
        """The library, imported now; MissingLibrary where it is not installed, with the `extra` of irassay that brings
        it."""
        from importlib import import_module

        try:
            return import_module(library)
        except ModuleNotFoundError as error:
            if error.name != library:  # it is there, and something that it needs is not
                raise
            raise cls.of(error, extra) from None

    @classmethod
    def of(cls, error: ModuleNotFoundError, extra: str) -> MissingLibrary:
        """The error that says what to install; ModuleNotFoundError where it is a part of irassay."""
        library = (error.name or "irassay").partition(".")[0]
        if library == "irassay":
            raise error
        if library == "torch":  # pip takes the build for GPUs, of some GB
            return cls(
                f'torch is not installed: uv pip install --torch-backend=cpu "irassay[{extra}]" for processors, or '
                f'pip install "irassay[{extra}]" for GPUs'
            )
        return cls(f'{library} is not installed: pip install {library}, or pip install "irassay[{extra}]"')


class NoCampaign(UsageError):
    """There is no campaign of judging in that place."""


class AnswerConflict(UsageError):
    """A judging answer whose key was used for another one, or in whose place another one stands."""


class TaskTakenBack(UsageError):
    """A judging answer to a task whose answers others have given: it is not counted."""


class InputError(IrassayError, ValueError):
    """Files or values from outside that can't be used. Collected before raising.

    Attributes
    ----------
    headline : str
        What happened, for which input.
    problems : tuple of str
        Located problems, ``path:line  what is wrong, what was expected``; at most 20.
    total : int
        How many problems there are in all.
    consequence : str or None
        What the error prevented: the end of the headline; "" where the headline states it already. None until a
        caller states it.
    advice : str
        What to do about all of them; "" where the problems say so.
    """

    def __init__(
        self,
        headline: str,
        problems: tuple[str, ...] = (),
        total: int | None = None,
        *,
        consequence: str | None = None,
        advice: str = "",
    ) -> None:
        self.what = headline
        self.advice = advice
        self.consequence = consequence
        self.headline = f"{headline}; {consequence}" if consequence else headline
        self.problems = tuple(problems[:SHOWN])
        self.total = len(problems) if total is None else total
        super().__init__(str(self))

    def __str__(self) -> str:
        lines = [self.headline]
        if self.problems:
            lines += ["", *self.problems]
        if self.total > len(self.problems):
            lines.append(f"and {self.total - len(self.problems):,} more")
        if self.advice:
            lines += ["", self.advice]
        return "\n".join(lines)


def of_each(inputs: Mapping[str, Input], answer: Callable[[Input], Answer]) -> dict[str, Answer]:
    """The answer for each of several inputs, such as collections, by their names; InputError for all of them at once,
    each with as many problems as the others.

    >>> of_each({"A": 1, "B": 2}, lambda n: n + 1)
    {'A': 2, 'B': 3}
    """
    answers, errors = {}, {}
    for name, one in inputs.items():
        try:
            answers[name] = answer(one)
        except InputError as error:
            errors[name] = error
    if len(errors) > 1:
        raise _together(errors)
    if errors:
        raise next(iter(errors.values()))
    return answers


def _together(errors: Mapping[str, InputError]) -> InputError:
    share = SHOWN // len(errors) or 1
    return InputError(
        "; ".join(f"{name}: {error.what}" for name, error in errors.items()),
        tuple(problem for error in errors.values() for problem in error.problems[:share]),
        sum(error.total for error in errors.values()),
        advice="irassay check QRELS RUN says of each collection what to do.",
    )


class Unreadable(InputError):
    """A file that can't be opened or decoded at all: absent, forbidden, a folder, cut short, binary."""


class NoJudge(InputError):
    """A model that can't be asked at all, such as an address that refuses the key; what it has answered is kept."""


class NoDatabase(InputError):
    """The database of a campaign can't be read or written now: what is under way is not kept, the rest stays.

    `is_full` where its disk has no room, `is_gone` where its file was moved or removed while it was open.
    """

    def __init__(self, headline: str, *, is_full: bool = False, is_gone: bool = False) -> None:
        super().__init__(headline)
        self.is_full = is_full
        self.is_gone = is_gone


class LostWorker(InputError):
    """A shard of work whose process died each time that it was tried; what other shards have made is kept."""


_KINDS = {
    dict: "an object",
    list: "a list",
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}


def kind_of(value: object) -> str:
    """What a value of a file is, in words, as it stands in a message.

    >>> kind_of(3), kind_of(None), kind_of({})
    ('a whole number', 'nothing', 'an object')
    """
    return "nothing" if value is None else _KINDS.get(type(value), "something else")


SECRET = r"pass(?!file)|secret|token|key(?!word)"  # what is in names of parameters whose values nobody may read


def without_secrets(text: str) -> str:
    """Text with the passwords of the addresses in it struck out.

    >>> without_secrets("postgresql://judge:x@localhost/news?user=a&password=y")
    'postgresql://judge:***@localhost/news?user=a&password=***'
    """
    if "://" not in text:
        return text
    import re

    text = re.sub(r"(://[^:/?@\s]*):[^@\s]*@", r"\1:***@", text)
    return re.sub(rf"([?&][^=&\s]*(?:{SECRET})[^=&\s]*=)[^&\s'\"]+", r"\1***", text, flags=re.IGNORECASE)


def is_halved(text: str) -> bool:
    """Whether a text has half a character (a lone surrogate), as JSON may: no file or database keeps it.

    >>> is_halved("caf\\u00e9"), is_halved("\\ud800")
    (False, True)
    """
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def cut(value: object, limit: int = 80) -> str:
    """A value as it stands in a message: quoted, without passwords, control characters escaped, cut at `limit`.

    >>> cut("nan")
    '"nan"'
    """
    text = without_secrets(str(value))
    text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    if len(text) > limit:
        half = (limit - 1) // 2
        text = f"{text[:half]}…{text[-half:]}"
    return f'"{text}"'


def harmless(text: str, *, but: str = r"(?!)") -> str:
    r"""Text for a terminal: control characters spelled out, but for line ends, tabs and what the expression allows.

    >>> harmless("a\x1b]0;title\x07 b")
    'a\\x1b]0;title\\x07 b'
    """
    if text.isprintable():
        return text
    import re

    return re.sub(
        rf"({but})|[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]",
        lambda found: found[1] or found[0].encode("unicode_escape").decode("ascii"),
        text,
    )
