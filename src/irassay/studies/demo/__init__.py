"""A small test collection whose truth is known: simulate it, write it as real files, hold a report against it."""

from irassay.studies.demo.files import ClaimsCheck, against_truth, write_world
from irassay.studies.demo.world import World, simulate

__all__ = ["ClaimsCheck", "World", "against_truth", "simulate", "write_world"]
