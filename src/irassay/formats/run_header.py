r"""The header of a run: ir_metadata's, YAML in comment lines before the first line of data.

    # ir_metadata.start
    # platform:
    #   software:
    #     libraries: [lucene]
    # ir_metadata.end

Its values are columns of `Metadata`, by the way to them: ``platform.software.libraries[0]``. A dot, bracket or
backslash of a key itself has a backslash before it. Values are text, as they are written: no YAML type is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from irassay.errors import InputError, UsageError, cut
from irassay.formats.sources import compressed

START, END = "ir_metadata.start", "ir_metadata.end"
LONGEST = 1 << 20  # bytes of a header
_STEP = re.compile(r"\.?((?:[^.\[\]\\]|\\.)+)|\[(\d+)\]")


def library(need: str) -> Any:
    """PyYAML, or a UsageError that says what needs it and how to have it."""
    try:
        import yaml
    except ImportError:
        raise UsageError(f'{need} needs PyYAML: pip install "irassay[metadata]"') from None
    return yaml


class BadHeader(InputError):
    """A header that can't be read: where, and what is wrong with it."""

    def __init__(self, path: str, line: int, what: str) -> None:
        self.line = line
        self.what = what
        super().__init__(f"{path}:{line}  {what}")


def read_header(path: str, head: bytes) -> tuple[Mapping[str, str], int]:
    """Column -> value of the header of the run at `path`, which begins with `head`, and how many lines it has."""
    if not head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"#") or START.encode() not in head:
        return {}, 0
    text = compressed.head(path, LONGEST).decode("utf-8", "replace")
    lines: list[str] | None = None
    first = 1
    for number, line in enumerate(text.split("\n"), 1):
        comment = line.lstrip("\ufeff")
        if not comment.startswith("#"):
            if comment.strip():
                break
            continue
        comment = comment[1:].removeprefix(" ").rstrip("\r")
        if comment.strip() == START:
            lines, first = [], number + 1
        elif comment.strip() == END and lines is not None:
            return _columns("\n".join(lines), path, first), len(lines) + 2
        elif lines is not None:
            lines.append(comment)
    if lines is None:
        return {}, 0
    raise BadHeader(path, first - 1, f"the header has no end, expected a line # {END}")


def lines_of(columns: Mapping[str, str]) -> Iterator[str]:
    """The lines of a header; none where nothing is known."""
    if not columns:
        return
    yaml = library("writing a run's ir_metadata header")
    tree: dict[str, Any] = {}
    for name, value in columns.items():
        _put(tree, name, value)
    text = yaml.dump(_plain(tree), Dumper=_dumper(yaml), sort_keys=False, allow_unicode=True, width=LONGEST)
    yield f"# {START}\n"
    for line in text.rstrip("\n").split("\n"):
        yield f"# {line}\n".replace("#  \n", "#\n")
    yield f"# {END}\n"


def _columns(text: str, path: str, first: int) -> dict[str, str]:
    yaml = library(f"{path}: the run's ir_metadata header")
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.BaseLoader)):
            raise BadHeader(path, first, "the header refers to itself (YAML's * and &), expected plain values")
        tree = yaml.load(text, Loader=yaml.BaseLoader)  # the base loader makes text, lists and dicts, nothing else
    except BadHeader:
        raise
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        line = first + (mark.line if mark else 0)
        what = getattr(error, "problem", None) or "not YAML"
        raise BadHeader(path, line, f"the header can't be read: {what}; expected YAML") from None
    if tree is None or tree == "":
        return {}
    if not isinstance(tree, dict):
        raise BadHeader(path, first, f"the header is {cut(tree)}, expected keys and values")
    return dict(_walk(tree, ""))


def _walk(tree: Any, way: str) -> Iterator[tuple[str, str]]:
    if isinstance(tree, dict) and tree:
        for key, value in tree.items():
            name = re.sub(r"([.\[\]\\])", r"\\\1", str(key))
            yield from _walk(value, f"{way}.{name}" if way else name)
    elif isinstance(tree, list) and tree:
        for i, value in enumerate(tree):
            yield from _walk(value, f"{way}[{i}]")
    else:
        yield way, tree if isinstance(tree, str) else ""


def _put(tree: dict[str, Any], name: str, value: str) -> None:
    """Put a value at the end of its way; steps of lists are numbers for now."""
    steps: list[Any] = []
    at = 0
    while at < len(name):
        step = _STEP.match(name, at)
        if step is None:
            raise InputError(f"metadata column {cut(name)} can't stand in a run's header; rename it")
        steps.append(int(step[2]) if step[2] else re.sub(r"\\(.)", r"\1", step[1], flags=re.DOTALL))
        at = step.end()
    for step, following in zip(steps, [*steps[1:], None]):
        if not isinstance(tree, dict) or (following is None and step in tree):
            raise InputError(f"metadata column {cut(name)} and another can't both stand in a run's header; rename one")
        tree = tree.setdefault(step, value if following is None else {})


def _plain(tree: Any) -> Any:
    """Numbered steps as lists."""
    if not isinstance(tree, dict):
        return tree
    if all(isinstance(step, int) for step in tree) and sorted(tree) == list(range(len(tree))):
        return [_plain(tree[i]) for i in sorted(tree)]
    return {str(key): _plain(value) for key, value in tree.items()}


def _dumper(yaml: Any) -> Any:
    """Text is written as it is: no type is guessed when it is read."""

    class Dumper(yaml.BaseDumper):  # type: ignore[misc]
        def ignore_aliases(self, data: object) -> bool:
            return True

    Dumper.add_representer(dict, lambda d, x: d.represent_mapping("tag:yaml.org,2002:map", x.items()))
    Dumper.add_representer(list, lambda d, x: d.represent_sequence("tag:yaml.org,2002:seq", x))
    Dumper.add_representer(str, lambda d, x: d.represent_scalar("tag:yaml.org,2002:str", x))
    return Dumper
