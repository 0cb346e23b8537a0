"""Which passages an index on disk holds, and where."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from irassay.errors import InputError, cut
from irassay.kernel import _core
from irassay.messages import conjugate, plural


class Passages:
    """The passages of an index's shards; `path` is the index's, for messages."""

    __slots__ = ("path", "shards")

    def __init__(self, path: str, shards: Sequence[_core.Shard]) -> None:
        self.path = path
        self.shards = shards

    def among(self, ids: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Id -> shard and number there, of those of the ids that are here."""
        left, places = list(dict.fromkeys(ids)), {}
        for number, shard in enumerate(self.shards):
            for key, doc in zip(left, shard.find_docs(left)):
                if doc < shard.n_docs:
                    places[key] = (number, doc)
            left = [key for key in left if key not in places]
        return places

    def all_of(self, ids: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Id -> shard and number there; InputError where some are not here, with the first of them."""
        wanted = list(dict.fromkeys(ids))
        places = self.among(wanted)
        absent = [key for key in wanted if key not in places]
        if absent:
            raise absent_passages(cut(self.path), wanted, absent)
        return places


def absent_passages(
    where: str,
    wanted: Collection[str],
    absent: Sequence[str],
    expected: str = "ids of the passages that it was built from",
) -> InputError:
    """The error of passages that an index lacks; the first of them is named."""
    be = conjugate(len(absent), "is")
    n = f"{len(absent):,} of {plural(len(wanted), 'passage')}"
    return InputError(f"{n} {be} not in {where}, such as {cut(absent[0])}: expected {expected}")
