"""What reading and writing lose, told once they are done."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.drawing.terminal import Screen


@contextmanager
def losses_told(screen: Screen) -> Iterator[None]:
    """Warn of what is lost within, a sentence each."""
    import warnings

    from irassay.formats.loss_warnings import LossWarning

    with warnings.catch_warnings(record=True) as losses:
        warnings.simplefilter("always", LossWarning)
        yield
    for warning in losses:
        screen.warn(str(warning.message))
