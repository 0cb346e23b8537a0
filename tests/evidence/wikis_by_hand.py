"""Small exports of a wiki with planted truth: articles made of pieces whose text and links are known, never parsed."""

from __future__ import annotations

import bz2
import gzip
import random
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

NAMES = {-2: "Media", -1: "Special", 0: "", 1: "Talk", 2: "User", 6: "File", 10: "Template", 14: "Category", 100: "Gau"}


@dataclass
class WikiPage:
    """A page as an export has it; `revisions` come before `text`, oldest first."""

    title: str
    text: str
    redirect: str = ""
    ns: int = 0
    revisions: list[str] = field(default_factory=list)


@dataclass
class PlantedArticle:
    """An article, and what a reader of its introduction must find."""

    title: str
    wikitext: str
    plain: str
    links: tuple[str, ...]

    @property
    def page(self) -> WikiPage:
        return WikiPage(self.title, self.wikitext)


def export(pages: list[WikiPage], *, version: str = "0.10", case: str = "first-letter", has_ns: bool = True) -> str:
    """The XML of an export of these pages."""
    return head(version, case) + "".join(page_xml(page, version, has_ns=has_ns) for page in pages) + "</mediawiki>\n"


def head(version: str = "0.10", case: str = "first-letter") -> str:
    address = f"http://www.mediawiki.org/xml/export-{version}/"
    names = "".join(f'<namespace key="{key}" case="{case}">{name}</namespace>\n' for key, name in NAMES.items())
    return (
        f'<mediawiki xmlns="{address}" version="{version}" xml:lang="en">\n<siteinfo><sitename>Birds</sitename><base>https://birds.example/wiki/Birds</base>'
        f"<case>{case}</case>\n<namespaces>\n{names}</namespaces></siteinfo>\n"
    )


def page_xml(page: WikiPage, version: str = "0.10", *, has_ns: bool = True) -> str:
    ns = f"<ns>{page.ns}</ns>" if has_ns else ""
    redirect = f"<redirect title={quoteattr(page.redirect)} />" if page.redirect else ""
    revisions = "".join(_revision(text, version) for text in [*page.revisions, page.text])
    return f"<page><title>{escape(page.title)}</title>{ns}<id>1</id>{redirect}{revisions}</page>\n"


def _revision(text: str, version: str) -> str:
    one = f'<text bytes="{len(text.encode())}" xml:space="preserve">{escape(text)}</text>'
    if version != "0.11":
        return f"<revision><id>1</id><comment>&lt;text></comment>{one}</revision>"
    slots = f"<content><role>main</role>{one}</content><content><role>mediainfo</role><text>{{}}</text></content>"
    return f"<revision><id>1</id><text>another</text>{slots}</revision>"


def packings(xml: str) -> dict[str, bytes]:
    """The same export plain, gzipped, as one bz2 stream, and as three of them, as multistream dumps are."""
    data = xml.encode()
    third = len(data) // 3
    parts = data[:third], data[third : 2 * third], data[2 * third :]
    return {
        "plain": data,
        "gz": gzip.compress(data),
        "bz2": bz2.compress(data, 1),  # blocks of 100 kB: of a cut file those before the cut are read
        "multistream": b"".join(map(bz2.compress, parts)),
    }


# Dirt: wikitext that leaves nothing in the text, and no link.
DIRT = (
    "<ref>See [[Nobody]].</ref>", '<ref name="a" />', "<!-- [[Nobody]] == x == -->", "{{citation needed|date=May}}",
    "[[File:Owl.jpg|thumb|An [[Nobody|owl]]]]", "[[Category:Owls]]", "[[fr:Chouette]]", "__NOTOC__",
    "<gallery>\nFile:A.jpg|[[Nobody]]\n</gallery>", "{{DISPLAYTITLE:''x''}}", "<math>x_{[[y]]}</math>",
    "[[Datei:A.png]]",
)  # fmt: skip
INFOBOX = "{{Infobox bird\n| name = Owl\n| range = [[Nobody]]\n| note = {{small|x [[Nobody]]}}<br />\n}}\n"
TABLE = '{| class="wikitable"\n|-\n! a\n| [[Nobody]]\n|}\n'
# Text with marks, and what stays of it.
MARKS = (
    ("'''bold'''", "bold"), ("''italic''", "italic"), ("L'''''both'''''", "Lboth"), ("AT&amp;T", "AT&T"),
    ("5&nbsp;km", "5 km"),
    ("<small>small</small>", "small"), ("<nowiki>[[x]] ''y''</nowiki>", "[[x]] ''y''"), ("caf&eacute;", "café"),
    ("[https://a.example a site]", "a site"), ("a<br />b", "a b"), ("a  \u00a0 b", "a b"), ("2 < 3", "2 < 3"),
    ("[[Wikipedia:About|about us]]", "about us"), ("[[wikt:owl|word]]", "word"), ("[[#Diet|below]]", "below"),
)  # fmt: skip


def link_piece(rng: random.Random, title: str) -> tuple[str, str]:
    """Wikitext that links to a title of ASCII words, in one of the spellings that mean it; and its label."""
    lower = title[0].lower() + title[1:]
    first, _, last = title.partition(" ")
    return rng.choice(
        [
            (f"[[{title}]]", title),
            (f"[[{lower.replace(' ', '_')}|the ''label'']]", "the label"),
            (f"[[{title}#Diet|eats]]", "eats"),
            (f"[[:{title}]]s", f"{title}s"),
            (f"[[ {title.replace(' ', '%20')} | spaced]]", "spaced"),
            (f"{{{{sortname|{first}|{last}}}}}", title),
            (f"{{{{Sortname|Any|Name|{title}}}}}", "Any Name"),
            (f"{{{{ill|{title}|fr|lt=ill}}}}", "ill"),
        ]
    )


def articles(seed: int, n: int) -> list[PlantedArticle]:
    """`n` articles "Bird 0", ... that link to each other; the truth is put together of the pieces' own truth."""
    rng = random.Random(seed)
    made = []
    for i in range(n):
        links: dict[str, None] = {}
        wikitext, paragraphs = INFOBOX * rng.randrange(2) + TABLE * rng.randrange(2), []
        for _ in range(rng.randrange(1, 4)):
            words = [f"Bird {i}"]
            raw = f"'''Bird {i}'''"
            for _ in range(rng.randrange(1, 8)):
                title = f"Bird {rng.randrange(n)}"
                kind = rng.randrange(3)
                source, label = (
                    (rng.choice(DIRT), "") if kind == 0 else rng.choice(MARKS) if kind == 1 else link_piece(rng, title)
                )
                if kind == 2:
                    links[title] = None
                raw += f" {source} w"
                words += [label, "w"]
            wikitext += raw + "\n\n"
            paragraphs.append(" ".join(" ".join(words).split()))
        wikitext += "== Diet ==\nNot of the [[Introduction]].\n"
        made.append(PlantedArticle(f"Bird {i}", wikitext, "\n".join(paragraphs), tuple(links)))
    return made
