"""The C++ kernel. Arrays and bytes in, arrays out; no file format's policy, no Python noun.

Arrays cross as memoryviews, so that scoring files needs no NumPy; `numpy.asarray` wraps one without a copy.
"""

from __future__ import annotations

from irassay.kernel import _core

__all__ = ["_core"]
