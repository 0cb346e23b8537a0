"""The command that asks for the same overview again: files, and options that are not at their default."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from inspect import Parameter
from os import PathLike
from typing import Any

from irassay.provenance import Provenance
from irassay.studies.files import sources

# Where the command line's name of an option is not that of the keyword.
SPELLINGS = {"measures": "-m", "n_resamples": "--resamples", "scale": "--grades"}
UNRECORDED = ("threads",)  # the result does not depend on it
# Keywords that change scores, which `check` and `compare` take too; then those that `compare` takes beside these.
OF_CHECK = (
    *("leave_out", "rename", "ties", "residual", "identical_ids"),
    *("input_format", "grade_scale", "label_map"),
)
OF_COMPARE = (
    *("queries", "duplicates", "unseen", "scale"),
    *("baseline", "test", "correction", "interval", "ranks", "alpha", "n_resamples", "seed"),
)


def spelling(keyword: str) -> str:
    """How the command line spells a keyword."""
    return SPELLINGS.get(keyword) or f"--{keyword.replace('_', '-')}"


def labels_and_runs(qrels: Any, runs: Any) -> list[str]:
    """Their paths; QRELS and RUN stand for values that came from memory."""
    return [*(sources(qrels) or ["QRELS"]), *(sources(runs) or ["RUN"])]


def of_compare(duplicates: str | None) -> tuple[str, ...]:
    """The keywords of `OF_COMPARE`, with the texts where they say which documents count as one."""
    return (*OF_COMPARE, "doc_texts") if duplicates == "one" else OF_COMPARE


def words_of(values: Mapping[str, Any], keywords: Mapping[str, Parameter], names: Iterable[str]) -> list[str]:
    """The words of these options that are not at the default of their keyword."""
    return [word for name in names for word in option_words(name, values[name], default=keywords[name].default)]


def report_command(values: Mapping[str, Any], keywords: Mapping[str, Parameter]) -> list[str]:
    """The words of ``irassay report`` for these values of `overview`'s parameters; a noun that came from memory has no
    word. `keywords` are `overview`'s parameters, whose order and defaults count."""
    words = ["irassay", "report", *labels_and_runs(values["qrels"], values["runs"])]
    for name, keyword in keywords.items():
        if name == "measures":
            words += option_words(name, values[name])
        elif keyword.kind is Parameter.KEYWORD_ONLY and name not in UNRECORDED:
            words += words_of(values, keywords, [name])
    return words


def option_words(name: str, value: Any, *, default: Any = None) -> list[str]:
    """An option before each of its values; nothing for one that is at its default, or came from memory."""
    return [word for text in _texts(value, default) for word in (spelling(name), text)]


def _texts(value: Any, default: Any) -> Iterable[str]:
    if isinstance(value, int | float | str):
        return [] if value == default else [number_text(value) if isinstance(value, float) else str(value)]
    if isinstance(value, Mapping):
        return [",".join(f"{word}={grade}" for word, grade in value.items())]
    if isinstance(value, Sequence) and any(not isinstance(one, str | PathLike) for one in value):
        return [scale_text(value)]
    return sources(value)


def number_text(value: float) -> str:
    """A number in as few digits as give it again."""
    return repr(value).removesuffix(".0")


def scale_text(scale: Sequence[int]) -> str:
    """A scale of grades in one word."""
    return ",".join(map(str, scale))


def recorded_command(provenance: Provenance) -> str:
    """The command that makes the page again, as a shell takes it; "" where none was recorded."""
    return " ".join(shlex.quote(str(word)) for word in provenance.options.get("command", ()))
