"""Win counts: how often each document was preferred, as its grade."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.arguments import LARGEST_GRADE
from irassay.collection.preference_arrays import FIRST, TIE
from irassay.collection.qrels import Qrels
from irassay.errors import InputError, cut

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences


def win_counts(preferences: Preferences) -> Qrels:
    """How often was each document preferred to another one, over all rounds and judges?

    Parameters
    ----------
    preferences : Preferences

    Returns
    -------
    Qrels
        The grade of a document is its number of wins; documents that never won are not in it. A tie is nobody's win.

    Raises
    ------
    InputError
        A document has more wins than a grade can be.

    Notes
    -----
    *Assumes* that what was asked about often was good: documents that stay for more rounds have more chances to win,
    which is why counts order the documents of pools that were judged in rounds. Where pairs were chosen in another way
    they favour who was asked about. *Source* the field's tools for preferences write such labels after rounds; Clarke,
    Vtyurina and Smucker, Assessing top-k preferences, 2021.

    Examples
    --------
    >>> from irassay.collection.preferences import Comparison, Preferences
    >>> said = [("a", "b"), ("a", "c"), ("b", "c")]
    >>> win_counts(Preferences([Comparison("q", {won: 2, lost: 1}) for won, lost in said])).grades("q")
    {'a': 2, 'b': 1}
    """
    arrays = preferences.arrays
    pairs = arrays.pairs()
    decided = pairs.outcome != TIE
    winner = np.where(pairs.outcome == FIRST, pairs.first, pairs.second)[decided].astype(np.int64)
    n_docs = max(1, len(arrays.names.docs))
    keys, wins = np.unique(pairs.query[decided].astype(np.int64) * n_docs + winner, return_counts=True)
    query, doc = keys // n_docs, keys % n_docs
    names = arrays.names
    if len(wins) and wins.max() > LARGEST_GRADE:
        most = int(wins.argmax())
        raise InputError(
            f"query {cut(names.queries[query[most]])}, document {cut(names.docs[doc[most]])}: {wins[most]:,} wins, "
            f"expected {LARGEST_GRADE} at most, which is the largest grade; take the best answers instead"
        )
    labels: dict[str, dict[str, int]] = {}
    for q, d, n in zip(query.tolist(), doc.tolist(), wins.tolist(), strict=True):
        labels.setdefault(names.queries[q], {})[names.docs[d]] = n
    return Qrels.from_dict(labels)
