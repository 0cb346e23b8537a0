"""The card of a collection in Markdown: what it has, what was left out, what it is made from, under which licence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from irassay.evidence.card import in_words
from irassay.evidence.words import EVIDENCE
from irassay.messages import count, visible

EXAMPLES = 3  # of what a rule leaves out


def card_text(
    log: Mapping[str, Mapping[str, Any]],
    sizes: tuple[Sequence[str], Iterable[Sequence[str]]],
    sound: Iterable[str],
    discarded: Iterable[tuple[str, str, str]],
    wiki: Mapping[str, Any],
) -> Iterator[str]:
    """Pieces of the card. `log` has stages with counts and hashes, `sizes` heading and rows of `card`,
    `sound` sentences on the answers; `discarded` rules, what breaks them, and how; `wiki` what an export says of
    itself."""
    written = log["write"]
    yield "# A collection of evidence\n\n"
    counts = written["counts"]
    yield EVIDENCE("card", passages=counts["evidence"], queries=counts["queries"]) + "\n"
    yield f"\n## {EVIDENCE('card.sizes')}\n\n"
    heads, *columns = zip(*in_words(*sizes))
    yield from _rows([heads, *zip(*columns[0])])
    yield from ("\n## Answers\n\n", *(f"- {one}" for one in sound)) if (sound := list(sound)) else ()
    yield "\n## Left out\n\n"
    yield from _left_out(discarded)
    yield "\n## Made from\n\n"
    sources = {**log["read"]["from"], **{name: of for name, of in written["from"].items() if name not in _made(log)}}
    yield from _rows([("file", "SHA-256"), *sources.items()])
    question = log["candidates"]["options"]["question"]
    yield f"\n{EVIDENCE('card.question', question=question, open=counts['open'])}\n"
    yield "\n## Licence\n\n"
    yield EVIDENCE("licence.of-wikipedia" if ".wikipedia.org/" in wiki.get("base", "") else "licence") + "\n"


def _made(log: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """The files that stages have made."""
    return {name for entry in log.values() for name in entry["made"]}


def _left_out(discarded: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """Each rule, how many broke it, and examples."""
    of: dict[str, list[str]] = {}
    for rule, what, detail in discarded:
        of.setdefault(rule, []).append(f"{visible(what)} ({visible(detail)})")
    if not of:
        yield "Nothing.\n"
        return
    rows = [(EVIDENCE(f"left-out.{rule}"), count(len(some)), "; ".join(some[:EXAMPLES])) for rule, some in of.items()]
    yield from _rows([("rule", "number", "such as"), *rows])


def _rows(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table, its heading first."""
    for i, row in enumerate(rows):
        yield f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |\n"
        if i == 0:
            yield f"|{'---|' * len(row)}\n"
