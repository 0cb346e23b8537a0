"""Passages that name a title without a link to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from irassay.evidence.candidates import MOST_REFERENCES

_WORD = re.compile(r"\w+|[^\w\s]")  # a sign is a word of its own
_INSIDE = re.compile(r"\w\w")


def mentions(
    texts: Iterable[tuple[str, str]], names: Iterable[tuple[str, str]], *, most: int = MOST_REFERENCES
) -> Iterator[tuple[str, str]]:
    """The passages that names stand in, as whole words with the case that they have, but for the first letter.

    Parameters
    ----------
    texts : iterable of (passage, text)
    names : iterable of (name, title)
        What an article is called: its title, aliases.
    most : int
        A name that stands in more passages is left out: it means something else, too.

    Yields
    ------
    (passage, title)
        By names, in the order of texts.

    Notes
    -----
    The first two words of each name are looked up among those of a text; only where they are found is the text compared
    with names, by their lengths.

    Examples
    --------
    >>> texts = [("Vole", "Hunted by a barn owl."), ("Hay", "Of barn owls, or a Barn Owl.")]
    >>> list(mentions(texts, [("Barn owl", "Barn owl")]))
    [('Vole', 'Barn owl')]
    """
    spelled: dict[str, dict[str, None]] = {}  # each way to write a name -> names
    titles: dict[str, dict[str, None]] = {}
    for name, title in names:
        titles.setdefault(name, {})[title] = None
        for first in {name[:1], name[:1].lower(), name[:1].title()}:
            if name.strip() and len(first) == 1:
                spelled.setdefault(first + name[1:], {})[name] = None
    passages: dict[str, dict[str, None]] = {name: {} for name in titles}
    for passage, name in _standing(texts, spelled):
        if len(passages[name]) <= most:
            passages[name][passage] = None
    for name, some in passages.items():
        if len(some) <= most:
            yield from ((passage, title) for title in titles[name] for passage in some)


def _standing(texts: Iterable[tuple[str, str]], spelled: dict[str, dict[str, None]]) -> Iterator[tuple[str, str]]:
    """Passages and the names that stand in them."""
    lengths: dict[str, set[int]] = {}  # of names by their first word
    alone, pairs = set(), set()  # words of names of one word; the first two of others
    for name in spelled:
        first, *others = _WORD.findall(name)
        lengths.setdefault(first, set()).add(len(name))
        if others:
            pairs.add((first, others[0]))
        else:
            alone.add(first)
    for passage, text in texts:
        words = _WORD.findall(text)
        if alone.isdisjoint(words) and pairs.isdisjoint(pairwise(words)):
            continue
        for first in lengths.keys() & words:
            at = text.find(first)
            while at >= 0:
                for length in lengths[first]:
                    names = spelled.get(text[at : at + length])
                    if names and not _INSIDE.match(text, at + length - 1) and not (at and _INSIDE.match(text, at - 1)):
                        yield from ((passage, name) for name in names)
                at = text.find(first, at + 1)
