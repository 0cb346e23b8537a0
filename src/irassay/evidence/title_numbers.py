"""A number for each of very many titles, without the titles."""

from __future__ import annotations

from array import array
from hashlib import blake2b

FEWEST = 1 << 12  # places of an empty table


class TitleNumbers:
    """Title -> number, in 18 to 36 bytes each: of a title 64 bits of its hash are kept. Two of twenty million titles
    share them in one of 90,000 wikis.

    Examples
    --------
    >>> numbers = TitleNumbers()
    >>> numbers.setdefault("Barn owl", 1), numbers.setdefault("Barn owl", 2), "Snowy owl" in numbers
    (1, 1, False)
    """

    def __init__(self) -> None:
        self._n = 0
        self._keys = array("Q", bytes(8 * FEWEST))  # 0: free
        self._numbers = array("I", bytes(4 * FEWEST))

    def setdefault(self, title: str, number: int) -> int:
        """The number of a title, which is `number` where it has none yet."""
        key = _key(title)
        at = self._place(key)
        if self._keys[at]:
            return self._numbers[at]
        self._put(at, key, number)
        self._n += 1
        if 3 * self._n > 2 * len(self._keys):
            self._grow()
        return number

    def __contains__(self, title: object) -> bool:
        return isinstance(title, str) and self._keys[self._place(_key(title))] != 0

    def _place(self, key: int) -> int:
        """Where a key stands, or would."""
        keys, mask = self._keys, len(self._keys) - 1
        at = key & mask
        while keys[at] and keys[at] != key:
            at = (at + 1) & mask
        return at

    def _put(self, at: int, key: int, number: int) -> None:
        self._keys[at], self._numbers[at] = key, number

    def _grow(self) -> None:
        keys, numbers = self._keys, self._numbers
        self._keys, self._numbers = array("Q", bytes(16 * len(keys))), array("I", bytes(8 * len(keys)))
        for key, number in zip(keys, numbers):
            if key:
                self._put(self._place(key), key, number)


def _key(title: str) -> int:
    return int.from_bytes(blake2b(title.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little") or 1
