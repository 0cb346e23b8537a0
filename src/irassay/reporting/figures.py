"""Writer of a Result's charts as standalone files, each with its title and how to read it."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Literal, TypeAlias

from irassay.drawing import pictures
from irassay.drawing.charts.drawers import WIDTHS, Captions, can_draw, figure_svg
from irassay.drawing.pictures import encoder_of
from irassay.errors import UsageError
from irassay.files import make_folder, write_whole
from irassay.reporting.blocks import leaders_of, unique
from irassay.result import Result

Format: TypeAlias = Literal["svg", "png", "pdf"]


def write_figures(
    result: Result,
    to: str | PathLike[str],
    *,
    format: Format = "svg",
    width: int | str = WIDTHS[-1],
    captions: Captions = "shown",
) -> Sequence[Path]:
    """Write each chart of a result to a file of its own, for a paper or slides.

    Parameters
    ----------
    result : Result
        The result of a study, from memory or `Result.from_json`.
    to : path
        The folder, created if it does not exist. Files are named after the figures: ``league.svg``.
    format : {"svg", "png", "pdf"}
        SVG needs no further library; PNG (at twice the size) and PDF need ``pip install "irassay[figures]"``.
    width : int or str
        Width of the drawing in pixels, at least 328, or in inches, millimetres or points, such as "3.3in", "84mm" or
        "240pt": an SVG or a PDF has this size then.
    captions : {"shown", "none"}
        Whether title and how to read it are in the drawing, or left to the paper.

    Returns
    -------
    sequence of Path
        The files, in the order of the report.

    Raises
    ------
    MissingLibrary
        The format's library is not installed; nothing is written.
    UsageError
        The format is another one, the width is no width or too small, or the result has no figures.

    Examples
    --------
    >>> import irassay, tempfile
    >>> qrels = irassay.Qrels.from_dict({"q1": {"a": 1}, "q2": {"b": 1}})
    >>> runs = irassay.Runs.from_dict({"old": {"q1": {"a": 1.0}}, "new": {"q1": {"a": 1.0}, "q2": {"b": 1.0}}})
    >>> paths = write_figures(irassay.overview(qrels, runs), tempfile.mkdtemp())
    >>> paths[0].suffix
    '.svg'
    """
    encode = encoder_of(format)
    pictures.width(width)
    figures = [figure for figure in result.figures if can_draw(figure)]
    if not figures:
        raise UsageError("this result has no figure to write")
    make_folder(to)
    folder = Path(to)
    leaders = leaders_of(result)
    paths = []
    for name, figure in zip(_names([figure.name for figure in figures]), figures):
        path = folder / f"{name}.{format}"
        write_whole(path, encode(figure_svg(figure, width=width, leaders=leaders, captions=captions)))
        paths.append(path)
    return paths


def _names(names: Sequence[str]) -> list[str]:
    """Unique file names of letters, digits and hyphens."""
    plain = ("".join(c if c.isascii() and c.isalnum() else "-" for c in name.lower()).strip("-") for name in names)
    files: set[str] = set()
    return [unique(name or "figure", files) for name in plain]
