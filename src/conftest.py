"""Modules that import torch have no doctests to run where it is not installed."""

from importlib.util import find_spec
from pathlib import Path

WITHOUT_TORCH = ("__init__.py", "documents.py", "settings.py", "words.py")
_NEURAL = Path(__file__).parent / "irassay" / "search" / "neural"

collect_ignore = [] if find_spec("torch") else [str(p) for p in _NEURAL.glob("*.py") if p.name not in WITHOUT_TORCH]
