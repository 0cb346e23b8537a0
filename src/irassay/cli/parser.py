"""The parser of one verb: argparse with our words. Errors are one line; help comes from the table of options."""

from __future__ import annotations

import argparse
import re

from irassay.cli import options, verb_list
from irassay.cli.options.option import GROUPS, Option
from irassay.errors import UsageError, cut
from irassay.messages import alike, did_you_mean, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn


SPELLING_WIDTH = 24  # columns that an option's spelling takes in help
HELP_WIDTH = 80
ALIKE = 0.7  # how much an option must look like what was typed to be proposed; 1 is the same
ONE_LINE = HELP_WIDTH - SPELLING_WIDTH - 2
SCREEN = 24  # lines
EXAMPLES = 3  # examples beside everyday options
MOST_UNGROUPED = 20  # options that help lists without headings
# What needs more words than an option's name: other name -> what to write, for verbs that take the option.
SAID_OTHERWISE = {
    **{name: ("format", f"--format {name}") for name in ("json", "tsv", "table", "latex", "markdown")},
    "md": ("format", "--format markdown"),
    "tex": ("format", "--format latex"),
    **dict.fromkeys(
        ("ignore-identical-ids", "remove-query", "drop-own-query"), ("identical_ids", "--identical-ids ignore")
    ),
    "no-color": ("color", "--color never"),
    "no-colour": ("color", "--color never"),
    "c": ("queries", "--queries qrels, which is the default"),  # of trec_eval
    **dict.fromkeys(("l", "level-for-rel"), ("measures", "a measure's own level, as in -m 'AP(rel=2)'")),  # trec_eval's
    **dict.fromkeys(("k", "cutoff", "at", "topk"), ("measures", "a measure's own cutoff, as in -m nDCG@10")),
}


class Parser(argparse.ArgumentParser):
    """Reads the arguments of one verb, whose file says what it takes."""

    def __init__(self, verb: str) -> None:
        super().__init__(prog=f"irassay {verb}", usage="", add_help=False, allow_abbrev=False, formatter_class=_Unused)
        self.verb = verb
        of = verb_list.description(verb)
        self.examples: list[str] = of["examples"]
        self.rules: dict[str, str] = of.get("rules", {})
        self.everyday: list[str] | None = of.get("everyday")
        self.options: list[Option] = []
        for word in (*of["options"], *options.COMMON):
            option = options.TABLE[word]
            self._add(option.but(**options.fields(of.get(option.name, {}))))

    def _add(self, option: Option) -> None:
        self.options.append(option)
        if option.operand:
            self.add_argument(option.name, nargs=option.count, metavar=option.spelling[0], default=option.default)
            return
        keywords: dict[str, Any] = {"dest": option.name}
        if option.count == 0:
            keywords |= {"action": "store_true", "default": option.default}
        else:  # `take_one` says what a second value is
            keywords |= {"nargs": option.count, "action": "append", "default": None}
        self.add_argument(*option.also, *option.spelling, **keywords)

    def read(self, argv: list[str]) -> argparse.Namespace:
        """The arguments as values, and in ``texts`` as they were typed; raises UsageError for what can't be meant."""
        args, unknown = self.parse_known_intermixed_args(argv)
        for text in unknown:
            if text.startswith("-") and text != "-":
                raise UsageError(self.unknown_option(text))
        if unknown:
            raise UsageError(f"irassay {self.verb} takes no {cut(unknown[0])}")
        options.take_one(args, self.options)
        args.texts = dict(vars(args))
        options.check(args, self.options)
        return args

    def check_rules(self, args: argparse.Namespace) -> None:
        """Raise UsageError with the text of the first rule that holds: that all of its options are given, or have the
        value that it names, and none of those after a minus; of options with | between them one is enough."""
        from irassay.messages.said import fill

        values = {option: getattr(args, option.name) for option in self.options}
        given = {option.name for option, value in values.items() if option.departs(value)}
        for option, value in values.items():
            given |= {f"{option.name}={one}" for one in (value if isinstance(value, (list, tuple)) else (value,))}
        for rule, text in self.rules.items():
            words = [(word[0] != "-", {*word.removeprefix("-").split("|")}) for word in rule.split()]
            if all(wanted is bool(given & names) for wanted, names in words):
                shown = {option.name: cut(value) for option, value in values.items()}
                raise UsageError(fill(text, **shown) if text else self._unmet(rule))

    def _unmet(self, rule: str) -> str:
        """That an option is for another one, or for some values of it: those of a rule of two words."""
        spelled = {option.name: option.spelling[-1] for option in self.options}
        name, needed = rule.split(" -")
        other, choices = needed.partition("=")[0], [word.partition("=")[2] for word in needed.split("|")]
        of, done = f"{spelled[other]} {' or '.join(choices)}".rstrip(), "asked for" if choices[0] else "given"
        return f"{spelled[name]} is for {of}, which is not {done}"

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
        """What to say of an option that the verb does not have: what it is called here, or which verbs have it."""
        name = text.partition("=")[0]
        hint = meant(name, self.options) or _elsewhere(name, self.verb)
        if not hint:
            all_names = [spelling for option in self.options for spelling in option.spelling if spelling[0] == "-"]
            hint = did_you_mean(alike(name, all_names, 1, ALIKE))
        every = " all" if self.everyday else ""
        return (
            f"irassay {self.verb} has no option {cut(name)}{'; ' * bool(hint)}{hint}\n"
            f"All: irassay {self.verb} --help{every}"
        )

    def usage_line(self) -> str:
        """How the verb is called."""
        operands = [f"[{one.usage}]" if one.count == "*" else one.usage for one in self.options if one.operand]
        return " ".join(["irassay", self.verb, *operands, "[options]"])

    def format_help(self, *, everyday: bool = False) -> str:
        """What ``irassay VERB --help all`` prints, or, of everyday options, ``irassay VERB --help``."""
        from irassay.drawing.tables.text import filled

        about = "\n".join(filled(line, HELP_WIDTH) for line in verb_list.about(self.verb).split("\n"))
        lines = [about, "", f"Usage: {self.usage_line()}", ""]
        shown = self.everyday if everyday else None
        if everyday and shown is None and self.format_help().count("\n") >= SCREEN:
            shown = [o.name for o in self.options if not o.operand and o.name not in options.COMMON]
        lines += self._entries() if shown is None else self._everyday(shown)
        if self.examples:
            few = self.examples if shown is None else self.examples[:EXAMPLES]
            lines += ["", "Examples:", *("  " + example for example in few)]
        return "\n".join(lines)

    def _entries(self) -> list[str]:
        """The options: operands first; if there are many, under the headings of their groups."""
        named = [option for option in self.options if not option.operand]
        lines = [line for option in self.options if option.operand for line in _entry(option)]
        if len(named) <= MOST_UNGROUPED:
            return [*lines, *(line for option in named for line in _entry(option))]
        for group, heading in GROUPS.items():
            of_group = [option for option in named if option.group == group]
            if of_group:
                lines += ["", f"{heading}:", *(line for option in of_group for line in _entry(option))]
        return lines

    def _everyday(self, names: Sequence[str]) -> list[str]:
        """The options of these names, a line each."""
        of = {option.name: option for option in self.options}
        lines = [_line(of[name]) for name in names]
        more = sum(not option.operand for option in self.options) - len(names)
        return [*lines, "", f"{more} more options: irassay {self.verb} --help all"]


def _elsewhere(name: str, verb: str) -> str:
    """The verbs that have an option of that name; where it means two things, those of the meaning that more have."""
    others = [other for other in verb_list.names() if other != verb]
    having: dict[str, list[str]] = {}
    for other in others:
        for option in Parser(other).options:
            if name in option.spelling:
                having.setdefault(option.name, []).append(other)
    if not having:
        return ""
    verbs, *rest = sorted(having.values(), key=len, reverse=True)
    elsewhere = f"; in {listed([one for of in rest for one in of])} it means something else" if rest else ""
    return f"irassay {listed(verbs, len(verbs), last='or')} has it{elsewhere}"


class _Unused(argparse.HelpFormatter):
    """Made by argparse for each option; a width spares it from asking the terminal (an import of 2 ms)."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=HELP_WIDTH)


def first_clause(help: str) -> str:
    """The start of an option's help that stands by itself, in one line."""
    clause = help.partition("; ")[0]
    if len(clause) <= ONE_LINE:
        return clause
    ends = [end.start() for end in re.finditer(r"[:.,] | \(", clause) if end.start() <= ONE_LINE]
    starts = [clause[:end] for end in ends]
    whole = [start for start in starts if start.count("(") == start.count(")") and ": " not in start]
    best = max((start for start in whole if not re.match("(of|for|with) [^,]*$", start)), key=len, default="")
    return best or f"{clause[: ONE_LINE - 3].rpartition(' ')[0]} ..."


def _line(option: Option) -> str:
    """The option, its values left out where they are long, and the start of its help."""
    usage = option.usage if len(option.usage) + 2 <= SPELLING_WIDTH else f"{option.spelling[-1]} ..."
    text, shown = first_clause(option.help), f" ({option.shown})" if option.shown else ""
    return f"  {usage:<{SPELLING_WIDTH}}{text}{shown if len(text + shown) <= ONE_LINE else ''}"


def _entry(option: Option) -> list[str]:
    from irassay.drawing.tables.text import filled

    text = option.help + (f" ({option.shown})" if option.shown else "")
    start = SPELLING_WIDTH + 2
    if len(option.usage) + 2 <= SPELLING_WIDTH:
        return [f"  {option.usage:<{SPELLING_WIDTH}}" + filled(text, HELP_WIDTH, indent=start, first=start).lstrip()]
    return [f"  {option.usage}", filled(text, HELP_WIDTH, indent=start)]


def meant(typed: str, options: Sequence[Option]) -> str:
    """The question what somebody means who types an option that these `options` don't have; "" if nobody knows."""
    word = typed.lstrip("-").lower().replace("_", "-")
    by_name = {option.name: option for option in options}
    name, text = SAID_OTHERWISE.get(word, ("", ""))
    if name in by_name:
        return did_you_mean([text])
    for option in options:
        if option.called and word in (*option.called, option.name.replace("_", "-")):
            return did_you_mean([option.spelling[-1]])
    return ""
