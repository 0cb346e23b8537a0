"""Where an answer goes: standard output, or a file that is written beside and renamed, with its provenance."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from irassay.drawing.terminal import Screen, is_terminal
from irassay.errors import UsageError, cut
from irassay.files import write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from io import StringIO
    from typing import Any

LONGEST_FILES = 120  # characters of file names repeated in ``Next:``
_BY_SUFFIX = {".tsv": "tsv", ".json": "json", ".txt": "table", ".tex": "latex"}


def form(args: argparse.Namespace) -> str:
    """How to write the answer: as told, else by the file's suffix, else a table for a person and tsv for a pipe."""
    if args.format:
        return str(args.format)
    if args.output and args.output != "-":
        return _BY_SUFFIX.get(os.path.splitext(args.output)[1].lower(), "tsv")
    return "table" if is_terminal(args.screen.out) else "tsv"


def writable(path: str, inputs: Iterable[str] = ()) -> None:
    """Raise at the door what would otherwise go wrong after the work."""
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        raise UsageError(f"{cut(path)} is a folder, expected a file to write")
    if not os.path.isdir(folder):
        raise UsageError(f"no folder {cut(folder)} to write {cut(os.path.basename(path))} in")
    if not os.access(folder, os.W_OK):
        raise UsageError(f"no permission to write in {cut(folder)}")
    for other in inputs:
        if os.path.exists(path) and os.path.exists(other) and os.path.samefile(path, other):
            raise UsageError(f"{cut(path)} is also an input; irassay changes no file in place")


class Answer:
    """The screen that an answer is printed on: the terminal's, or one that becomes the file of ``-o``.

    Nothing is written to the file unless the block ends well.

    Parameters
    ----------
    args : argparse.Namespace
        With ``screen`` and ``output``.
    provenance : callable
        Makes what stands in ``FILE.provenance.json``; called only when there is a file.
    """

    __slots__ = ("_args", "_path", "_provenance", "_text")

    def __init__(self, args: argparse.Namespace, provenance: Callable[[], dict[str, Any]]) -> None:
        self._args = args
        self._path = args.output if args.output != "-" else None
        self._provenance = provenance
        self._text: StringIO | None = None

    def __enter__(self) -> Screen:
        screen: Screen = self._args.screen
        if not self._path:
            return screen
        from io import StringIO

        self._text = StringIO()
        color = "always" if self._args.color == "always" else "never"
        return Screen(color=color, quiet=screen.quiet, out=self._text, err=screen.err, width=screen.prose)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None or not self._path or self._text is None:
            return
        import json

        write_whole(self._path, self._text.getvalue())
        record = json.dumps(self._provenance(), indent=2, ensure_ascii=False) + "\n"
        write_whole(f"{self._path}.provenance.json", record)
        if self._args.screen.live:
            self._args.screen.explain(f"{self._path}, and {self._path}.provenance.json beside it")


def command_on(args: argparse.Namespace, verb: str, measure: object = None) -> str:
    """A command on the same files that can be pasted; "" where the verb is not built.

    A list of files that takes more than two lines is named by its kind.
    """
    from shlex import quote

    from irassay.cli import verbs
    from irassay.cli.main import parser_of

    if not verbs.works(verb):
        return ""
    files = " ".join(quote(run) for run in args.runs)
    if len(files) > LONGEST_FILES:
        files = "RUN..."
    asked = f" -m {quote(str(measure))}" if measure is not None and args.measures else ""
    known = {option.name for option in parser_of(verb).options}
    for name, spelling in (("residual", "--residual"), ("input_format", "--input-format"), ("require", "--require")):
        given = getattr(args, name, None)
        if given and name in known:
            asked += f" {spelling} {quote(given)}"
    return f"irassay {verb} {quote(args.qrels)} {files}{asked}"
