"""People's labels on the pairs that they are of: which pairs these are, and the pairs with people's word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from irassay.leakage.files import plain
from irassay.leakage.leaks import Leak, Leaks, Says
from irassay.leakage.pair_labels import PairLabel

UNKNOWN = "labels of pairs that were not found"
CONTRARY = "pairs on which people disagree"


def rows_of_pairs(leaks: Leaks) -> list[list[Leak]]:
    """The rows of each pair of a query and a training text: one a field."""
    by_pair: dict[tuple[str, str, str], list[Leak]] = {}
    for row in leaks:
        by_pair.setdefault((row.query, row.train, plain(row.train_text)), []).append(row)
    return list(by_pair.values())


def labels_of_pairs(leaks: Leaks, labels: Iterable[PairLabel]) -> list[tuple[PairLabel, list[Leak]]]:
    """Each label of a pair that was found, with the rows of that pair; labels of other pairs are left out.

    Parameters
    ----------
    leaks : Leaks
    labels : iterable of PairLabel
        A label is of the pair with its query and its training text, by id, or by text where it has no id.
    """
    by_id: dict[tuple[str, str], list[list[Leak]]] = {}
    by_text: dict[tuple[str, str], list[list[Leak]]] = {}
    for rows in rows_of_pairs(leaks):
        by_id.setdefault((rows[0].query, rows[0].train), []).append(rows)
        by_text.setdefault((rows[0].query, plain(rows[0].train_text)), []).append(rows)
    known = []
    for label in labels:
        several = (by_id if label.train else by_text).get(label.key, ())
        of = [rows for rows in several if label.is_of(rows[0].train_text)]
        if of:
            known.append((label, of[0]))
    return known


def with_labels(leaks: Leaks, labels: Iterable[PairLabel]) -> Leaks:
    """The pairs with people's verdict and type where they gave one.

    Parameters
    ----------
    leaks : Leaks
    labels : iterable of PairLabel
        Of one file or more. Where people disagree on leak or not, the pair is to be reviewed.

    Returns
    -------
    Leaks
        `counts` has how many labels are of pairs that were not found, and on how many pairs people disagree.

    Examples
    --------
    >>> pair = Leak("q1", "t7", "review", "identical", "words", None, 0.9, "title", "red fox", "red box", "train.tsv")
    >>> label = PairLabel("q1", "t7", "", "", "", "different", False, None, "labels.tsv")
    >>> [(pair.verdict, pair.type, pair.by) for pair in with_labels(Leaks(["q1"], [pair]), [label])]
    [('no', 'different', 'people')]
    """
    labels = list(labels)
    known = labels_of_pairs(leaks, labels)
    of_row: dict[int, list[PairLabel]] = {}
    for label, rows in known:
        for row in rows:
            of_row.setdefault(id(row), []).append(label)
    pairs, contrary = [], set()
    for row in leaks:
        said = of_row.get(id(row), [])
        if len({label.is_leak for label in said}) > 1:
            contrary.add((row.query, row.train, row.train_text))
            pairs.append(replace(row, verdict="review"))
        else:
            pairs.append(_decided(row, said) if said else row)
    counts = {UNKNOWN: len(labels) - len(known), CONTRARY: len(contrary)}
    counts = {**leaks.counts, **{what: n for what, n in counts.items() if n}}
    return Leaks(leaks.queries, pairs, n_train=leaks.n_train, counts=counts)


def _decided(row: Leak, labels: Sequence[PairLabel]) -> Leak:
    """The row with what people say, who agree on leak or not; of several types the proposed one, else the first."""
    types = [label.type for label in labels if label.type]
    verdict: Says = "leak" if labels[0].is_leak else "no"
    kind = row.type if row.type in types or not types else types[0]
    if verdict == "leak" and kind == "different":
        kind = "reformulation"
    return replace(row, verdict=verdict, type=kind, by="people")
