"""Result -> page or file. Reads no qrels, computes no statistic; `report` runs the overview study and writes it."""

from __future__ import annotations

from irassay.reporting.figures import write_figures
from irassay.reporting.report import report
from irassay.reporting.run_sheets import sheets
from irassay.reporting.write import write

__all__ = ["report", "sheets", "write", "write_figures"]
