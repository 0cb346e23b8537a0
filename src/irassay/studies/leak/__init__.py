"""Which test queries were trained on, and whether that moved scores or order: the study and its page."""

from irassay.studies.leak.study import explore, leak

__all__ = ["explore", "leak"]
