"""The parser of one verb: argparse with our words. Errors are one line; help comes from the table of options."""

from __future__ import annotations

import argparse

from irassay.cli import options, verb_list
from irassay.cli.options.option import Option
from irassay.errors import UsageError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

SPELLING_WIDTH = 24  # columns that an option's spelling takes in help
HELP_WIDTH = 80


class Parser(argparse.ArgumentParser):
    """Reads one verb's arguments.

    Parameters
    ----------
    verb : str
    """

    def __init__(self, verb: str) -> None:
        super().__init__(
            prog=f"irassay {verb}",
            usage="",
            add_help=False,
            allow_abbrev=False,
            formatter_class=_Unused,
        )
        self.verb = verb
        self.options: list[Option] = []
        self.examples: tuple[str, ...] = ()

    def read(self, argv: list[str]) -> argparse.Namespace:
        """The arguments as values; raises UsageError for anything that can't mean something."""
        args, unknown = self.parse_known_intermixed_args(argv)
        for text in unknown:
            if text.startswith("-") and text != "-":
                raise UsageError(self.unknown_option(text))
        if unknown:
            raise UsageError(f"irassay {self.verb} takes no {cut(unknown[0])}")
        options.check(args, self.options)
        return args

    def error(self, message: str) -> NoReturn:
        """Argparse's complaint in our words, without the usage."""
        if message.startswith("the following arguments are required: "):
            missing = message.partition(": ")[2].split(", ")
            names = " and ".join(name if name.isupper() else name.upper() for name in missing)
            raise UsageError(f"{names} missing: {self.usage_line()}")
        if message.startswith("argument "):
            which, _, what = message.removeprefix("argument ").partition(": ")
            raise UsageError(f"{which.split('/')[-1]} {what.replace('argument(s)', 'value')}")
        raise UsageError(message)

    def unknown_option(self, text: str) -> str:
        """What to say of an option that the verb does not have."""
        from difflib import get_close_matches

        name = text.partition("=")[0]
        all_names = [spelling for option in self.options for spelling in option.spelling if spelling[0] == "-"]
        near = get_close_matches(name, all_names, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        return f"irassay {self.verb} has no option {cut(name)}{hint}\nAll: irassay {self.verb} --help"

    def usage_line(self) -> str:
        """How the verb is called."""
        operands = [option.usage for option in self.options if option.operand]
        return " ".join(["irassay", self.verb, *operands, "[options]"])

    def format_help(self) -> str:
        """What ``irassay VERB --help`` prints."""
        from irassay.drawing.tables.text import filled

        about = "\n".join(filled(line, HELP_WIDTH) for line in verb_list.about(self.verb).split("\n"))
        lines = [about, "", f"Usage: {self.usage_line()}", ""]
        for option in sorted(self.options, key=lambda option: not option.operand):
            lines += _entry(option)
        if self.examples:
            lines += ["", "Examples:", *("  " + example for example in self.examples)]
        return "\n".join(lines)


def parser_of(verb: str) -> Parser:
    """The parser of a verb that works, with its options."""
    parser = Parser(verb)
    verb_list.load(verb).configure(parser)
    options.add(parser, *options.COMMON)
    return parser


class _Unused(argparse.HelpFormatter):
    """Made by argparse for each option; a width spares it from asking the terminal (an import of 2 ms)."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=HELP_WIDTH)


def _entry(option: Option) -> list[str]:
    from irassay.drawing.tables.text import filled

    text = option.help + (f" ({option.shown})" if option.shown else "")
    start = SPELLING_WIDTH + 2
    if len(option.usage) + 2 <= SPELLING_WIDTH:
        return [f"  {option.usage:<{SPELLING_WIDTH}}" + filled(text, HELP_WIDTH, indent=start, first=start).lstrip()]
    return [f"  {option.usage}", filled(text, HELP_WIDTH, indent=start)]
