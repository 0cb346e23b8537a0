"""Labels carried to a new version of a corpus: by address, where the text is still much the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from irassay.collection.qrels import Qrels
from irassay.errors import InputError, UsageError, cut
from irassay.result import Column, Table

Fate: TypeAlias = Literal["kept", "doubtful", "changed", "gone"]
Entry: TypeAlias = tuple[str, str, str]  # id, address, text

FATES: tuple[Fate, ...] = ("kept", "doubtful", "changed", "gone")
MEANINGS = {
    "kept": "same address, similar text: the label is carried",
    "doubtful": "same address, text between the two thresholds: to be judged again",
    "changed": "same address, another text: dropped",
    "gone": "the address is in no new document: dropped",
}
SIMILAR, DOUBTFUL = 0.8, 0.4
SHINGLE = 3  # words


@dataclass(frozen=True, slots=True)
class Carried:
    """What became of each label.

    Attributes
    ----------
    qrels : Qrels
        The labels kept, under the new ids. Where two old documents became one, the larger grade.
    labels : sequence of (query, old document, new document, grade, fate, similarity)
        All labels; the new document is "" and the similarity 0 where the address is gone.
    n_merged : int
        Labels kept that share their new document with another of the same query.
    """

    qrels: Qrels
    labels: Sequence[tuple[str, str, str, int, Fate, float]]
    n_merged: int

    def of(self, fate: Fate) -> list[tuple[str, str]]:
        """(query, old document) of the labels with that fate."""
        return [(query, doc) for query, doc, _, _, its, _ in self.labels if its == fate]

    def table(self) -> Table:
        """A row a fate: labels, their share, and how many of each grade."""
        grades = sorted({grade for _, _, _, grade, _, _ in self.labels})
        counts = {(fate, g): 0 for fate in FATES for g in grades}
        for _, _, _, grade, fate, _ in self.labels:
            counts[fate, grade] += 1
        totals = [sum(counts[fate, g] for g in grades) for fate in FATES]
        columns = [
            Column("labels", list(FATES)),
            Column("number", totals),
            Column("share", [n / max(len(self.labels), 1) for n in totals], "share", digits=3),
        ]
        columns += [Column(f"grade {g}", [counts[fate, g] for fate in FATES], "labels") for g in grades]
        columns.append(Column("meaning", [MEANINGS[fate] for fate in FATES]))
        return Table("carried", "Labels carried to the new corpus", columns)


def address(url: str) -> str:
    """An address without what does not tell pages apart: scheme, ``www.``, the part after ``#``, a last slash, case of
    the host.

    Examples
    --------
    >>> address("https://www.Example.org/Shoes/#red"), address("http://example.org/Shoes")
    ('example.org/Shoes', 'example.org/Shoes')
    """
    rest = url.strip().partition("#")[0]
    rest = rest.partition("://")[2] or rest
    host, slash, path = rest.partition("/")
    return (host.lower().removeprefix("www.") + slash + path).rstrip("/")


def similarity(a: str, b: str, *, shingle: int = SHINGLE) -> float:
    """Jaccard's coefficient of two texts' word shingles: 1 for the same words in the same order, 0 for none in common.

    Parameters
    ----------
    a, b : str
        Case and white space don't count. A text shorter than a shingle is one.
    shingle : int, at least 1
        Words in a row.

    Notes
    -----
    *Source* Broder, On the resemblance and containment of documents, 1997.

    Examples
    --------
    >>> similarity("red shoes for a rainy day", "Red shoes for a sunny day")
    0.3333333333333333
    >>> similarity("red", "RED")
    1.0
    """
    if shingle < 1:
        raise UsageError(f"shingle must be at least 1 word, but got shingle={shingle!r}")
    one, other = (_shingles(text, shingle) for text in (a, b))
    union = len(one | other)
    return len(one & other) / union if union else 1.0


def _shingles(text: str, size: int) -> set[tuple[str, ...]]:
    words = text.casefold().split()
    return {tuple(words[i : i + size]) for i in range(max(1, len(words) - size + 1))} if words else set()


def carried(
    qrels: Qrels,
    old: Iterable[Entry],
    new: Iterable[Entry],
    *,
    similar: float = SIMILAR,
    doubtful: float = DOUBTFUL,
    shingle: int = SHINGLE,
) -> Carried:
    """Carry labels to the documents of a new corpus that have the same address and much the same text.

    Parameters
    ----------
    qrels : Qrels
        Labels of the old corpus.
    old, new : iterable of (id, address, text)
        The two corpora, streamed once each; only documents that are judged, or share an address with one that is, are
        kept in memory.
    similar, doubtful : float, 0 <= doubtful <= similar <= 1
        A text at least so `similar` keeps its label; one below that, but at least `doubtful`, is to be judged again.
    shingle : int

    Returns
    -------
    Carried
        Of several new documents with one address the most similar counts, of equally similar ones the first met.

    Raises
    ------
    UsageError
        Thresholds out of range or order.
    InputError
        A judged document is not in the old corpus.

    Notes
    -----
    *Assumes* that one address is one document over time. *Guarantees* nothing about relevance: a page may change in few
    words that matter, and the same text may have moved to another address; hold a sample against a person.
    *Source* Craswell et al., Overview of the TREC 2021 Deep Learning Track, on labels mapped to the new corpus by URL.

    Examples
    --------
    >>> labels = Qrels.from_dict({"q": {"D1": 3, "D2": 1}})
    >>> old = [("D1", "http://a.org/x", "all about red shoes"), ("D2", "http://b.org", "blue shoes")]
    >>> found = carried(labels, old, [("N7", "https://a.org/x/", "All about red shoes")])
    >>> dict(found.qrels.grades("q")), found.of("gone")
    ({'N7': 3}, [('q', 'D2')])
    """
    if not 0 <= doubtful <= similar <= 1:
        raise UsageError(f"expected 0 <= doubtful <= similar <= 1, but got doubtful={doubtful!r}, similar={similar!r}")
    judged = {doc for query in qrels.queries for doc in qrels.grades(query)}
    texts = {doc: (address(url), text) for doc, url, text in old if doc in judged}
    missing = sorted(judged - set(texts))
    if missing:
        raise InputError(
            f"{len(missing):,} of {len(judged):,} judged documents are not in the old corpus, such as {cut(missing[0])}"
        )
    partners = _partners(texts, new, shingle)
    labels: list[tuple[str, str, str, int, Fate, float]] = []
    kept: dict[str, dict[str, int]] = {}
    n_merged = 0
    for query in qrels.queries:
        for doc, grade in qrels.grades(query).items():
            partner, score = partners.get(doc, ("", 0.0))
            fate = _fate(partner, score, similar, doubtful)
            labels.append((query, doc, partner, grade, fate, score))
            if fate == "kept":
                found = kept.setdefault(query, {})
                n_merged += partner in found
                found[partner] = max(grade, found.get(partner, grade))
    return Carried(Qrels.from_dict(kept), labels, n_merged)


def _fate(partner: str, score: float, similar: float, doubtful: float) -> Fate:
    if not partner:
        return "gone"
    if score >= similar:
        return "kept"
    return "doubtful" if score >= doubtful else "changed"


def _partners(texts: Mapping[str, tuple[str, str]], new: Iterable[Entry], shingle: int) -> dict[str, tuple[str, float]]:
    """Old document -> the new document of its address with the most similar text."""
    at: dict[str, list[str]] = {}
    for doc, (url, _) in texts.items():
        at.setdefault(url, []).append(doc)
    best: dict[str, tuple[str, float]] = {}
    for partner, url, text in new:
        for doc in at.get(address(url), ()):
            score = similarity(texts[doc][1], text, shingle=shingle)
            if doc not in best or score > best[doc][1]:
                best[doc] = (partner, score)
    return best
