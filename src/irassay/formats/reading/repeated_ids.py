"""Whether an id comes twice in a file, in memory that does not grow with it: only hashes of ids are kept, on disk.

Where two hashes are equal the rows are read once more, and their ids and texts are compared.
"""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from irassay.errors import cut
from irassay.formats.sources.problems import Problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    import numpy.typing as npt

    from irassay.collection.training import TrainingRow

IN_MEMORY = 1 << 23  # bytes of hashes up to which they are not on disk
PART = 1 << 20  # hashes that are sorted at a time
BATCH = 8192  # ids that are hashed at a time
WIDTH = 8  # bytes of a hash


class IdCheck:
    """Takes the ids of a walk, then says which come twice; rows of one query may share its id where they have
    passages."""

    __slots__ = ("_hashes", "_n", "_repeated", "_waiting", "is_needed")

    def __init__(self, *, is_needed: bool) -> None:
        self.is_needed = is_needed
        self._hashes = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed by `may_repeat`
        self._n = 0
        self._waiting: list[str] = []
        self._repeated: set[int] = set()

    def add(self, ids: Sequence[str]) -> None:
        """Ids, in the order of the file."""
        if self.is_needed:
            self._waiting += ids
            if len(self._waiting) >= BATCH:
                self._write()

    def _write(self) -> None:
        self._hashes.write(array("q", map(hash, self._waiting)).tobytes())
        self._n += len(self._waiting)
        self._waiting = []

    def may_repeat(self) -> bool:
        """Whether two ids have the same hash; nothing can be added afterwards."""
        self._write()
        n_parts = -(-self._n // PART)
        for part in range(n_parts):
            hashes = np.sort(np.concatenate([piece[piece % np.uint64(n_parts) == part] for piece in self._pieces()]))
            again = hashes[1:][hashes[1:] == hashes[:-1]]
            self._repeated.update(again.view(np.int64).tolist())
        self._hashes.close()
        return bool(self._repeated)

    def _pieces(self) -> Iterator[npt.NDArray[np.uint64]]:
        self._hashes.seek(0)
        while piece := self._hashes.read(PART * WIDTH):
            yield np.frombuffer(piece, np.uint64)

    def locate(self, rows: Iterable[TrainingRow], problems: Problems) -> None:
        """Add what is wrong with ids that come twice."""
        first: dict[str, tuple[int, int]] = {}
        for row in rows:
            if hash(row.id) not in self._repeated:
                continue
            place, text = first.setdefault(row.id, (row.place, hash(row.query)))
            if place == row.place:
                continue
            if text != hash(row.query):
                problems.add(row.place, f"id {cut(row.id)} twice (first: {place:,}), with another text; expected once")
            elif not (row.positives or row.negatives):
                problems.add(row.place, f"id {cut(row.id)} twice (first: {place:,}), expected once")
