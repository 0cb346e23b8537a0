"""Campaigns of judging: their tasks, holds and append-only log, in SQLite or PostgreSQL."""

from irassay.store.opening import make_campaign, open_campaign, rebuild_campaign
from irassay.store.settings import Settings

__all__ = ["Settings", "make_campaign", "open_campaign", "rebuild_campaign"]
