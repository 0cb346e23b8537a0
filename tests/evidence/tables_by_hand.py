"""Wiki tables planted as grids: the truth is there before a line of wikitext is."""

from __future__ import annotations

import random

from irassay.evidence import Page
from irassay.evidence.tables import columns_of

NAMESPACES = frozenset({"file", "image", "category", "wikt", "de"})
BEFORE = ("", "", "", "<!-- [[Gone]] | no\n|- no -->", "[[File:A.jpg|20px|of [[Rome]]]] ", "{{flag|France}} ")
AFTER = (
    "", "", "", "<ref>[[Gone]] || no</ref>", '<ref name="a"/>', "<nowiki>| || [[x]]</nowiki>", " {{broken", " [[broken",
    "{{efn|[[Gone]]\n| x\n}}", "\nmore [[Gone|and|more]]",
    "\n{| class=x\n! Name\n|-\n| [[Gone]] || x\n|}\nand more",
)  # fmt: skip


def page(text: str, title: str = "List of owls") -> Page:
    return Page(title, text, "", 1)


def cells(text: str, heading: str = "name") -> list[tuple[str | None, ...]]:
    """The cells of each column whose heading has these letters."""
    return [column.cells for column in columns_of(page(text), heading=heading, namespaces=NAMESPACES)]


def paths(text: str, heading: str = "name") -> list[tuple[str, ...]]:
    """What stands behind the article's title in the path of each such column."""
    return [column.path[1:] for column in columns_of(page(text), heading=heading, namespaces=NAMESPACES)]


Cell = tuple[int, int, int, int, int]  # number, first row, first column, rows, columns


def _tiles(rng: random.Random, n_rows: int, n_columns: int, first: int) -> list[Cell]:
    """Cells that cover a grid at random; a row's last column begins a cell, and none is as wide as the grid."""
    free = {(row, column) for row in range(n_rows) for column in range(n_columns)}
    tiles = []
    for row, column in sorted(free):
        if (row, column) not in free:
            continue
        width = rng.choice((1, 1, 1, 2, 3))
        while not {(row, column + i) for i in range(width)} <= free or width == n_columns:
            width -= 1
        is_last = column + width == n_columns
        height = 1 if is_last else min(rng.choice((1, 1, 2, 4)), n_rows - row)
        while not {(row + j, column + i) for i in range(width) for j in range(height)} <= free:
            height -= 1
        free -= {(row + j, column + i) for i in range(width) for j in range(height)}
        tiles.append((first + len(tiles), row, column, height, width))
    return tiles


def _link(rng: random.Random, title: str | None) -> str:
    """A way to write a cell whose first link leads there."""
    if title is None:
        return rng.choice(("", "no link", "{{sortname|A|B|nolink=1}}", "{{n/a|x=|y}}", "[[de:Eule]]"))
    first, last = title.split()
    return rng.choice(
        (
            f"[[{title}]]", f"'''[[{title.replace(' ', '_')}#Life|the one]]'''", f"{{{{sortname|{first}|{last}}}}}",
            f"{{{{Sortname|X|Y|{title}}}}}", f"{{{{ill|{title}|de|Eule}}}}", f"{{{{flagathlete|[[{title}|x]]|GER}}}}",
            f"{{{{nowrap\n| 1 = [[{title}]]\n| x = 2\n}}}}", f"the [[{title[0].lower()}{title[1:]}]], not [[Gone]]",
        )
    )  # fmt: skip


def _lines(rng: random.Random, tiles: list[Cell], row: int, texts: dict[int, str], end: int = 0) -> str:
    """The cells that begin in a row, headings without an `end`, on lines of their own or behind one another; those that
    reach the row `end` claim more rows than there are."""
    sign = "|" if end else "!"
    lines: list[str] = []
    for number, _, _, height, width in (tile for tile in tiles if tile[1] == row):
        text, spans = texts[number], rng.choice(([], ['style="color:red"', "class = x"]))
        height += 3 * (row + height == end)
        spans = spans + [f"rowspan={height}"] * (height > 1)
        spans += [rng.choice(('colspan="%d"', "colspan= '%d'", "COLSPAN=%d")) % width] * (width > 1)
        mark = "!" if text.startswith("scope") else sign
        spans += ['scope="row"'] * (mark != sign)
        cell = (f"{' '.join(spans)} | " if spans else rng.choice(("", " "))) + text.removeprefix("scope")
        if mark == sign and lines and lines[-1][0] == sign and "\n" not in lines[-1] and rng.random() < 0.5:
            lines[-1] += rng.choice(("||", " || ", "!!") if sign == "!" else ("||", " || ")) + cell
        else:
            lines.append(mark + cell)
    return "".join(rng.choice(("", "", " ", "\n")) + line + "\n" for line in lines)


def planted(seed: int) -> tuple[str, list[tuple[tuple[str, ...], tuple[str | None, ...]]]]:
    """A table in wikitext, and the path and the cells of each of its columns whose heading has "name"."""
    rng = random.Random(seed)
    n_heads, n_rows, n_columns = rng.randint(1, 3), rng.randint(1, 8), rng.randint(2, 6)
    heads, data = _tiles(rng, n_heads, n_columns, 0), _tiles(rng, n_rows, n_columns, 100)
    parts = {tile[0]: f"{rng.choice(('Name', 'full name', 'Year', 'Place'))} {tile[0]}" for tile in heads}
    titles = {tile[0]: rng.choice((None, *[f"Owl number{rng.randint(1, 50)}"] * 5)) for tile in data}

    def column_of(tiles: list[Cell], column: int) -> list[tuple[int, int]]:
        """Number and height of each cell in a column, from the top."""
        return [(tile[0], tile[3]) for tile in tiles if tile[2] <= column < tile[2] + tile[4]]

    truth = []
    for column in range(n_columns):
        path = tuple(parts[number] for number, _ in column_of(heads, column))
        if any("name" in part.lower() for part in path):
            below = [titles[number] for number, height in column_of(data, column) for _ in range(height)]
            truth.append((path, tuple(below)))

    wrap = ("{}", "'''{}'''", "[[Owl|{}]]", "{}{{{{efn|[[x]]}}}}", "{}<ref>[[a|b]] !! c</ref>", "{}<br />")
    head_texts = {number: rng.choice(wrap).format(part) for number, part in parts.items()}
    texts = {n: rng.choice(BEFORE) + _link(rng, titles[n]) + (rng.choice(AFTER) if titles[n] else "") for n in titles}
    texts = {n: text if rng.random() < 0.9 else f"scope{text}" for n, text in texts.items()}
    head = "|-\n".join(_lines(rng, heads, row, head_texts) for row in range(n_heads))
    body = ""
    for row in range(n_rows):
        if all(not tile[1] < row < tile[1] + tile[3] for tile in data):  # no cell goes on here
            divider = f"|-\n! colspan={n_columns} | '''2010s'''\n|-\n| colspan={n_columns + 1} | Source: [[Gone]]\n"
            body += rng.choice(("", "", "", f"|-\n{head}", divider))
        body += "|- " + rng.choice(("", "class=x | y", "\n|-")) + "\n" + _lines(rng, data, row, texts, n_rows)
    opening = rng.choice(("{|", ":{| class=wikitable", "*{|", "  {|", "::{|")) + rng.choice(
        ("\n", "\n|+ [[Of]] owls\n")
    )
    return f"Owls, {{{{x\n|y}}}} see:\n{opening}{rng.choice(('', '|-', '|- id=x'))}\n{head}{body}|}}\nafter\n", truth
