"""The words of the page that a newcomer may not know: each opens in place, and a fold at the top names all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from itertools import chain

from markupsafe import Markup

from irassay.drawing.escape import markup
from irassay.drawing.tables.formats import heading
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


TERMS = (
    Term("run", "runs?", "The ranked lists of one system for all queries: one file."),
    Term(
        "system",
        "systems?",
        "What made a run. Runs with the same documents in the same order, to the measure's depth, are one system.",
    ),
    Term("query", "query|queries", "One information need, with labels of its own. Tracks call it a topic."),
    Term(
        "label",
        "labels?",
        "The grade that an assessor gave to one document for one query; also called a judgment. Its file is the qrels.",
    ),
    Term(
        "judged",
        "judged|unjudged",
        "A judged document has a label, relevant or not. Scores count an unjudged document as not relevant.",
    ),
    Term("depth", "depth", "How far down each list one looks; to depth 10 means its first ten documents."),
    Term(
        "pool", "pools?|pooled", "The documents chosen for judging: mostly the first ones of every run, to one depth."
    ),
    Term(
        "Chao2",
        "Chao2",
        "An estimate of the documents that no run has, from those that one or two runs have. Runs that find the same "
        "documents make it too low, runs that search apart too high.",
    ),
    Term(
        "significant",
        "significant|significantly",
        "Chance in the choice of queries rarely makes such a difference: its p-value, corrected for the number of "
        "pairs, is at most 0.05, or the level that was asked for.",
    ),
    Term("power", "power", "The share of samples of queries in which a test finds a difference that is there."),
    Term(
        "randomization test",
        "randomization tests?",
        "It exchanges two systems' scores on queries at random, many times. The p-value is the share of exchanges "
        "with a mean difference at least as large.",
    ),
    Term(
        "correction",
        "Holm's correction|Holm|corrections?",  # not "corrected", which is also said of gaps
        "Among many pairs some p-values are small by chance. A correction, here Holm's, raises them: at level 0.05, "
        "95 of 100 such comparisons call no pair significant by chance.",
    ),
    Term(
        "settled",
        "settled?|settles",
        "By the queries: the two systems differ significantly. By the labels: no grade of a missing label changes "
        "which is ahead; by a sample of labels: hardly any, with the probability that is stated.",
    ),
    Term("leader", "leaders?|lead", "A system to which no other is significantly superior; several share the lead."),
    Term(
        "interval",
        "intervals?",
        "A 95% interval holds the value over all such queries for 95 of 100 samples of queries.",
    ),
    Term(
        "estimate",
        "estimate",
        "The score if unjudged documents are relevant as often as judged ones of their rank. It can lie below the "
        "score: more relevant documents raise the ideal ranking.",
    ),
    Term(
        "ideal ranking",
        "ideal ranking",
        "The best order of a query's judged documents. nDCG is the share of its value that a list reaches.",
    ),
    Term(
        "tau",
        "tau-a|tau",
        "How far two orders agree (Kendall): 1 if every pair stands the same way round, 0 if half do, −1 if none.",
    ),
    Term("resamples", "resamples?|resampled", "The queries drawn again at random, as many as there are, some twice."),
    Term("bootstrap", "bootstrap", "Scores of thousands of resamples; where 95% of them lie is the interval."),
    Term(
        "weighted tau",
        "weighted tau",
        "A tau in which pairs of systems near the top of the order count most: a pair weighs the sum of its two "
        "reciprocal ranks.",
        ("sensitivity",),
    ),
    Term(
        "gold",
        "golds?",
        "The known answer of a query, which is searched for as if it were the query. Where several labels could be it, "
        "one is drawn at random.",
        ("sensitivity",),
    ),
    Term(
        "deemed relevant",
        "deemed(?: relevant)?",
        "Counted as relevant though it has no label, because it is similar to the gold. Its grade is the gold's.",
        ("sensitivity",),
    ),
    Term(
        "d",
        "d=[0-9]+",
        "The number of passages deemed relevant for each query, at most; at d=0 only the labels count.",
        ("sensitivity",),
    ),
    Term(
        "fuller labels",
        "fuller labels?",
        "Labels of more passages, such as a track's assessors give. They say how many of the deemed passages are "
        "relevant, and how the systems would stand.",
        ("sensitivity",),
    ),
    Term(
        "leak",
        "leak(?:s|ed)?",
        "A test query that training data has, in the same words or as people say in others; or a relevant document "
        "that it was trained to find.",
        ("leak",),
    ),
    Term(
        "stem",
        "stems?",
        "What is left of a word without its ending: pollution, polluted and pollutes are one.",
        ("leak",),
    ),
    Term(
        "overlap",
        "overlap",
        "The weight of the stems that both texts have, over that of the stems of either; a rare stem weighs more.",
        ("leak",),
    ),
    Term(
        "exposed",
        "(?:un)?exposed",
        "A system that saw the leaked queries in training; an unexposed one did not. Where nobody knows, it is "
        "neither.",
        ("leak",),
    ),
)


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


MARKS = ".,;:)"  # that stand on the line of the word before them


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
