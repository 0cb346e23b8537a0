"""Do these files belong together, and what is odd about them? Asked before any score is believed."""

from __future__ import annotations

from irassay.preflight.check import check

__all__ = ["check"]
