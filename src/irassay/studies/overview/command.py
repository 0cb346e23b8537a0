"""What asks for the same overview again: the command, and digests by which a later result tells runs and labels."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterable, Mapping, Sequence
from inspect import Parameter
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from irassay.provenance import Provenance
from irassay.studies.files import sources

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.comparison import League

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
DIGITS = 16  # of a digest, hexadecimal: among a million runs two meet with a chance below one in ten million


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
        return [] if value == default else [repr(value).removesuffix(".0") if isinstance(value, float) else str(value)]
    if isinstance(value, Mapping):
        return [",".join(f"{word}={grade}" for word, grade in value.items())]
    if isinstance(value, Sequence) and any(not isinstance(one, str | PathLike) for one in value):
        return [scale_text(value)]
    return sources(value)


def scale_text(scale: Sequence[int]) -> str:
    """A scale of grades in one word."""
    return ",".join(map(str, scale))


def recorded_command(provenance: Provenance) -> str:
    """The command that makes the page again, as a shell takes it; "" where none was recorded."""
    return " ".join(shlex.quote(str(word)) for word in provenance.options.get("command", ()))


def digests_of_runs(league: League, runs: Runs) -> dict[str, dict[str, str]]:
    """Run -> its file, and a digest of its scores per query by the main measure; same runs have their own names."""
    files = {}
    if len(runs.readings) == len(runs.systems):
        files = {name: reading.source or "" for name, reading in zip(runs.systems, runs.readings)}
    digests: dict[str, dict[str, str]] = {}
    for system, values in zip(league.systems, league.values):
        scores = np.ascontiguousarray(values, dtype="<f8") + 0.0  # -0.0 is 0.0
        digest = _digest(scores.tobytes())
        for name in (system, *league.same.get(system, ())):
            digests[name] = {"file": files.get(name, ""), "scores": digest}
    return digests


def digests_of_labels(qrels: Qrels, league: League) -> dict[str, tuple[int, str]]:
    """Counted query -> how many labels it has, and a digest of documents with their grades, whatever their order."""
    digests = {}
    for query in league.queries:
        grades = qrels.grades(query)
        text = "\n".join(f"{doc}\t{grade}" for doc, grade in sorted(grades.items()))
        digests[query] = len(grades), _digest(text.encode("utf-8", "surrogateescape"))
    return digests


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:DIGITS]
