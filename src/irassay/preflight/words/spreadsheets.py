"""Sentences about ids that a spreadsheet rewrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.messages import conjugate, count, plural, visible
from irassay.preflight.inputs import Material
from irassay.preflight.words.phrases import NAMED, finding
from irassay.result import Finding

WOULD_AS_NUMBERS = "as the numbers that a spreadsheet makes of ids"


def as_numbers(material: Material, systems: Sequence[str]) -> Finding:
    """Labelled ids that no run retrieves, and that a spreadsheet makes of retrieved ones; `systems` retrieve these."""
    pairs = [(query, *pair) for query, ids in material.rewritten.items() for pair in ids.items()]
    n, of = len(pairs), material.qrels.n_labels
    zeros = all(doc.lstrip("0") == label for _, label, doc in pairs)
    their, they, verb = (conjugate(n, word) for word in ("its", "it", "matches"))
    how = "with leading zeros" if zeros else WOULD_AS_NUMBERS
    return finding(
        "ids-as-numbers",
        "warning",
        f"{plural(n, 'labelled id')} {verb} no retrieved document of {their} query; {how} {they} would",
        size=n / of,
        numbers={"labels": n, "of": of, "queries": len(material.rewritten)},
        where=tuple(_places(pairs)),
        systems=systems,
        effect=(
            f"{count(n)} of {plural(of, 'label')} {conjugate(n, 'counts')} for no document of a run, and the "
            f"{'document' if n == 1 else 'documents'} meant {conjugate(n, 'counts')} as not judged"
        ),
        action=(
            "write the ids again as the runs have them: a spreadsheet keeps them where their column is text before it "
            "opens the file"
        ),
    )


def hint(pairs: Sequence[tuple[set[str], set[str]]], rewritten: Sequence[Mapping[str, str]]) -> str:
    """How many labelled ids would match if they were as before the spreadsheet; "" where none would."""
    n = sum(map(len, rewritten))
    of = sum(len(labelled) for labelled, _ in pairs)
    is_or_are = conjugate(n, "is")
    return f"{WOULD_AS_NUMBERS}, {count(n)} of {count(of)} ids in the qrels {is_or_are} in the runs" if n else ""


def _places(pairs: Sequence[tuple[str, str, str]]) -> Sequence[str]:
    places = [
        f'query "{visible(query)}": {visible(label)} in the labels, {visible(doc)} in the runs'
        for query, label, doc in pairs[:NAMED]
    ]
    more = len(pairs) - len(places)
    return [*places, f"and {count(more)} more"] if more else places
