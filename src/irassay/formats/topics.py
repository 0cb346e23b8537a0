"""TREC topics, in the old tagged form and as XML.

One scanner for both: the files are often neither valid SGML nor valid XML, and no entity of a stranger is expanded.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping

from irassay.errors import cut
from irassay.formats.problems import Problems

_TOPIC = re.compile(r"<(top|topic)\b([^<>]*)>(.*?)</\1\s*>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<(/?)([a-z][\w-]*)\b[^<>]*>", re.IGNORECASE)
_NUMBER = re.compile(r"""\b(?:number|id|num|qid)\s*=\s*["']([^"']+)["']""", re.IGNORECASE)
_LABEL = re.compile(r"^\s*(?:number|topic|title|description|narrative)\s*:\s*", re.IGNORECASE)

# What a field may be called, by what it is asked for.
FIELDS = {
    "title": ("title", "query"),
    "description": ("desc", "description", "question"),
    "narrative": ("narr", "narrative"),
}


def looks_like(head: str) -> bool:
    """A topic's opening tag near the start."""
    return re.search(r"<(?:top|topics?)\b", head[:4096], re.IGNORECASE) is not None


def read_topics(text: str, problems: Problems, *, field: str = "title") -> dict[str, str]:
    """Topic number -> one field's text, white space made single.

    Examples
    --------
    >>> read_topics("<top><num> Number: 301 <title> Organized Crime </top>", Problems("topics"))
    {'301': 'Organized Crime'}
    """
    found: dict[str, str] = {}
    for line, number, parts in topics_in(text, problems):
        value = one_field(parts, field)
        if value is None:
            problems.add(line, f"topic {cut(number)} has no {field}; it has {', '.join(filter(None, parts))}")
        else:
            found[number] = value
    return found


def topics_in(text: str, problems: Problems) -> Iterator[tuple[int, str, dict[str, str]]]:
    """Line, number and fields of every topic; text outside any field is under the empty name."""
    met: set[str] = set()
    for match in _TOPIC.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        parts = _parts(match.group(3))
        attribute = _NUMBER.search(match.group(2))
        numbers = [parts.pop(name) for name in ("num", "number") if name in parts]
        number = html.unescape(attribute.group(1)).strip() if attribute else next(iter(numbers), "")
        if not number:
            problems.add(line, 'topic without a number, expected <num> or number="..."')
        elif number in met:
            problems.add(line, f"topic {cut(number)} twice, expected once")
        else:
            met.add(number)
            yield line, number, parts
    opened = len(re.findall(r"<top(?:ic)?\b[^<>]*>", text, re.IGNORECASE))
    closed = sum(1 for _ in _TOPIC.finditer(text))
    if opened > closed:
        problems.add("", f"{opened} topics are opened and {closed} closed, expected </top> after each")


def one_field(parts: Mapping[str, str], field: str) -> str | None:
    """The text of a field under any of its names; a topic without tags is its title."""
    names = FIELDS.get(field, (field,))
    value = next((parts[name] for name in names if name in parts), None)
    return parts.get("", "") if value is None and field == "title" else value


def written(number: str, fields: Mapping[str, str]) -> str:
    """One topic in the old tagged form.

    >>> print(written("301", {"title": "Crime & law", "desc": "What ..."}), end="")
    <top>
    <num> Number: 301
    <title> Crime &amp; law
    <desc> Description: What ...
    </top>
    """
    lines = [f"<num> Number: {html.escape(number, quote=False)}"]
    for name, text in fields.items():
        lines.append(f"<{name}> {_labelled(name, text)}")
    return "<top>\n" + "\n".join(lines) + "\n</top>\n"


def written_xml(number: str, fields: Mapping[str, str]) -> str:
    """One topic as XML."""
    inside = "".join(f"  <{name}>{_labelled('', text)}</{name}>\n" for name, text in fields.items())
    return f'<topic number="{html.escape(number)}">\n{inside}</topic>\n'


def _labelled(name: str, text: str) -> str:
    """Text after the label that readers of the form take off; also where the text itself begins like one."""
    label = {"desc": "Description: ", "narr": "Narrative: "}.get(name, "Title: " if _LABEL.match(text) else "")
    return label + html.escape(text, quote=False)


def _parts(body: str) -> dict[str, str]:
    """Field -> text up to the next tag; text outside any field is under the empty name."""
    parts: dict[str, str] = {}
    name, start = "", 0
    for tag in [*_TAG.finditer(body), None]:
        end = tag.start() if tag else len(body)
        text = " ".join(html.unescape(body[start:end]).split())
        text = _LABEL.sub("", text) if name else text
        if text:
            parts[name] = f"{parts[name]} {text}" if name in parts else text
        if tag is None:
            break
        name = "" if tag.group(1) else tag.group(2).lower()
        start = tag.end()
    return parts
