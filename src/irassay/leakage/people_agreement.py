"""Two people's labels of the same pairs: how far they agree beyond chance, and where they don't."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from irassay.agreement.label_agreement import Coefficient, LabelAgreement
from irassay.errors import InputError, cut
from irassay.leakage.leaks import KINDS
from irassay.leakage.pair_labels import PairLabel, PairLabels
from irassay.random_keys import Seed, key_of

OF_LEAKS = ("no", "leak")


@dataclass(frozen=True)
class PeopleAgreement:
    """Agreement on the pairs that two people labelled."""

    sources: tuple[str, str]  # the files
    n_pairs: int
    n_types: int  # pairs typed by both, no leak as different; 0 where no leak is typed
    only_first: int  # labelled by one
    only_second: int
    kinds: Coefficient | None  # Cohen's kappa on the five types; None where `n_types` is 0
    kinds_agree: float  # share of pairs with the same type; NaN where `n_types` is 0
    verdicts: Coefficient  # Cohen's kappa on leak or not
    verdicts_agree: float
    counts: Mapping[tuple[str, str], int]  # pairs by the first's and the second's type
    disagreements: tuple[tuple[PairLabel, PairLabel], ...]  # by type or verdict, in the order of the first file


def people_agreement(first: PairLabels, second: PairLabels, *, seed: Seed = 0) -> PeopleAgreement:
    """How far two people agree on the pairs that both labelled; InputError where there are none. Queries are
    independent. Source: Cohen 1960, unweighted; the interval as in `irassay.agreement.label_agreement`."""
    both = _pairs(first, second)
    if not both:
        examples = " and ".join(f"{cut(of[0].query)} with {cut(of[0].key[1])}" for of in (first, second) if len(of))
        raise InputError(f"{first.source} and {second.source} have no pair in common; they have {examples}")
    alone = len(first) - len(both), len(second) - len({id(other) for _, other in both})
    typed = [(one, other) for one, other in both if one.type and other.type]
    if all(label.type == "different" for pair in typed for label in pair):  # which a no is, though nobody gave types
        typed = []
    kinds = _agreement([(one.query, str(one.type), str(other.type)) for one, other in typed], KINDS, seed)
    verdicts = _agreement([(one.query, _verdict(one), _verdict(other)) for one, other in both], OF_LEAKS, seed)
    assert verdicts is not None
    counts = {} if kinds is None else _cells(kinds)
    differ = [
        pair for pair in both if pair[0].is_leak != pair[1].is_leak or (pair in typed and pair[0].type != pair[1].type)
    ]
    return PeopleAgreement(
        (first.source, second.source),
        len(both),
        len(typed),
        *alone,
        kinds=None if kinds is None else kinds.coefficients[0],
        kinds_agree=float("nan") if kinds is None else _share(kinds),
        verdicts=verdicts.coefficients[0],
        verdicts_agree=_share(verdicts),
        counts=counts,
        disagreements=tuple(differ),
    )


def _pairs(first: PairLabels, second: PairLabels) -> list[tuple[PairLabel, PairLabel]]:
    """The labels of the same pair, in the order of the first file."""
    by_key: dict[tuple[str, str], list[PairLabel]] = {}
    for label in second:
        by_key.setdefault(label.key, []).append(label)
    pairs = (
        (one, [x for x in by_key.get(one.key, ()) if x.is_of(one.train_text) and x.is_about(one.field, one.text)])
        for one in first
    )
    return [(one, others[0]) for one, others in pairs if others]


def _agreement(rows: Sequence[tuple[str, str, str]], words: Sequence[str], seed: Seed) -> LabelAgreement | None:
    """Counts of two words by query, as of two label sets whose grades are the words' places."""
    if not rows:
        return None
    place = {query: i for i, query in enumerate(sorted({query for query, _, _ in rows}, key=str.encode))}
    counts = np.zeros((len(place), len(words), len(words)), dtype=np.int64)
    for query, one, other in rows:
        counts[place[query], words.index(one), words.index(other)] += 1
    return LabelAgreement(("first", "second"), list(place), list(range(len(words))), counts, 0, 0, key_of(seed))


def _verdict(label: PairLabel) -> str:
    return OF_LEAKS[label.is_leak]


def _share(of: LabelAgreement) -> float:
    return float(np.trace(of.total)) / of.n_pairs


def _cells(of: LabelAgreement) -> dict[tuple[str, str], int]:
    return {(KINDS[i], KINDS[j]): int(n) for (i, j), n in np.ndenumerate(of.total) if n}
