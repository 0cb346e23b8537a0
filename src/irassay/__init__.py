"""irassay says which systems are really better, how far the labels carry that claim, and which labels to get next.

Names are loaded on first use, so that ``import irassay`` costs next to nothing.
"""

from __future__ import annotations

import sys

from irassay.upward import answered_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection import Metadata, Qrels, Runs, Texts
    from irassay.comparison import League, compare
    from irassay.decisions import decide
    from irassay.errors import InputError, UsageError
    from irassay.estimates import Bounds, bound
    from irassay.formats import read_metadata, read_qrels, read_runs, read_texts, write_qrels, write_runs
    from irassay.judging.assessors import labels
    from irassay.judging.assessors.maintaining import maintain
    from irassay.judging.store import open_campaign
    from irassay.leakage import find_leaks
    from irassay.measures import Measure
    from irassay.pooling import pool
    from irassay.preflight import check
    from irassay.provenance import VERSION as __version__
    from irassay.reporting import report, write_figures, write_run_sheets
    from irassay.result import Result
    from irassay.scoring import Scores, evaluate, evaluate_files
    from irassay.studies.leak import leak
    from irassay.studies.overview import overview
    from irassay.studies.paper_table import paper_table, paper_table_over
    from irassay.studies.prefer import prefer
    from irassay.studies.sensitivity import sensitivity
    from irassay.studies.track import track
    from irassay.studies.whatif import whatif
    from irassay.verdict import Verdict, settle, settle_over

__all__ = [
    "Bounds",
    "InputError",
    "League",
    "Measure",
    "Metadata",
    "Qrels",
    "Result",
    "Runs",
    "Scores",
    "Texts",
    "UsageError",
    "Verdict",
    "__version__",
    "bound",
    "check",
    "compare",
    "decide",
    "evaluate",
    "evaluate_files",
    "find_leaks",
    "labels",
    "leak",
    "maintain",
    "open_campaign",
    "overview",
    "paper_table",
    "paper_table_over",
    "pool",
    "prefer",
    "read_metadata",
    "read_qrels",
    "read_runs",
    "read_texts",
    "report",
    "sensitivity",
    "settle",
    "settle_over",
    "track",
    "whatif",
    "write_figures",
    "write_qrels",
    "write_run_sheets",
    "write_runs",
]

_NOTEBOOKS = ("IPython", "marimo")

answered_in("irassay.reporting.write", "write_result")
answered_in("irassay.judging.assessors.deciding", "decider_of")

if not TYPE_CHECKING:  # a checker knows the names above, and that there is no other
    # Where each name lives. A test holds this, the names above and the documented ones equal.
    _HOME = {
        "Bounds": "irassay.estimates",
        "InputError": "irassay.errors",
        "League": "irassay.comparison",
        "Measure": "irassay.measures",
        "Metadata": "irassay.collection",
        "Qrels": "irassay.collection",
        "Result": "irassay.result",
        "Runs": "irassay.collection",
        "Scores": "irassay.scoring",
        "Texts": "irassay.collection",
        "UsageError": "irassay.errors",
        "Verdict": "irassay.verdict",
        "__version__": "irassay.provenance",
        "bound": "irassay.estimates",
        "check": "irassay.preflight",
        "compare": "irassay.comparison",
        "decide": "irassay.decisions",
        "evaluate": "irassay.scoring",
        "evaluate_files": "irassay.scoring",
        "find_leaks": "irassay.leakage",
        "labels": "irassay.judging.assessors",
        "maintain": "irassay.judging.assessors.maintaining",
        "leak": "irassay.studies.leak",
        "open_campaign": "irassay.judging.store",
        "overview": "irassay.studies.overview",
        "paper_table": "irassay.studies.paper_table",
        "paper_table_over": "irassay.studies.paper_table",
        "pool": "irassay.pooling",
        "prefer": "irassay.studies.prefer",
        "read_metadata": "irassay.formats",
        "read_qrels": "irassay.formats",
        "read_runs": "irassay.formats",
        "read_texts": "irassay.formats",
        "report": "irassay.reporting",
        "sensitivity": "irassay.studies.sensitivity",
        "settle": "irassay.verdict",
        "settle_over": "irassay.verdict",
        "track": "irassay.studies.track",
        "whatif": "irassay.studies.whatif",
        "write_figures": "irassay.reporting",
        "write_qrels": "irassay.formats",
        "write_run_sheets": "irassay.reporting",
        "write_runs": "irassay.formats",
    }

    def __getattr__(name):
        home = _HOME.get(name)
        if home is None:
            raise AttributeError(f"module 'irassay' has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(home), {"__version__": "VERSION"}.get(name, name))
        globals()[name] = value
        if any(notebook in sys.modules for notebook in _NOTEBOOKS):
            import_module("irassay.drawing.notebook")  # results and figures draw themselves
        return value


def __dir__() -> list[str]:
    return __all__
