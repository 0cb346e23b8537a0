"""Findings about ids that a spreadsheet rewrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.preflight.inputs import Material
from irassay.preflight.words.phrases import SAID, finding, first_of
from irassay.result import Finding


def as_numbers(material: Material, systems: Sequence[str]) -> Finding:
    """Labelled ids that no run retrieves, and that a spreadsheet makes of retrieved ones; `systems` retrieve these."""
    pairs = [(query, *pair) for query, ids in material.rewritten.items() for pair in ids.items()]
    n, of = len(pairs), material.qrels.n_labels
    places = [SAID("ids-as-numbers.place", query=query, label=label, doc=doc) for query, label, doc in pairs]
    return finding(
        "ids-as-numbers",
        "warning",
        size=n / of,
        numbers={"labels": n, "of": of, "queries": len(material.rewritten)},
        where=first_of(places, n),
        systems=systems,
        text="zeros" if all(doc.lstrip("0") == label for _, label, doc in pairs) else "",
    )


def hint(pairs: Sequence[tuple[set[str], set[str]]], rewritten: Sequence[Mapping[str, str]]) -> str:
    """How many labelled ids would match if they were as before the spreadsheet; "" where none would."""
    n = sum(map(len, rewritten))
    return SAID("ids-as-numbers.hint", n=n, of=sum(len(labelled) for labelled, _ in pairs)) if n else ""
