"""A stratified sample of a deep pool: all documents near the top, a share of those in each band of ranks below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from irassay.arguments import whole_number
from irassay.errors import UsageError
from irassay.pooling.pools import KNOWN, Pool
from irassay.pooling.query_samples import random_order
from irassay.pooling.words import OF_POOL
from irassay.random_keys import Seed, key_of
from irassay.result import Column, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

PURPOSE = 0x62616E64  # "band": separates this random stream from others of the same key


@dataclass(frozen=True, slots=True)
class BandSample:
    """A pool of which some documents are to be judged.

    Attributes
    ----------
    pool : Pool
        All documents, those that were not drawn included: estimates need their places.
    stratum : sequence of str (document,)
        The band of ranks, such as "1-10", of the document's best rank; "known" for a known answer below all bands.
    probability : sequence of float (document,)
        The chance that the document had to be drawn.
    drawn : array of bool (document,)
    """

    pool: Pool
    stratum: Sequence[str]
    probability: Sequence[float]
    drawn: NDArray[np.bool_]

    def table(self, query_probability: float = 1.0) -> Table:
        """The pool's table with *stratum*, *probability* (times that of the query) and *drawn*, yes or no."""
        table = self.pool.table()
        chance = [p * query_probability for p in self.probability]
        more = [
            Column("stratum", list(self.stratum), definition=OF_POOL("bands.stratum")),
            Column("probability", chance, definition="of being drawn"),
            Column("drawn", ["yes" if one else "no" for one in self.drawn.tolist()], definition="to be judged"),
        ]
        return replace(table, columns=[*table.columns, *more])


def sample_bands(pool: Pool, bands: Sequence[tuple[int, float]], *, depth: int = 10, seed: Seed = 0) -> BandSample:
    """Take all documents of a pool to a depth, and draw a share of those in each band of ranks below.

    Parameters
    ----------
    pool : Pool
        As deep as the last band.
    bands : sequence of (int, float)
        The last rank of each band, ascending and deeper than `depth`, and the share of it to draw, above 0 and up to 1.
    depth : int, at least 1
        The depth to which all documents are taken.
    seed : int or numpy.random.Generator

    Returns
    -------
    BandSample
        Of each query and band so many documents that the share is reached, one at least.

    Raises
    ------
    UsageError
        Ranks don't ascend, a share is out of range, or the pool has another depth than the last band.

    Notes
    -----
    *Assumes* for estimates such as xinfAP: all drawn documents are judged. *Guarantees* every set of that many
    documents of a query's band is equally likely, whatever other queries and bands there are. *Source* Yilmaz, Kanoulas
    and Aslam, A simple and efficient sampling method for estimating AP and NDCG, SIGIR 2008.

    Examples
    --------
    >>> from irassay import Runs, pool
    >>> runs = Runs.from_dict({"bm25": {"q": {"a": 5, "b": 4, "c": 3, "d": 2, "e": 1}}})
    >>> sample = sample_bands(pool(runs, depth=5), [(5, 0.5)], depth=1)
    >>> sample.stratum, sample.probability, int(sample.drawn.sum())
    (['1-1', '2-5', '2-5', '2-5', '2-5'], [1.0, 0.5, 0.5, 0.5, 0.5], 3)
    """
    ends = [whole_number("depth", depth), *(whole_number("band", end) for end, _ in bands)]
    if not bands or ends != sorted(set(ends)):
        raise UsageError(OF_POOL("bands.ends", depth=depth, bands=list(bands)))
    if wrong := [share for _, share in bands if not 0 < share <= 1]:
        raise UsageError(OF_POOL("bands.shares", share=wrong[0]))
    if pool.depth != ends[-1]:
        raise UsageError(OF_POOL("bands.last", end=ends[-1], depth=pool.depth))
    names = [f"{begin + 1}-{end}" for begin, end in zip([0, *ends], ends)]
    shares = dict(zip(names, [Fraction(1), *(Fraction(str(share)) for _, share in bands)]))
    band = np.searchsorted(ends, pool.best_rank)
    stratum = [names[b] if b < len(names) else KNOWN for b in band.tolist()]
    members: dict[tuple[str, str], list[int]] = {}
    for place, of in enumerate(zip(pool.queries, stratum)):
        members.setdefault(of, []).append(place)
    key = key_of(seed)
    drawn = np.zeros(len(pool), dtype=bool)
    probability = [1.0] * len(pool)
    for (query, name), places in members.items():
        n = ceil(shares.get(name, 1) * len(places))
        # By id, so that the draw does not depend on the order of judging.
        places.sort(key=lambda place: pool.docs[place].encode("utf-8", "surrogateescape"))
        for i in random_order(f"{query}\t{name}", len(places), key, PURPOSE)[:n]:
            drawn[places[i]] = True
        for place in places:
            probability[place] = n / len(places)
    return BandSample(pool, stratum, probability, drawn)
