"""Campaigns of judging: their tasks, holds and append-only log, in SQLite or PostgreSQL."""

from irassay.judging.store.opening import make_campaign, open_campaign, rebuild_campaign
from irassay.judging.store.settings import Settings

__all__ = ["Settings", "make_campaign", "open_campaign", "rebuild_campaign"]
