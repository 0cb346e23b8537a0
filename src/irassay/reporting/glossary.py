"""The words of the page that a newcomer may not know, from glossary.toml: each opens in place, a fold names all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from itertools import chain
from pathlib import Path

from markupsafe import Markup

from irassay.drawing.escape import markup
from irassay.drawing.tables.formats import heading
from irassay.messages.facts import entries
from irassay.provenance import Provenance
from irassay.result import Column, Result


@dataclass(frozen=True, slots=True)
class Term:
    """A term, the forms in which texts have it, what it means here, and the studies that use it; none for all."""

    name: str
    forms: str
    meaning: str
    studies: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The id of its element in the page."""
        return f"word-{self.name.replace(' ', '-').lower()}"


TERMS = tuple(Term(name, **fields) for name, fields in entries(Path(__file__)).items())
MARKS = ".,;:)"  # that stand on the line of the word before them


@cache
def terms_of(study: str) -> tuple[Term, ...]:
    """The terms of a study's page."""
    return tuple(term for term in TERMS if not term.studies or study in term.studies)


def terms_in(result: Result) -> list[Term]:
    """The terms that the sentences and headings of a result use."""
    text, terms = "\n".join(_texts(result)), terms_of(result.study)
    used = {match.lastgroup for match in _forms(result.study).finditer(text)}
    return [term for i, term in enumerate(terms) if f"t{i}" in used]


def _texts(part: object) -> Iterator[str]:
    """Every text of a part of a result, without the cells of tables."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Column):
        yield from (heading(part), part.unit, part.definition)
    elif isinstance(part, Sequence):
        yield from chain.from_iterable(map(_texts, part))
    elif is_dataclass(part) and not isinstance(part, Provenance):
        yield from chain.from_iterable(_texts(getattr(part, one.name)) for one in fields(part))


@cache
def _forms(study: str) -> re.Pattern[str]:
    terms = enumerate(terms_of(study))
    return re.compile("|".join(rf"(?P<t{i}>(?<![\w@-])(?:{term.forms})(?![\w@-]))" for i, term in terms), re.I)


def with_terms(text: str, study: str = "overview") -> Markup:
    """The escaped text with the first mention of each term as a button that opens its meaning."""
    out, last, seen = [], 0, set()
    for match in _forms(study).finditer(text):
        term = terms_of(study)[int(str(match.lastgroup)[1:])]
        if term.key in seen:
            continue
        seen.add(term.key)
        button = f'<button type="button" class="term" popovertarget="{term.key}">{match[0]}</button>'
        mark = text[match.end() : match.end() + 1]
        if mark and mark in MARKS:  # a line may break after a button, also before a comma
            button = f'<span class="whole">{button}{mark}</span>'
        else:
            mark = ""
        out += [markup(text[last : match.start()]), button]
        last = match.end() + len(mark)
    return Markup("".join(out) + markup(text[last:]))


def with_whole_words(text: str) -> Markup:
    """The escaped text; a word with a hyphen, such as a name, is in a box that breaks where no line holds it."""
    words = (f'<span class="one">{markup(word)}</span>' if "-" in word else markup(word) for word in text.split(" "))
    return Markup(" ").join(map(Markup, words))
