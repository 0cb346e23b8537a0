"""Writers from a Result to a page or files. Only `report` runs a study, the overview; no statistic is computed here."""

from __future__ import annotations

from irassay.reporting.figures import write_figures
from irassay.reporting.report import report
from irassay.reporting.run_sheets import write_run_sheets

__all__ = ["report", "write_figures", "write_run_sheets"]
