"""irassay says which systems are really better, how far the labels carry that claim, and which labels to get next.

Names are loaded on first use, so that ``import irassay`` costs next to nothing.
"""

from __future__ import annotations

import sys

# Where each public name lives. A test holds this list to the documented one.
_HOME = {
    "__version__": "irassay.provenance",
    "read_qrels": "irassay.formats",
    "read_runs": "irassay.formats",
    "Qrels": "irassay.collection",
    "Runs": "irassay.collection",
    "evaluate": "irassay.scoring",
    "evaluate_files": "irassay.scoring",
    "Measure": "irassay.measures",
    "compare": "irassay.comparison",
    "settle": "irassay.verdict",
    "Verdict": "irassay.verdict",
    "bound": "irassay.estimates",
    "check": "irassay.preflight",
    "overview": "irassay.studies.overview",
    "report": "irassay.reporting",
    "track": "irassay.studies.track",
    "whatif": "irassay.studies.whatif",
    "write": "irassay.reporting",
    "write_figures": "irassay.reporting",
    "sheets": "irassay.reporting",
    "Result": "irassay.result",
    "InputError": "irassay.errors",
    "UsageError": "irassay.errors",
}

__all__ = sorted(_HOME)

_NOTEBOOKS = ("IPython", "marimo")


def __getattr__(name: str) -> object:
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
