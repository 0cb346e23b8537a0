"""How long `irassay collect` takes from a wiki's export to candidates, beside programs that read its pages and no more.

The export is generated from one seed: 3 kB a page, and what is to be found in it is known. Each step is a process.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from array import array
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from benchmarks.collections import SEED
from benchmarks.peak import most

GOALS = {"read": 720.0, "candidates": 60.0}  # seconds, of a million articles
PER_LIST = 400  # articles to one list, and a tenth of them are its members
WORDS = [
    a + b + c for a in "bdfgklmnprst" for b in ("a", "e", "i", "o", "u", "ai", "ou") for c in ("n", "r", "s", "ld")
]
SYLLABLES = [a + b for a in "bcdfghjklmnprstvwz" for b in "aeiou"]
INFOBOX = "{{Infobox bird\n| name = %s\n| image = Bird.jpg\n| status = {{small|LC [[Nobody]]}}<br />\n}}\n"
NOTE = '<ref name="a%d">{{cite book|title=Birds|last=Page|year=1999|pages=1–%d}}</ref>'
HEAD = '<mediawiki><siteinfo><namespaces><namespace key="0" case="first-letter" /></namespaces></siteinfo>\n'
STEPS = ("read", "candidates", "mentions", "iterparse", "mwxml")


@dataclass
class Planted:
    """What an export has."""

    pages: int
    links: int
    candidates: int
    mentions: int  # candidates where names without a link count, too


def title(i: int) -> str:
    """The title of an article: two words that no other has, and that no text has by chance."""
    first, second = divmod(i, len(SYLLABLES) ** 2)
    name = SYLLABLES[second // len(SYLLABLES)] + SYLLABLES[second % len(SYLLABLES)]
    return f"{name.capitalize()}q {SYLLABLES[first // len(SYLLABLES)]}{SYLLABLES[first % len(SYLLABLES)]}x"


def write_export(path: Path, n: int) -> Planted:
    """An export of `n` articles with three redirects to ten articles, each tenth of which is listed."""
    rng = random.Random(SEED)
    paragraphs = [" ".join(rng.choices(WORDS, k=110)) + ".\n\n" for _ in range(500)]
    linked, mentioned = array("I", bytes(4 * n)), array("I", bytes(4 * n))
    planted = Planted(0, 0, 0, 0)

    def page(name: str, text: str, redirect: str = "") -> str:
        planted.pages += 1
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        target = f'<redirect title="{redirect}" />' if redirect else ""
        return (
            f"<page><title>{name}</title><ns>0</ns><id>{planted.pages}</id>{target}<revision><id>1</id>"
            f'<text bytes="{len(text)}" xml:space="preserve">{text}</text></revision></page>\n'
        )

    with open(path, "w") as file:
        file.write(HEAD)
        for i in range(n):
            targets = {rng.randrange(n) for _ in range(rng.randrange(2, 13))} - {i}
            planted.links += len(targets)
            words = rng.choices(WORDS, k=60)
            for target in targets:
                linked[target] += 1
                link = f"[[{'Old ' * (target % 10 < 3 and rng.random() < 0.2)}{title(target)}"
                words.insert(rng.randrange(60), link + ("|the one]]" if rng.random() < 0.5 else "]]"))
            named = rng.randrange(n)
            if named not in targets and named != i:
                mentioned[named] += 1
                words.insert(30, f"{words[30]} {title(named)}, ")
            text = INFOBOX % title(i) * (rng.random() < 0.5) + f"'''{title(i)}''' " + " ".join(words) + NOTE % (i, i)
            sections = "".join(
                f"== {WORDS[j]} ==\n{paragraphs[rng.randrange(500)]}" for j in range(rng.randrange(3, 6))
            )
            file.write(page(title(i), text + "\n" + sections))
            if i % 10 < 3:
                file.write(page(f"Old {title(i)}", f"#REDIRECT [[{title(i)}]]", title(i)))
            if i % PER_LIST == PER_LIST - 1:
                members = range(i - PER_LIST + 1, i + 1, 10)
                rows = "".join(f"|-\n| [[{title(one)}]] || {WORDS[one % 50]}\n" for one in members)
                table = f'{{| class="wikitable"\n! Name !! Food\n{rows}|}}\n'
                file.write(page(f"List of birds {i}", f"All birds.\n== Birds ==\n{table}"))
        file.write("</mediawiki>\n")
    members = range(0, n - n % PER_LIST, 10)
    planted.candidates = sum(1 + linked[one] for one in members)
    planted.mentions = planted.candidates + sum(mentioned[one] for one in members)
    return planted


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.collect", description=__doc__)
    parser.add_argument("--articles", type=int, default=20_000, metavar="N")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that read pages")
    parser.add_argument(
        "--check", action="store_true", help="exit 1 where a step misses its goal for a million articles"
    )
    parser.add_argument("--step", nargs=4, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.step:
        print(json.dumps(_step(*args.step[:3], int(args.step[3]))))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        export = Path(folder, "export.xml")
        planted = write_export(export, args.articles)
        print(
            f"{args.articles} articles, {planted.pages} pages, {export.stat().st_size / 1e6:.0f} MB, seed {SEED}",
            flush=True,
        )
        late = [name for name in STEPS if not _told(name, export, Path(folder, "birds"), planted, args.workers)]
    return int(args.check and bool(late))


def _told(name: str, export: Path, folder: Path, planted: Planted, workers: int) -> bool:
    """Print a step's figures; whether it keeps its goal."""
    if name == "mwxml" and find_spec(name) is None:
        print("mwxml      is not installed here, so it isn't timed: pip install mwxml")
        return True
    words = [sys.executable, "-m", "benchmarks.collect", "--step", name, str(export), str(folder), str(workers)]
    told = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout)
    for what, n in told["counts"].items():
        if n != (wanted := getattr(planted, what)):
            raise AssertionError(f"{name}: {n} {what}, planted {wanted}")
    each = 1e6 / planted.pages * told["seconds"]
    print(
        f"{name:10} seconds {told['seconds']:8.1f}  CPU {told['cpu']:8.1f}  MB {told['mb']:6.0f}  µs a page {each:6.0f}"
    )
    return told["seconds"] <= GOALS.get(name, float("inf"))


def _step(name: str, export: str, folder: str, workers: int) -> dict[str, object]:
    """One step in this process: what was counted, and what it took, its workers included."""
    steps = {"read": _read, "candidates": _candidates, "mentions": _mentions, "iterparse": _iterparse, "mwxml": _mwxml}
    start = time.perf_counter()
    counts = steps[name](export, folder, workers)
    seconds, spent = time.perf_counter() - start, os.times()
    others = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024  # of the largest
    return {"counts": counts, "seconds": seconds, "cpu": sum(spent[:4]), "mb": most() + workers * others}


def _read(export: str, folder: str, workers: int) -> dict[str, int]:
    """Passages, links and groups."""
    from irassay.evidence import collecting
    from irassay.evidence.folder import Folder, Plan

    plan, of = Plan(workers=workers), Folder(folder)
    counts = collecting.read(of, export, plan)
    collecting.group(of, None, plan)
    return {name: counts[name] for name in ("pages", "links")}


def _candidates(_: str, folder: str, __: int) -> dict[str, int]:
    from irassay.evidence import collecting
    from irassay.evidence.folder import Folder, Plan

    return {"candidates": collecting.find(Folder(folder), Plan())["candidates"]}


def _mentions(_: str, folder: str, __: int) -> dict[str, int]:
    from irassay.evidence import collecting
    from irassay.evidence.folder import Folder, Plan

    return {"mentions": collecting.find(Folder(folder), Plan(mentions=True))["candidates"]}


def _iterparse(export: str, *_: object) -> dict[str, int]:
    """What Python has: every page's title and text, and nothing made of them."""
    from xml.etree.ElementTree import iterparse

    n, events = 0, iterparse(export, ("start", "end"))
    _, root = next(events)
    for event, element in events:
        if event == "end" and element.tag == "page":
            n += bool(element.findtext("title")) and element.find("revision/text") is not None
            root.clear()
    return {"pages": n}


def _mwxml(export: str, *_: object) -> dict[str, int]:
    import mwxml

    with open(export, encoding="utf-8") as file:
        return {"pages": sum(1 for page in mwxml.Dump.from_file(file) for revision in page if revision.text)}


if __name__ == "__main__":
    sys.exit(main())
