"""The main job: evaluate, compare, bound, check, verdict -> one Result."""

from irassay.studies.overview.study import overview

__all__ = ["overview"]
