"""Checks before scoring: whether labels and runs belong together, and anomalies in the files."""

from __future__ import annotations

from irassay.preflight.check import check

__all__ = ["check"]
