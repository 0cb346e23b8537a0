"""Every option of every verb, once: Python name, spelling, default, range and help.

An option is an entry of a TOML file here, one file a topic; its keys are the fields of `Option`. An entry NAME.FORM is
another form of an option, which several verbs take. ``--help``, the documentation, shell completion and the signatures
of the Python functions are held to this table by tests.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module

from irassay.cli.options.option import Option
from irassay.errors import UsageError, cut
from irassay.messages import entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping
    from typing import Any

FOLDER = os.path.dirname(__file__)
TOPICS = (
    *("scores", "labels", "pools", "retrieval", "leakage", "training", "neural", "preferring", "campaigns"),
    *("collecting", "deciding", "asking", "answers"),
)
COMMON = ("color", "quiet")


class _Table(dict[str, Option]):
    """Word -> option, made when it is first asked for: a Python name, or NAME.FORM for another form of it."""

    def __missing__(self, word: str) -> Option:
        name, _, form = word.partition(".")
        of = fields(entries.values(_entries()[word]))
        self[word] = self[name].but(**of) if form else Option(name=name, **of)
        return self[word]


TABLE = _Table()


def every() -> dict[str, Option]:
    """All options, by Python name."""
    return {name: TABLE[name] for name in _entries() if "." not in name}


@cache
def _entries() -> dict[str, str]:
    """Word -> the text of its entry, which is read where a verb takes it."""
    texts: dict[str, str] = {}
    for topic in TOPICS:
        with open(os.path.join(FOLDER, f"{topic}.toml"), encoding="utf-8") as file:
            texts |= entries.tables(file.read())
    del texts[""]
    return texts


def fields(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an option as TOML has them: what is `unsaid` has no value, choices may be MODULE:NAME."""
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}
    if isinstance(registry := values.get("choices"), str):
        module, _, name = registry.partition(":")
        values["choices"] = tuple(getattr(import_module(module), name))
    return values | dict.fromkeys(values.pop("unsaid", ()))


def two_meanings() -> dict[str, str]:
    """The spellings with more than one meaning, and why they keep them; every other one means the same everywhere."""
    return entries.read(os.path.join(FOLDER, "two-meanings.toml"))


def take_one(values: argparse.Namespace, options: list[Option]) -> None:
    """Give each option that can't be repeated its value, or its default; UsageError for two different ones."""
    for option in options:
        if option.repeated or option.operand or option.count == 0:
            continue
        texts = getattr(values, option.name)
        if texts is None:
            setattr(values, option.name, option.default)
            continue
        if option.count == "+":  # of several values, also where each has the option before it
            setattr(values, option.name, [text for some in texts for text in some])
            continue
        first = texts[0]
        if (other := next((text for text in texts if text != first), None)) is not None:
            raise UsageError(
                f"{option.spelling[-1]} is given twice, as {cut(first)} and as {cut(other)}; it takes one: "
                "leave the other out"
            )
        setattr(values, option.name, first)


def check(values: argparse.Namespace, options: list[Option]) -> None:
    """Turn the texts given into values; whatever is out of range is a usage error that names the range."""
    for option in options:
        value = getattr(values, option.name)
        if value is None and option.repeated:
            setattr(values, option.name, option.default)
        elif isinstance(value, str):
            setattr(values, option.name, _value(option, value))
        elif isinstance(value, list) and (option.takes or option.choices):
            setattr(values, option.name, [_value(option, text) for text in value])


def departures(values: argparse.Namespace, *names: str) -> dict[str, Any]:
    """Of these options those whose value is not the default, in that order: name -> value."""
    of = {name: getattr(values, name) for name in names}
    return {name: value for name, value in of.items() if value != TABLE[name].default}


def spellings(values: argparse.Namespace, *names: str) -> list[str]:
    """How those of these options are written whose value is not the default, in that order."""
    return [TABLE[name].spelling[-1] for name in departures(values, *names)]


def refuse(values: argparse.Namespace, *names: str, where: str) -> None:
    """Raise where one of these options is asked for, which have no effect there: ``where="on --vectors"``."""
    asked = spellings(values, *names)
    if asked:
        has, it = ("has", "it") if len(asked) == 1 else ("have", "them")
        raise UsageError(f"{' and '.join(asked)} {has} no effect {where}: leave {it} out")


def recorded(values: argparse.Namespace, *names: str) -> dict[str, Any]:
    """Of these options those that say something, in that order, as provenance writes them: name -> value."""
    return {name: value for name in names if (value := getattr(values, name))}


def _value(option: Option, text: str) -> object:
    if option.choices and text not in option.choices:
        *most, last = option.choices
        raise UsageError(f"{option.spelling[-1]} is {cut(text)}, expected {', '.join(most)} or {last}")
    if not option.takes:
        return text
    from irassay.cli.options.reading import reader

    try:
        return reader(option.takes)(text)
    except ValueError as expected:
        raise UsageError(f"{option.spelling[-1]} is {cut(text)}, expected {expected}") from None
