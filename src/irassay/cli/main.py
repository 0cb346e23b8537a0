"""The frame of the command line: find the verb, load it alone, run it, say what went wrong in one way.

Exit codes: 0 the answer was written; 1 `check` found an error, or `--fail-on` or `--expect` say so; 2 usage;
3 input; 4, 5 with `--expect`; 70 a fault in irassay itself; 130 interrupted; 141 nobody reads the output; 143 ended by
SIGTERM.
"""

from __future__ import annotations

import io
import os
import sys
import time

from irassay.cli import verb_list
from irassay.cli.inputs import files_named, named_inputs
from irassay.cli.output import all_writable, check_suffix
from irassay.drawing.terminal import Screen
from irassay.errors import InputError, MissingLibrary, Terminated, UnknownMeasure, UnknownSystem, UsageError, cut
from irassay.files import inputs_kept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.cli.parser import Parser

OK, USAGE, INPUT, FAULT, INTERRUPTED, NO_READER, TERMINATED = 0, 2, 3, 70, 130, 141, 143
HELP = ("-h", "--help", "help")
FOLDERS = ("runs", "leak_runs", "train")  # options whose folders are read without those below them


def main(argv: list[str] | None = None) -> int:
    """The exit code of one command; `argv` is what stands after ``irassay``, by default what the shell gave."""
    words = sys.argv[1:] if argv is None else argv
    _replace_closed_streams()
    screen = Screen(quiet="--quiet" in words, color=_color(words))
    try:
        code = _run(words, screen)
        screen.flush()
        return code
    except KeyboardInterrupt as interrupt:
        return _interrupted(interrupt, screen)
    except BrokenPipeError:  # whoever read our output has gone; Python would say so again when it closes the stream
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO_READER
    except UnknownMeasure as error:
        screen.error(str(error) + ("" if "irassay measures" in str(error) else "\nAll: irassay measures"))
        return USAGE
    except (UsageError, InputError) as error:
        screen.error(str(error))
        return USAGE if isinstance(error, UsageError) else INPUT
    except OSError as error:
        screen.error(_of_the_system(error))
        return INPUT
    except ModuleNotFoundError as error:
        screen.error(str(MissingLibrary.of(error, "web")))
        return USAGE
    except MemoryError:
        screen.error("out of memory; try --threads 1, or fewer runs at a time")
        return INPUT
    except Exception as error:
        behind: BaseException | None = error
        while behind is not None and not isinstance(
            behind, KeyboardInterrupt
        ):  # which Python 3.11, or a library, has wrapped
            behind = behind.__cause__ or behind.__context__
        if isinstance(behind, KeyboardInterrupt):
            return _interrupted(behind, screen)
        if os.environ.get("IRASSAY_TRACEBACK"):
            raise
        screen.error(
            f"a fault in irassay, not in your files: {type(error).__name__}: {str(error)[:200]}\n"
            "Report it with the command; IRASSAY_TRACEBACK=1 shows where it happened."
        )
        return FAULT


def _interrupted(interrupt: KeyboardInterrupt, screen: Screen) -> int:
    screen.error(f"interrupted; {interrupt if interrupt.args else 'nothing was written'}")
    return TERMINATED if isinstance(interrupt, Terminated) else INTERRUPTED


class _Closed(io.TextIOBase):
    """Standard output that the caller closed: who writes an answer there has no place for it."""

    def write(self, text: str) -> int:
        raise InputError("standard output is closed, so there is no place for the answer; -o FILE writes a file")


def _replace_closed_streams() -> None:
    """Closed streams get something behind them: no file that is opened later takes their number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process


def _run(words: list[str], screen: Screen) -> int:
    if not words or words[0] in HELP:
        if len(words) > 1 and words[1] in verb_list.names():
            return _run([words[1], "--help", *words[2:]], screen)
        screen.result(verb_list.every_verb() if "all" in words else verb_list.overview())
        return OK if words else USAGE
    if words[0] == "--version":
        from irassay.provenance import VERSION

        screen.result(f"irassay {VERSION}")
        return OK
    verb = words[0]
    if verb not in verb_list.names():
        raise UsageError(_unknown_verb(verb))
    from irassay.cli.parser import Parser

    parser = Parser(verb)
    if asked := [i for i, word in enumerate(words) if i and word in HELP[:2]]:
        screen.result(parser.format_help(everyday=words[asked[0] + 1 : asked[0] + 2] != ["all"]))
        return OK
    return _timed(verb, parser, words[1:], screen)


def _timed(verb: str, parser: Parser, words: list[str], screen: Screen) -> int:
    args = parser.read(words)
    if isinstance(screen.out, _Closed) and getattr(args, "output", None) not in (None, "-"):
        screen.out = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - the answer has a place of its own
    args.screen, args.words = screen, words
    if screen.live:
        from irassay.progress import show_on

        show_on(screen)
    start = time.monotonic()
    module, description = verb_list.load(verb), verb_list.description(verb)
    if "finds_lower_folders" not in description:
        from irassay.formats.sources.opening import folders_below

        several = [paths for name in FOLDERS if isinstance(paths := getattr(args, name, None), list)]  # else one file
        if below := folders_below([path for paths in several for path in paths]):
            from irassay.formats.loss_warnings import BELOW, caution

            screen.warn(caution(BELOW, sum(below.values()), next(iter(below))))
    values = {option: getattr(args, option.name) for option in parser.options}
    try:
        with inputs_kept(files_named(named_inputs(values))):
            all_writable(values)
            check_suffix(values)
            parser.check_rules(args)
            code: int = module.run(args)
    except UnknownSystem as error:
        from irassay.cli.renaming import called

        raise UsageError("; ".join(filter(None, (str(error), called(error.system, vars(args)))))) from error
    except (InputError, UsageError, OSError) as error:
        if getattr(args, "format", None) == "markdown" and not getattr(args, "output", None):
            from irassay.cli.answers import decision

            text = _of_the_system(error) if isinstance(error, OSError) else str(error)
            screen.result(decision.of_error(USAGE if isinstance(error, UsageError) else INPUT, text))
        if not isinstance(error, InputError) or not error.problems or "done" not in description:
            raise
        consequence = f"nothing was {description['done']}" if error.consequence != "" else ""
        raise InputError(
            error.what, error.problems, error.total, consequence=consequence, advice=error.advice
        ) from error
    screen.finish(time.monotonic() - start)
    return code


def _unknown_verb(verb: str) -> str:
    from irassay.messages import alike, did_you_mean

    if verb.startswith("-"):
        return f"irassay has no option {cut(verb)}\nAll: irassay --help"
    return f"unknown verb {cut(verb)}{did_you_mean(alike(verb, verb_list.names()), start='; ')}\nAll: irassay --help"


def _of_the_system(error: OSError) -> str:
    what = (error.strerror or str(error) or type(error).__name__).lower()
    return f"{error.filename}: {what}" if error.filename else what


def _color(words: list[str]) -> str:
    """What --color says, before the arguments are read: errors in them are coloured too."""
    for i, word in enumerate(words):
        if word.startswith("--color="):
            return word.partition("=")[2]
        if word == "--color" and i + 1 < len(words):
            return words[i + 1]
    return "auto"
