"""Campaigns of judging: their store and log, who is asked what, and the page that asks. HTTP is in `web` alone."""

from irassay.judging.store import make_campaign

__all__ = ["make_campaign"]
