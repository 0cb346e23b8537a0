"""What turns texts into vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

Encoder: TypeAlias = Callable[[Sequence[str]], Any]
