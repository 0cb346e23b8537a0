"""The C++ kernel. Arrays and bytes in, arrays out; no file format's policy, no Python noun.

Arrays cross as memoryviews, so that scoring files needs no NumPy; `numpy.asarray` wraps one without a copy.
"""

from __future__ import annotations

from irassay.kernel import _core as _core

VERSION = "0.1.0"  # of the package; a constant, because importlib.metadata costs 36 ms

__all__ = ["VERSION", "_core"]
