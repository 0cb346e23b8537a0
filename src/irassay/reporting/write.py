"""Write a Result to a file by its suffix: beside its place, then renamed, so that nothing half-written is seen."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from os import PathLike
from pathlib import Path

from irassay.errors import UsageError, cut
from irassay.files import write_whole
from irassay.reporting import plain
from irassay.reporting.page import page
from irassay.result import Result

TO = "str | PathLike[str]"


def write_result(result: Result, to: str | PathLike[str]) -> None:
    """Write what a study found: what `Result.write` does, and raises."""
    target = Path(to)
    text = writer_for(target)(result)
    if not target.parent.is_dir():
        raise UsageError(f"no folder {cut(target.parent)} to write {cut(target.name)} into; make it first")
    write_whole(target, text.encode("utf-8", "backslashreplace"))


def writer_for(to: str | PathLike[str]) -> Callable[[Result], str]:
    """The function that makes the text for a path's suffix; UsageError for one that we can't write."""
    suffix = Path(to).suffix.lower()
    if suffix in (".html", ".htm"):
        return page
    writers = {".json": Result.to_json, ".csv": plain.main_csv, ".tsv": plain.main_tsv}
    writers |= {".tex": plain.main_latex, ".txt": plain.words}
    if suffix not in writers:
        raise UsageError(f"can't write {cut(Path(to).name)}: expected a name ending in .html, {', '.join(writers)}")
    return writers[suffix]


def writing(study: Callable[..., object], returns: str, *more: Parameter) -> Signature:
    """The signature of a function that writes what a study returns: `to` and `more`, then the study's options."""
    data: list[Parameter] = []
    options: list[Parameter] = []
    for parameter in signature(study).parameters.values():
        (options if parameter.kind is Parameter.KEYWORD_ONLY else data).append(parameter)
    to = Parameter("to", Parameter.KEYWORD_ONLY, annotation=TO)
    return Signature([*data, to, *more, *options], return_annotation=returns)
