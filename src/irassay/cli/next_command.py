"""``Next:``: a command on the same files that can be pasted, with the options that the user gave."""

from __future__ import annotations

from irassay.errors import without_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from irassay.cli.options.option import Option

LONGEST_FILES = 120  # characters of file names that are repeated


def next_command(verb: str, texts: Mapping[str, Any], *, given_to: str, without: Sequence[str] = ()) -> str:
    """How another verb is asked about the same files in the same way; "" where it lacks an option for that."""
    from irassay.cli.parser import Parser

    target = {option.name: option for option in Parser(verb).options}
    words = ["irassay", verb]
    words += [word for option in target.values() if option.operand for word in _files(texts.get(option.name))]
    for option in Parser(given_to).options:
        value = texts.get(option.name)
        is_default = value in (None, False, [], (), option.default, str(option.default))
        if option.operand or option.name in without or is_default:
            continue
        if option.group == "answer" or (option.group == "decision" and option.name not in target):
            continue
        if option.group == "decision" and option.name != "require":
            continue
        if option.name not in target:
            return ""
        words += _words(target[option.name], value)
    return without_secrets(" ".join(words))


def _files(value: str | Sequence[str] | None) -> list[str]:
    """Operands as they are typed again."""
    from shlex import quote

    if value is None or isinstance(value, str):
        return [quote(value)] if value else []
    files = " ".join(map(quote, value))
    return [files if len(files) <= LONGEST_FILES else "RUN..."] if files else []


def _words(option: Option, value: object) -> list[str]:
    """An option with its value, as it is typed; once for each value of one that is repeated."""
    from shlex import quote

    spelling = option.spelling[-1] if option.name != "measures" else option.spelling[0]
    if value is True:
        return [spelling]
    values = value if isinstance(value, list) and option.repeated else [value]
    words = []
    for one in values:
        texts = one if isinstance(one, list) else [str(one)]
        words += [spelling, *map(quote, texts)]
    return words
