"""Training data that has test queries in it: which queries, by what evidence, and what that did to scores."""

from __future__ import annotations

from irassay.leakage.files import read_leaks, write_leaks
from irassay.leakage.find import find_leaks
from irassay.leakage.leaks import Leak, Leaks

__all__ = ["Leak", "Leaks", "find_leaks", "read_leaks", "write_leaks"]
