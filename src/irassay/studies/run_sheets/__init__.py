"""A sheet for each run: its score on every query beside lowest, median and highest of all systems, without names."""

from irassay.studies.run_sheets.study import sheets_of

__all__ = ["sheets_of"]
