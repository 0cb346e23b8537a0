"""Every option of every verb, once: Python name, spelling, default, range and help.

Verbs take theirs with `add`; ``--help``, the documentation, shell completion and the signatures of the Python
functions are held to this table by tests.
"""

from __future__ import annotations

from irassay.cli.options import (
    answers,
    asking,
    campaigns,
    collecting,
    deciding,
    labels,
    leakage,
    neural,
    pools,
    preferring,
    retrieval,
    scores,
    training,
)
from irassay.cli.options.option import Option
from irassay.errors import UsageError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

TABLE: dict[str, Option] = {
    option.name: option
    for option in (
        *scores.OPTIONS,
        *labels.OPTIONS,
        *pools.OPTIONS,
        *retrieval.OPTIONS,
        *leakage.OPTIONS,
        *training.OPTIONS,
        *neural.OPTIONS,
        *preferring.OPTIONS,
        *campaigns.OPTIONS,
        *collecting.OPTIONS,
        *deciding.OPTIONS,
        *asking.OPTIONS,
        *answers.OPTIONS,
    )
}
COMMON = ("color", "quiet")
# Spellings with more than one meaning, and why they keep them; every other one means the same in every verb.
TWO_MEANINGS = {
    "-m": "a measure, which `decide` takes one of; what others repeat is the same",
    "--measure": "as `-m`",
    "--baseline": "a system that others are compared with: `decide` takes one, others repeat it",
    "--margin": "how close is no difference: `decide` calls both systems tied, `compare` one not worse",
    "--model": "how passages are scored in `search`; a model's labels in `decide`",
    "--order": "in which order documents are judged; a switch of `decide` that asks for the order of all systems",
    "--batch": "judgments that are paid together in `judge`; documents that are drawn together in `decide`",
    "--budget": "documents to judge in `pool` and `decide`; money for a model in `ask`",
    "--kind": "which noun a file holds in `convert`; what is asked of a query's documents in `judge`",
    "--per-query": "a switch of `eval` for a line a query; in `leak` how many pairs of a query go to --review",
    "--by-query": "a file of `leak` with a row a test query; in `compare` the old name of `--pair-queries` still works",
    "--to": "what the verb makes: a format in `convert`, the form of a pool in `pool`, a folder in `demo`",
    "--output": "a file, but a folder in `figures`, which writes one file a chart, and in `index` and `collect`",
    "--leave-out": "a run that is read as if its file were not there; `sensitivity` scores and shows it, and leaves it "
    "out of means and orders only, since a run that made the labels shows how they favour it",
    "--runs": "runs beside what a verb is about: of the test in `leak`, from which documents come next in `judge`",
    "--sample": "how many are drawn: queries of a pool in `pool`, pairs for people to label in `leak`",
    "--labels": "what people said before: of documents in `judge`, of pairs of texts in `leak`",
    "--leaks": "leaks.tsv: `leak` writes it, `trainset` reads it",
    "--test": "a test of significance; in `trainset` the test queries",
    "--corpus": "the documents in `leak` and `trainset`; in `rerank` another name of `--doc-texts`",
    "--queries": "which queries count; training queries in `trainset`; in `rerank`, `track` and `pool` `--query-texts`",
}


def add(parser: argparse.ArgumentParser, *names: str, **changes: dict[str, Any]) -> None:
    """Give a verb's parser the options of these Python names in `TABLE`, in that order. `changes` are what differs for
    this verb, by option: ``add(parser, "format", format={"choices": ("table", "tsv")})``."""
    for name in names:
        _add_one(parser, TABLE[name].but(**changes.get(name, {})))


def _add_one(parser: argparse.ArgumentParser, option: Option) -> None:
    parser.options.append(option)  # type: ignore[attr-defined]
    if option.operand:
        parser.add_argument(option.name, nargs=option.count, metavar=option.spelling[0], default=option.default)
        return
    keywords: dict[str, Any] = {"dest": option.name}
    if option.count == 0:
        keywords |= {"action": "store_true", "default": option.default}
    else:  # `take_one` says what a second value is
        keywords |= {"nargs": option.count, "action": "append", "default": None}
    parser.add_argument(*option.also, *option.spelling, **keywords)


def take_one(values: argparse.Namespace, options: list[Option]) -> None:
    """Give each option that can't be repeated its value, or its default. UsageError for two different values of one
    option: neither silently takes the place of the other."""
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
        elif isinstance(value, list) and (option.takes is not None or option.choices):
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
    if option.takes is None:
        return text
    try:
        return option.takes(text)
    except ValueError as expected:
        raise UsageError(f"{option.spelling[-1]} is {cut(text)}, expected {expected}") from None
