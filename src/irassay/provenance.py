"""Where a number came from: inputs with hashes, options, seed, versions. Goes with every Result, table and page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

VERSION = "0.1.0"  # the one place; a constant, because importlib.metadata costs 36 ms


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a result was made.

    Attributes
    ----------
    inputs : mapping of str to str
        Path or name of each input -> SHA-256 of its bytes on disk ("" where there was no file).
    options : mapping
        The arguments that matter, JSON values only.
    seed : int
        The resolved 64-bit key.
    versions : mapping of str to str
        irassay, python, numpy.
    signatures : sequence of str
        One for each score: ``nDCG@10|ties=float64|queries=qrels|v=0.1``.
    systems : mapping of str to mapping
        Run -> its ``file`` among the inputs ("" where there was none), and ``scores``, a digest of its scores per
        query. By these a later result knows which runs are the same.
    labels : mapping of str to (int, str)
        Counted query -> how many labels it has, and a digest of them.
    """

    inputs: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    versions: Mapping[str, str] = field(default_factory=dict)
    signatures: Sequence[str] = ()
    systems: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    labels: Mapping[str, tuple[int, str]] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form of what goes beside a file of numbers: without the digests, which are for later results."""
        return {
            "inputs": dict(self.inputs),
            "options": dict(self.options),
            "seed": self.seed,
            "versions": dict(self.versions),
            "signatures": list(self.signatures),
        }


def versions() -> dict[str, str]:
    """Versions of what computed: irassay, Python, NumPy if it is loaded."""
    import platform
    import sys

    by_name = {"irassay": VERSION, "python": platform.python_version()}
    if "numpy" in sys.modules:
        by_name["numpy"] = sys.modules["numpy"].__version__
    return by_name
