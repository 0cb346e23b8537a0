"""Documents of a query that have the same text under different ids, and labels and runs in which they are one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.kernel import _core

_BYTES = 16  # of a text's hash: two texts of a billion share one with a chance of 1e-21

# Stands wherever duplicates are counted or scored as one.
SAME_TEXT = "texts are identical except for white space at the ends"
RULE = (
    "Documents of a query with the same text count as one: the first id in byte order is kept, with the highest grade "
    "and, in each list, the best rank of them; the others are removed and later documents move up."
)


class Duplicates:
    """Groups of documents with the same text, by query: two ids or more in byte order; only queries with a group."""

    __slots__ = ("groups",)

    def __init__(self, groups: Mapping[str, Sequence[tuple[str, ...]]]) -> None:
        self.groups = {query: tuple(tuple(sorted(ids, key=str.encode)) for ids in of) for query, of in groups.items()}

    def __len__(self) -> int:
        return sum(map(len, self.groups.values()))

    @property
    def n_documents(self) -> int:
        """(query, document) pairs in all groups."""
        return sum(len(group) for of in self.groups.values() for group in of)

    def conflicts(self, qrels: Qrels) -> list[tuple[str, tuple[tuple[str, int], ...]]]:
        """Groups whose labels differ: query, and the labelled ids with their grades."""
        conflicts = []
        for query in sorted(set(self.groups) & set(qrels.queries), key=str.encode):
            grades = qrels.grades(query)
            for group in self.groups[query]:
                labels = tuple((doc, grades[doc]) for doc in group if doc in grades)
                if len({grade for _, grade in labels}) > 1:
                    conflicts.append((query, labels))
        return conflicts

    def level_labels(self, qrels: Qrels) -> Qrels:
        """The labels with the highest grade of each group under every id of it that has a label; all ids stay."""
        return self._changed(qrels, lambda query, grades: _levelled(grades, self.groups.get(query, ())))

    def merge_labels(self, qrels: Qrels) -> Qrels:
        """The labels with each group as one document: its first id, and the highest grade that any of it has."""
        name = {query: {doc: group[0] for group in of for doc in group} for query, of in self.groups.items()}
        return self._changed(qrels, lambda query, grades: _highest(grades, name.get(query, {})))

    def _changed(self, qrels: Qrels, change: Callable[[str, Mapping[str, int]], dict[str, int]]) -> Qrels:
        """The labels as `change` makes them of those of a query, or of one of its subtopics."""
        if not self.groups:
            return qrels
        if qrels.subtopics:
            of_subtopics = {
                query: {subtopic: change(query, grades) for subtopic, grades in of.items()}
                for query, of in qrels.subtopics.items()
            }
            return Qrels.from_subtopics(of_subtopics, qrels.readings)
        labels = {query: change(query, qrels.grades(query)) for query in qrels.queries}
        strata = {query: {doc: of[doc] for doc in labels[query] if doc in of} for query, of in qrels.strata.items()}
        return Qrels.from_dict(labels, qrels.readings, strata=strata)

    def merge_runs(self, runs: Runs) -> Runs:
        """The runs with each group as one document, at the place of the best of it in each list."""
        queries = [query for query, of in self.groups.items() for _ in of]
        docs = [list(group) for of in self.groups.values() for group in of]
        return runs.of_core(_core.merge_docs(runs.core, queries, docs))

    def __repr__(self) -> str:
        return f"Duplicates({len(self):,} texts in {len(self.groups):,} queries)"


def _highest(grades: Mapping[str, int], name: Mapping[str, str]) -> dict[str, int]:
    out: dict[str, int] = {}
    for doc, grade in grades.items():
        first = name.get(doc, doc)
        out[first] = max(int(grade), out.get(first, int(grade)))
    return out


def _levelled(grades: Mapping[str, int], groups: Sequence[tuple[str, ...]]) -> dict[str, int]:
    out = {doc: int(grade) for doc, grade in grades.items()}
    for group in groups:
        labelled = [doc for doc in group if doc in out]
        if labelled:
            out |= dict.fromkeys(labelled, max(out[doc] for doc in labelled))
    return out


def find_duplicates(texts: Iterable[tuple[str, str]], qrels: Qrels, runs: Runs | None = None) -> Duplicates:
    """Documents of a query in `qrels`, labelled or retrieved, with equal texts but for white space at the ends; empty
    texts have no duplicates. `texts`, (id, text), is walked once; only hashes are kept."""
    from hashlib import blake2b

    documents: dict[str, list[str]] = {}
    for query in qrels.queries:
        retrieved = _core.retrieved(runs.core, query) if runs is not None else []
        documents[query] = list(dict.fromkeys([*qrels.grades(query), *retrieved]))
    hashes: dict[str, bytes | None] = dict.fromkeys(doc for docs in documents.values() for doc in docs)
    for doc, text in texts:
        if doc in hashes:
            words = text.strip().encode("utf-8", "surrogatepass")
            hashes[doc] = blake2b(words, digest_size=_BYTES).digest() if words else None
    groups_by_query: dict[str, list[tuple[str, ...]]] = {}
    for query, docs in documents.items():
        of: dict[bytes, list[str]] = {}
        for doc in docs:
            key = hashes[doc]
            if key is not None:
                of.setdefault(key, []).append(doc)
        groups = [tuple(group) for group in of.values() if len(group) > 1]
        if groups:
            groups_by_query[query] = sorted(groups)
    return Duplicates(groups_by_query)
