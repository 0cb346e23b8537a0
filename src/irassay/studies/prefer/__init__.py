"""Preferences: systems by what they put first, held against each other by judged pairs of documents."""

from irassay.studies.prefer.study import Preferred, explore, prefer

__all__ = ["Preferred", "explore", "prefer"]
