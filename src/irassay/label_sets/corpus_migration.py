"""Migration of labels to a new version of a corpus, by document address and text similarity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from irassay.arguments import whole_number
from irassay.collection.qrels import Qrels
from irassay.errors import InputError, UsageError
from irassay.label_sets.words import OF_LABELS
from irassay.result import Column, Table

Fate: TypeAlias = Literal["kept", "doubtful", "changed", "gone"]
Entry: TypeAlias = tuple[str, str, str]  # id, address, text

FATES: tuple[Fate, ...] = ("kept", "doubtful", "changed", "gone")
SIMILAR, DOUBTFUL = 0.8, 0.4
SHINGLE = 3  # words


@dataclass(frozen=True, slots=True)
class LabelMigration:
    """The migrated labels, and the fate of each label.

    Attributes
    ----------
    qrels : Qrels
        The migrated labels, under the new ids. Where two old documents map to one new document, the larger grade.
    labels : sequence of (query, old document, new document, grade, fate, similarity)
        All labels. Where the address is gone, the new document is "" and the similarity 0.
    n_merged : int
        Migrated labels that share their new document with another label of the same query.
    """

    qrels: Qrels
    labels: Sequence[tuple[str, str, str, int, Fate, float]]
    n_merged: int

    def of(self, fate: Fate) -> list[tuple[str, str]]:
        """(query, old document) of the labels with that fate."""
        return [(query, doc) for query, doc, _, _, its, _ in self.labels if its == fate]

    def table(self) -> Table:
        """One row per fate: number of labels, their share, and their number by grade."""
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
        columns.append(Column("meaning", [OF_LABELS(f"carried.{fate}") for fate in FATES]))
        return Table("carried", OF_LABELS("carried"), columns)


def address(url: str) -> str:
    """An address without the scheme, ``www.``, the fragment and a final slash, its host in lower case."""
    rest = url.strip().partition("#")[0]
    rest = rest.partition("://")[2] or rest
    host, slash, path = rest.partition("/")
    return (host.lower().removeprefix("www.") + slash + path).rstrip("/")


def similarity(a: str, b: str, *, shingle: int = SHINGLE) -> float:
    """Jaccard coefficient of two texts' word shingles: 1 for the same shingles, 0 for none in common.

    Parameters
    ----------
    a, b : str
        Case and white space are ignored. A text shorter than a shingle is one shingle.
    shingle : int, at least 1
        Consecutive words in a shingle.

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
    shingle = whole_number("shingle", shingle)
    one, other = (_shingles(text, shingle) for text in (a, b))
    union = len(one | other)
    return len(one & other) / union if union else 1.0


def _shingles(text: str, size: int) -> set[tuple[str, ...]]:
    words = text.casefold().split()
    return {tuple(words[i : i + size]) for i in range(max(1, len(words) - size + 1))} if words else set()


def migrate_labels(
    qrels: Qrels,
    old: Iterable[Entry],
    new: Iterable[Entry],
    *,
    similar: float = SIMILAR,
    doubtful: float = DOUBTFUL,
    shingle: int = SHINGLE,
) -> LabelMigration:
    """Migrate labels to the documents of a new corpus that have the same address and similar text.

    Parameters
    ----------
    qrels : Qrels
        Labels of the old corpus.
    old, new : iterable of (id, address, text)
        The two corpora, each streamed once. Only judged documents, and documents that share an address with one, are
        held in memory.
    similar, doubtful : float, 0 <= doubtful <= similar <= 1
        A text with similarity of at least `similar` keeps its label. A text below that, but at least `doubtful`, is to
        be judged again.
    shingle : int

    Returns
    -------
    LabelMigration
        If several new documents share an address, the most similar one is used, and the first of equally similar ones.

    Raises
    ------
    UsageError
        The thresholds are out of range or out of order.
    InputError
        A judged document is not in the old corpus.

    Notes
    -----
    *Assumes* that an address denotes the same document over time. *Guarantees* nothing about relevance: a few changed
    words may change the relevance of a page, and a text may have moved to another address. Have a sample judged again.
    *Source* Craswell et al., Overview of the TREC 2021 Deep Learning Track, on labels mapped to the new corpus by URL.

    Examples
    --------
    >>> labels = Qrels.from_dict({"q": {"D1": 3, "D2": 1}})
    >>> old = [("D1", "http://a.org/x", "all about red shoes"), ("D2", "http://b.org", "blue shoes")]
    >>> migration = migrate_labels(labels, old, [("N7", "https://a.org/x/", "All about red shoes")])
    >>> dict(migration.qrels.grades("q")), migration.of("gone")
    ({'N7': 3}, [('q', 'D2')])
    """
    if not 0 <= doubtful <= similar <= 1:
        raise UsageError(OF_LABELS("carried.thresholds", doubtful=doubtful, similar=similar))
    judged = {doc for query in qrels.queries for doc in qrels.grades(query)}
    texts = {doc: (address(url), text) for doc, url, text in old if doc in judged}
    missing = sorted(judged - set(texts))
    if missing:
        raise InputError(OF_LABELS("carried.missing", n=len(missing), judged=len(judged), doc=missing[0]))
    partners = _partners(texts, new, shingle)
    labels: list[tuple[str, str, str, int, Fate, float]] = []
    migrated: dict[str, dict[str, int]] = {}
    n_merged = 0
    for query in qrels.queries:
        for doc, grade in qrels.grades(query).items():
            partner, score = partners.get(doc, ("", 0.0))
            fate: Fate = "kept" if score >= similar else "doubtful" if score >= doubtful else "changed"
            fate = fate if partner else "gone"
            labels.append((query, doc, partner, grade, fate, score))
            if fate == "kept":
                grades = migrated.setdefault(query, {})
                n_merged += partner in grades
                grades[partner] = max(grade, grades.get(partner, grade))
    return LabelMigration(Qrels.from_dict(migrated), labels, n_merged)


def _partners(texts: Mapping[str, tuple[str, str]], new: Iterable[Entry], shingle: int) -> dict[str, tuple[str, float]]:
    """Old document -> the new document with the same address and the most similar text, and that similarity."""
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
