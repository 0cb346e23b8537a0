"""The capabilities of a terminal (width, colours, characters) and the output streams. Layout is in `tables.text`."""

from __future__ import annotations

import os
import sys

from irassay.errors import harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

NARROW = 60  # columns below which a table's second half goes to a second line
WIDE = 120  # columns from which a table gets its extra columns
PROSE = 80  # largest width of sentences
TIMED_AFTER = 2.0  # seconds from which the elapsed time is printed

# The terminal's own sixteen colours. Every colour repeats a word or a mark. No green: no result is a pass mark.
STYLES = {"bold": "1", "dim": "2", "red": "31", "yellow": "33", "blue": "34"}

# Replacements where the encoding is not UTF-8. One character for one, so that columns stay aligned.
ASCII = str.maketrans(
    {"–": "-", "−": "-", "…": "~", "━": "=", "╌": "-", "✗": "x", "▲": "!", "·": "-", "→": ">", "†": "+", "’": "'"}
)


class Screen:
    """Standard output for results and findings, standard error for messages; "auto" colours a terminal unless NO_COLOR
    is set or TERM is "dumb"; a quiet one writes no messages but errors."""

    __slots__ = ("_next", "color_err", "color_out", "err", "lines_beside", "out", "quiet", "unicode", "width")

    def __init__(
        self,
        *,
        color: str = "auto",
        quiet: bool = False,
        out: TextIO | None = None,
        err: TextIO | None = None,
        width: int | None = None,
    ) -> None:
        self.out = sys.stdout if out is None else out
        self.err = sys.stderr if err is None else err
        self.quiet = quiet
        self.lines_beside = 0  # on standard error so far: warnings take room from an answer on one screen
        self._next = ""
        self.color_out = coloured(self.out, color)
        self.color_err = coloured(self.err, color)
        self.unicode = speaks_unicode(self.out)
        self.width = columns(self.out, self.err) if width is None else width

    @property
    def live(self) -> bool:
        """Whether a person is watching: both streams are terminals, and output is not quiet."""
        return not self.quiet and is_terminal(self.out) and is_terminal(self.err)

    @property
    def prose(self) -> int:
        """The width of sentences."""
        return min(self.width, PROSE)

    def style(self, text: str, *styles: str) -> str:
        """`text` in these styles, where standard output supports them."""
        return _styled(text, styles) if self.color_out else text

    def result(self, text: str = "") -> None:
        """Write one or more lines of the answer; to a terminal without what names could tell it."""
        shown = _harmless(text) if is_terminal(self.out) else text
        self.out.write(self._encodable(shown, self.out) + "\n")

    def say(self, text: str) -> None:
        """Write sentences of the answer: in lines of `prose` to a terminal, in one line to a file or a pipe."""
        from irassay.drawing.tables.text import filled

        self.result(filled(text, self.prose) if is_terminal(self.out) else text)

    def explain(self, text: str = "", *styles: str) -> None:
        """Write a line about the answer to standard error, dim, unless quiet."""
        if not self.quiet:
            self._write_err(text, styles or ("dim",))

    def warn(self, text: str) -> None:
        """Write a warning to standard error, also in a pipe, unless quiet."""
        if not self.quiet:
            from irassay.drawing.tables.text import filled

            sentence = text.removeprefix("▲ ")
            self._write_err(
                "▲ " + (filled(sentence, self.prose, indent=2).lstrip() if is_terminal(self.err) else sentence), ()
            )

    def error(self, text: str) -> None:
        """Write an error, also when quiet. The first word, ``error:``, is red."""
        word = _styled("error:", ("red",)) if self.color_err else "error:"
        self._write_err(text, (), before=word + " ")

    def next(self, command: str) -> None:
        """Set the command to suggest at the end, to a person who is watching; "" suggests none."""
        self._next = command

    def finish(self, seconds: float) -> None:
        """Write the elapsed time, if it was long, and the next command. Only for a person who is watching."""
        if self.live and seconds >= TIMED_AFTER:
            self._write_err(f"took {elapsed(seconds)}", ("dim",))
        if self.live and self._next:
            self._write_err(f"Next: {self._next}", ("dim",))

    def show(self, title: str, share: float | None, seconds_left: float | None) -> None:
        """Show progress on one line of standard error that is overwritten. Only for a person who is watching."""
        from irassay.drawing.tables.text import meter, shortened
        from irassay.messages import percent

        remaining = "" if seconds_left is None else f"  {duration(seconds_left)} left"
        line = title if share is None else f"{title}  {meter(share)}  {percent(share, 0):>4}{remaining}"
        self.err.write("\r" + self._encodable(shortened(line, self.width - 1), self.err) + "\x1b[K")
        self.err.flush()

    def clear(self) -> None:
        """Remove the line of progress."""
        self.err.write("\r\x1b[K")
        self.err.flush()

    def flush(self) -> None:
        """Hand everything written to the operating system."""
        self.out.flush()
        self.err.flush()

    def _write_err(self, text: str, styles: tuple[str, ...], *, before: str = "") -> None:
        from irassay.messages import visible

        self.out.flush()  # so that both streams stay in order on one screen
        lines = [visible(line) for line in self._encodable(text, self.err).split("\n")]
        self.lines_beside += len(lines)
        if self.color_err and styles:
            lines = [_styled(line, styles) if line else line for line in lines]
        self.err.write(before + "\n".join(lines) + "\n")
        self.err.flush()

    def _encodable(self, text: str, stream: TextIO) -> str:
        if speaks_unicode(stream):
            return text
        return text.translate(ASCII).encode("ascii", "backslashreplace").decode("ascii")


def elapsed(seconds: float) -> str:
    """An elapsed time."""
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds // 60:.0f} min {seconds % 60:.0f} s"


def duration(seconds: float) -> str:
    """A time in words: seconds, or minutes from ninety seconds on."""
    return f"{max(1, round(seconds))} s" if seconds < 90 else f"{round(seconds / 60)} min"


def _harmless(text: str) -> str:
    """Text for a terminal: control characters spelled out, but for line ends, tabs and our own styles."""
    codes = "|".join(STYLES.values())
    return harmless(text, but=rf"\x1b\[(?:0|(?:{codes})(?:;(?:{codes}))*)m")


def _styled(text: str, styles: tuple[str, ...]) -> str:
    return text if not text or not styles else f"\x1b[{';'.join(STYLES[s] for s in styles)}m{text}\x1b[0m"


def is_terminal(stream: TextIO) -> bool:
    """Whether the stream is a terminal; a closed stream is none."""
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def coloured(stream: TextIO, color: str) -> bool:
    """Whether to colour the stream: by an explicit choice, else by NO_COLOR, TERM and the kind of stream."""
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(stream)


def speaks_unicode(stream: TextIO) -> bool:
    """Whether the stream can encode any character."""
    encoding = (getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "").replace("_", "")
    return encoding.startswith("utf")


def columns(*streams: TextIO) -> int:
    """The width in columns: COLUMNS, else the terminal's, else 80."""
    fixed = os.environ.get("COLUMNS", "")
    if fixed.isdigit() and int(fixed) > 0:
        return int(fixed)
    for stream in streams:
        try:
            width = os.get_terminal_size(stream.fileno()).columns
        except (OSError, ValueError, AttributeError):
            continue
        if width > 0:
            return width
    return 80
