"""`irassay completion`: a script for bash, zsh or fish, made from the table of options."""

from __future__ import annotations

from irassay.cli import verb_list
from irassay.errors import UsageError, cut
from irassay.messages import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.cli.options.option import Option

SHELLS = ("bash", "zsh", "fish")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    if args.shell not in SHELLS:
        raise UsageError(f"no completion for {cut(args.shell)}, expected {listed(SHELLS, last='or')}")
    args.screen.result({"bash": bash, "zsh": zsh, "fish": fish}[args.shell]())
    return 0


def _verbs() -> dict[str, list[Option]]:
    from irassay.cli.parser import Parser

    return {verb: Parser(verb).options for verb in verb_list.names()}


def _values(option: Option) -> tuple[str, ...]:
    """What can stand after the option; nothing for a file or free text."""
    if option.name == "measures":
        from irassay.measures import DEFINITIONS

        after = {"required": "@10", "recall": "@0.5"}
        names = [name + after.get(definition.cutoff, "") for name, definition in DEFINITIONS.items()]
        return ("nDCG@10", *(name for name in names if name != "nDCG@10"))
    if option.name == "shell":
        return SHELLS
    if option.name == "codes":
        from irassay.preflight.catalogue import explained

        return tuple(explained())
    return option.choices


def _filled(shell: str, **parts: str) -> str:
    """The script of completion.toml for a shell, with its parts."""
    script: str = verb_list.description("completion")[shell]
    for name, text in parts.items():
        script = script.replace(f"@{name}@", text)
    return script


def bash() -> str:
    """The script for bash."""
    all_verbs = _verbs()
    cases, flags = [], []
    for verb, taken in all_verbs.items():
        names = [spelling for option in taken for spelling in option.spelling if spelling[0] == "-"]
        flags.append(f'    {verb}) flags="{" ".join([*names, "--help"])}" ;;')
        for option in taken:
            if not option.operand and _values(option):
                pattern = "|".join(f"{verb}:{spelling}" for spelling in option.spelling)
                cases.append(
                    f'    {pattern}) COMPREPLY=($(compgen -W "{" ".join(_values(option))}" -- "$cur")); return ;;'
                )
    operands = [
        f'    {verb}:*) COMPREPLY=($(compgen -W "{" ".join(_values(option))}" -- "$cur")) ;;'
        for verb, taken in all_verbs.items()
        for option in taken
        if option.operand and _values(option)
    ]
    verbs = " ".join([*all_verbs, "--help", "--version"])
    return _filled("bash", VERBS=verbs, VALUES="\n".join(cases), FLAGS="\n".join(flags), OPERANDS="\n".join(operands))


def zsh() -> str:
    """The script for zsh."""
    verbs = " ".join(_quoted(f"{verb}:{line}") for verb, line in verb_list.lines().items())
    lines = []
    for verb, taken in _verbs().items():
        specs = [_quoted(spec) for option in taken for spec in _zsh_specs(option)]
        lines.append(f"    {verb}) shift words; (( CURRENT-- )); _arguments {' '.join(specs)} ;;")
    return _filled("zsh", VERBS=verbs, CASES="\n".join(lines))


def _zsh_specs(option: Option) -> list[str]:
    values = " ".join(value.replace("(", "\\(").replace(")", "\\)") for value in _values(option))
    action = f"({values})" if values else "_files" if option.files else " "
    if option.operand:
        return [f"*:{option.name}:{action}" if option.count in ("+", "*") else f":{option.name}:{action}"]
    text = option.help.translate(str.maketrans("[]:", "();"))
    takes = "" if option.count == 0 else f":{option.name}:{action}"
    many = "*" if option.repeated else ""
    return [f"{many}{spelling}[{text}]{takes}" for spelling in option.spelling]


def fish() -> str:
    """The script for fish."""
    lines = ["# fish completion for irassay"]
    for verb, sentence in verb_list.lines().items():
        lines.append(f"complete -c irassay -n __fish_use_subcommand -f -a {verb} -d {_of_fish(sentence)}")
    for verb, taken in _verbs().items():
        specs = dict.fromkeys(map(_fish_spec, taken))  # operands of one kind are one line
        lines += [f"complete -c irassay -n '__fish_seen_subcommand_from {verb}' {spec}" for spec in specs]
    return "\n".join(lines)


def _fish_spec(option: Option) -> str:
    """What stands for an option, and what can follow: words, a file, or free text."""
    values = " ".join(_values(option))
    if option.operand:
        return f"-f -a {_of_fish(values)}" if values else "-F" if option.files else "-f"
    words = [f"-l {text[2:]}" if text.startswith("--") else f"-s {text[1:]}" for text in option.spelling]
    if option.count != 0:
        words.append(f"-x -a {_of_fish(values)}" if values else "-r -F" if option.files else "-x")
    return " ".join([*words, "-d", _of_fish(option.help)])


def _of_fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
