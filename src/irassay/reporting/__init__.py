"""Result -> page or file. Reads no qrels, computes no statistic; `report` runs the overview study and writes it."""

from __future__ import annotations

from irassay.reporting.figures import write_figures
from irassay.reporting.report import report
from irassay.reporting.run_sheets import write_run_sheets

__all__ = ["report", "write_figures", "write_run_sheets"]
