"""Wikitext as plain text and the titles that it links to; and where its headings are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from irassay.errors import MissingLibrary
from irassay.evidence.titles import NAMESPACES, namespace_of, title_of, unescape
from irassay.record import Record

# Namespaces whose links show their label where they stand: others are pictures or categories, in any language.
_SHOWN_NAMESPACES = NAMESPACES - {"file", "image", "media", "category"} | {"wikipedia", "mediawiki", "project"}
_SHOWN_TEMPLATES = {"nowrap", "small", "abbr", "em", "strong", "smallcaps", "nobold"}  # their first argument is text
_RAW = {"nowiki", "pre"}  # tags whose content is no wikitext
# Tags whose content is no prose, those that begin a paragraph, and others that people leave open.
_OUT = {
    "ref", "references", "gallery", "table", "math", "chem", "ce", "hiero", "score", "timeline", "graph", "imagemap",
    "mapframe", "maplink", "templatestyles", "indicator", "syntaxhighlight", "source", "script", "style", "section",
}  # fmt: skip
_BLOCKS = {"p", "div", "blockquote", "center", "poem", "ul", "ol", "dl", "li", "dt", "dd", "hr"}
_INLINE = ("small", "big", "span", "font", "b", "i", "u", "s", "sub", "sup", "em", "strong", "abbr", "br", "nowiki")
_TOKEN = re.compile(
    r"<!--|<(?P<tag>nowiki|pre|ref|gallery|math|syntaxhighlight|source)\b[^<>]*>|\{\{|\}\}|^(?P<line>=.*)$",
    re.IGNORECASE | re.MULTILINE,
)
_STYLE = re.compile(  # marks of style, tags left open
    rf"'''''|'''|''|</?(?:{'|'.join(sorted({*_OUT, *_BLOCKS, *_INLINE}))})\b[^<>]*>", re.IGNORECASE
)
_UNREAD = ("<!--", "nowiki", "pre", "math", "syntaxhighlight", "source")  # what has no links
_COMMENTS = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ANY_LINK = re.compile(r"\[\[(?P<target>[^\[\]{}|<>\n]+)(?=\||\]\])|\{\{(?P<name>[^{}|]+)\|(?=(?P<values>[^{}]*)\}\})")
_MAGIC = re.compile(r"__[A-Z]+__")
_NO_TAG = re.compile(r"<(?!!--)(?=[^<>]*(?:<|\Z))")  # another < comes before any >
_SIMPLE_LINK = re.compile(r"\[\[((?:[^\[\]{}|<>&:'/\n]|'(?!')|/(?!/))+)(?:\|([^\[\]{}|<>&\n]*))?\]\]")
_MARKUP = re.compile(r"[<{}&\[\]]|//|:\S|^(?:[*#:;=]|----)", re.MULTILINE)  # what a parser has to tell apart
LONGEST = 10_000  # characters of a part; a parser's time grows with the square of what is opened and not closed
# Marks of ours, until the text is put together: a comment, an item of a list, something else that is out.
_COMMENT, _ITEM, _GONE, _BREAK = "\x01", "\x02", "\x03", "\n\n"
_COMMENT_LINE = re.compile(rf"\n(?:[ \t]*{_COMMENT})+[ \t]*(?=\n)")
_ITEM_LINE = re.compile(rf"{_ITEM}+([^\n{_ITEM}]*)")
_EMPTIED = re.compile(rf" ?\([\s,;:]*{_GONE}[\s,;:{_GONE}]*\)")  # "(IPA)" whose only content is out
_HALF_EMPTIED = re.compile(rf"\([\s,;:]*{_GONE}[\s,;:{_GONE}]*")
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_TABLE_LINE = re.compile(rf"^[ \t{_GONE}]*(?:\{{\||\|).*$", re.MULTILINE)  # of a table that nobody closes


class Heading(Record):
    """A heading of wikitext, and the places where it begins and ends in it."""

    title: str  # wikitext
    level: int  # number of =
    start: int
    end: int


def headings(text: str) -> Iterator[Heading]:
    """The headings of wikitext, none of those inside comments, templates, references and what is no wikitext."""
    depth = 0
    for kind, start, end in _spans(text):
        if kind == "=" and not depth:
            heading = _heading(text[start:end], start, end)
            if heading is not None:
                yield heading
        elif kind in ("{{", "}}"):
            depth = max(depth + (1 if kind == "{{" else -1), 0)


def _spans(text: str) -> Iterator[tuple[str, int, int]]:
    """Where comments, whole tags such as <ref>, braces and lines that begin with = stand: kind, start, end."""
    at, unclosed = 0, set()
    while found := _TOKEN.search(text, at):
        start, at, kind = found.start(), found.end(), (found["tag"] or found[0][:4]).lower()
        if found["line"]:
            yield "=", start, at
            at = start + 1
            continue
        if kind in unclosed:
            continue
        if kind == "<!--":
            at = text.find("-->", at) + 3
            if at < 3:
                yield kind, start, len(text)
                return
        elif found["tag"] and text[at - 2] != "/":
            close = re.compile(f"</{kind}\\s*>", re.IGNORECASE).search(text, at)
            if close is None:
                unclosed.add(kind)  # text like any other; not looked for again, so that time stays linear
                continue
            at = close.end()
        yield kind, start, at


def _lightened(text: str) -> str:
    """Wikitext with marks of ours in place of comments, references and templates: a parser takes most time for them."""
    parts, done, depth, begin = [], 0, 0, 0
    for kind, start, end in _spans(text):
        mark = ""
        if kind == "{{":
            begin = begin if depth else start
            depth += 1
        elif kind == "}}" and depth:
            depth -= 1
            # Three braces, and tables in templates, are told apart by a parser alone.
            template = text[begin + 2 : end - 2]
            if not depth and "{|" not in template and template[:1] != "{" and "{{{" not in template:
                name = template.partition("|")[0]
                mark, start = ("" if link_of_template(name, {}) else text_of_template(template) or _GONE), begin
        elif not depth and kind in ("ref", "<!--"):
            mark = _GONE if kind == "ref" else _COMMENT
        if mark:
            parts += [text[done:start], mark]
            done = end
    return "".join([*parts, text[done:]])


def _heading(line: str, start: int, end: int) -> Heading | None:
    """The heading that a line of wikitext is, None for another line."""
    last = len(line.rstrip())
    while line.endswith("-->", 0, last) and (comment := line.rfind("<!--", 0, last)) >= 0:
        last = comment
        while line[last - 1].isspace():
            last -= 1
    line = line[:last]
    level = min(len(line) - len(line.lstrip("=")), len(line) - len(line.rstrip("=")), 6)
    title = line[level:-level].strip() if level else ""
    return Heading(title, level, start, end) if title else None


def plain(text: str, namespaces: frozenset[str], *, case_sensitive: bool = False) -> tuple[str, tuple[str, ...]]:
    """Plain text of wikitext, in one line a paragraph; and the titles that it links to, each once, as they come."""
    parse = MissingLibrary.load("mwparserfromhell", "wiki").parse
    rendering = _Rendering(namespaces, case_sensitive)
    text = _lightened(text)
    if not _MARKUP.search(_SIMPLE_LINK.sub("x", text)):
        return _folded(rendering.simple(text)), tuple(rendering.links)
    pieces = [rendering.render(parse(piece, skip_style_tags=True)) for piece in _parts(text)]
    return _folded("".join(pieces)), tuple(rendering.links)


def _parts(text: str) -> Iterator[str]:
    """Wikitext in parts that a parser takes at once, parted between paragraphs where that can be."""
    text, start = _NO_TAG.sub("&lt;", text), 0
    while len(text) - start > LONGEST:
        ends = (text.rfind(sign, start + 1, start + LONGEST) for sign in ("\n\n", "\n", " "))
        end = next((one for one in ends if one > start), start + LONGEST)
        yield text[start:end]
        start = end
    yield text[start:]


def links_of(text: str, namespaces: frozenset[str], *, case_sensitive: bool = False) -> tuple[str, ...]:
    """The titles that wikitext links to anywhere, each once, as they come: infoboxes, tables and references count too.

    >>> links_of("{{Infobox|in=[[forest]]}} An [[owl]].<!-- [[Nobody]] --><ref>{{ill|Vole|fr}}</ref>", frozenset())
    ('Forest', 'Owl', 'Vole')
    """
    pieces, done = [], 0
    for kind, start, end in _spans(text):
        if kind in _UNREAD or kind == "ref":
            pieces += [text[done:start], _COMMENTS.sub("", text[start:end]) if kind == "ref" else ""]
            done = end
    titles: dict[str, None] = {}
    for found in _ANY_LINK.finditer("".join([*pieces, text[done:]])):
        target = found["target"]
        if target is None and link_of_template(found["name"], {}) is not None:
            values = [one.rpartition("=")[::2] for one in found["values"].split("|")]
            unnamed = (value.strip() for name, value in values if not name)
            named = {name.strip(): value.strip() for name, value in values if name}
            link = link_of_template(found["name"], {**dict(zip("12345678", unnamed)), **named})
            target = link[0] if link else ""
        if target and (title := title_of(target, namespaces, case_sensitive=case_sensitive)):
            titles[title] = None
    return tuple(titles)


def text_of_template(template: str) -> str:
    """The wikitext that a template between its braces stands for in a sentence; "" where it is another one.

    >>> text_of_template("convert|33|cm|in|abbr=on"), text_of_template("lang|de|Eule"), text_of_template("cite book")
    ('33 cm', 'Eule', '')
    """
    name, *values = (part.strip() for part in template.split("|"))
    shown = [] if "{{" in template or "[[" in template else [value for value in values if value and "=" not in value]
    name = name.replace("_", " ").casefold()
    if name in ("convert", "cvt"):
        return " ".join(shown[:2])
    if name in ("lang", "transl", "transliteration"):
        return shown[-1] if len(shown) > 1 else ""
    return shown[0] if shown and (name in _SHOWN_TEMPLATES or name.startswith("lang-")) else ""


def link_of_template(name: str, arguments: Mapping[str, str]) -> tuple[str, str] | None:
    """The target ("" for none) and the label of a template that stands for a link, None for another template.

    >>> link_of_template("sortname", {"1": "Anna", "2": "Seghers", "3": "Anna Seghers (writer)"})
    ('Anna Seghers (writer)', 'Anna Seghers')
    >>> link_of_template("ill", {"1": "Haus am See", "2": "de"})
    ('Haus am See', 'Haus am See')
    """
    name = " ".join(name.replace("_", " ").split()).casefold()
    first, second = arguments.get("1", ""), arguments.get("2", "")
    if name in ("sortname", "sort name"):
        label = f"{first} {second}".strip()
        dab = arguments.get("dab", "")
        target = arguments.get("link") or arguments.get("3") or (f"{label} ({dab})" if dab else label)
        return ("" if arguments.get("nolink") else target), label
    if name in ("ill", "illm", "interlanguage link", "interlanguage link multi", "link-interwiki"):
        return first, arguments.get("lt", "") or first
    return None


class _Rendering:
    """One walk through parsed wikitext, which collects links."""

    def __init__(self, namespaces: frozenset[str], case_sensitive: bool) -> None:
        self.namespaces = namespaces
        self.case_sensitive = case_sensitive
        self.links: dict[str, None] = {}

    def render(self, code: Any, *, is_raw: bool = False) -> str:
        """Text of nodes, marks of ours in it."""
        return "".join([self._node(node, is_raw) for node in code.nodes]) if code is not None else ""

    def simple(self, text: str) -> str:
        """The same of wikitext whose only markup is style and `_SIMPLE_LINK`: a parser takes ten times as long."""
        parts, done = [], 0
        for found in _SIMPLE_LINK.finditer(text):
            parts += [_unstyled(text[done : found.start()]), self._link(found[1], found[2])]
            done = found.end()
        return "".join([*parts, _unstyled(text[done:])])

    def _node(self, node: Any, is_raw: bool) -> str:
        kind = type(node).__name__
        if kind == "Text":
            value: str = node.value
            return value if is_raw else _unstyled(value)
        if kind == "Wikilink":
            return self._link(str(node.title), node.text)
        if kind == "Tag":
            return self._tag(node)
        if kind == "Template":
            return self._template(node)
        if kind == "HTMLEntity":
            return unescape(str(node)).replace("\n", " ")
        if kind == "ExternalLink":
            if node.title is not None:
                return self.render(node.title)
            return _GONE if node.brackets else str(node.url)
        return _COMMENT if kind == "Comment" else _GONE  # a heading, an argument of a template

    def _link(self, target: str, label: Any) -> str:
        namespace = namespace_of(target, self.namespaces)
        is_aside = not target.lstrip().startswith(":")  # with a colon it is a link in the text
        if namespace and is_aside and namespace not in _SHOWN_NAMESPACES and (namespace != "*" or label is None):
            return _GONE
        self._note(target)
        text = _unstyled(label) if isinstance(label, str) else self.render(label)
        return text if text.strip() else unescape(target).strip().removeprefix(":").replace("_", " ")

    def _note(self, target: str) -> None:
        title = title_of(target, self.namespaces, case_sensitive=self.case_sensitive)
        if title:
            self.links[title] = None

    def _tag(self, node: Any) -> str:
        name = str(node.tag).strip().lower()
        if name in _OUT:
            return _BREAK if name == "table" else _GONE
        if name == "br":
            return " "
        text = self.render(node.contents, is_raw=name in _RAW)
        if name in _BLOCKS:
            return _ITEM + text if node.wiki_markup else f"{_BREAK}{text}{_BREAK}"
        return text

    def _template(self, node: Any) -> str:
        arguments = {str(one.name).strip(): str(one.value).strip() for one in node.params[:8]}
        link = link_of_template(str(node.name), arguments)
        if link is None:
            return _GONE
        self._note(link[0])
        return _STYLE.sub("", unescape(link[1]))


def _unstyled(text: str) -> str:
    return _MAGIC.sub(_GONE, _STYLE.sub("", text))


def _folded(text: str) -> str:
    """Text without marks of ours, in one line a paragraph."""
    text = _TABLE_LINE.sub("", _COMMENT_LINE.sub("", text)).replace(_COMMENT, "")
    text = _ITEM_LINE.sub(rf"{_BREAK}\1{_BREAK}", text)
    text = _HALF_EMPTIED.sub("(", _EMPTIED.sub("", text))
    return "\n".join(filter(None, (" ".join(one.replace(_GONE, "").split()) for one in _PARAGRAPHS.split(text))))
