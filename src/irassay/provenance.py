"""Where a number came from: inputs with hashes, options, seed, versions. Goes with every Result, table and page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

VERSION = "0.1.0"  # the one place; a constant, because importlib.metadata costs 36 ms


@dataclass(frozen=True, slots=True)
class Provenance:
    """How a result was made."""

    inputs: Mapping[str, str] = field(default_factory=dict)  # path or name -> SHA-256 on disk, "" without a file
    options: Mapping[str, Any] = field(default_factory=dict)  # the arguments that matter, JSON values only
    seed: int = 0  # the resolved 64-bit key
    versions: Mapping[str, str] = field(default_factory=dict)  # irassay, python, numpy
    signatures: Sequence[str] = ()  # one a score: ``nDCG@10|ties=float64|queries=qrels|v=0.1``
    # run -> its ``file`` or "", and a digest of ``scores``: identify runs later
    systems: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    # counted query -> number of labels, and their digest
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
