"""HTML dumps: passages, links and tables of articles as Parsoid writes them, in every packing."""

from __future__ import annotations

import gzip
import io
import json
import random
import tarfile
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.errors import InputError
from irassay.evidence.dump import read_html
from irassay.evidence.html_text import HtmlArticle, columns_of_html
from irassay.evidence.nouns import Page
from irassay.formats.loss_warnings import LossWarning
from tests.evidence.tables_by_hand import _tiles
from tests.evidence.test_collect import collect, rows

TABLE = (
    '<table class="wikitable"><caption>Owls <a href="./Gone">x</a></caption><tbody><tr><th>Name<sup class="mw-ref '
    'reference"><a href="#n">[1]</a></sup></th><th>Food</th></tr><tr><th scope="row"><a href="./Barn_owl" '
    'rel="mw:WikiLink">Barn</a></th><td>voles</td></tr><tr><td><span typeof="mw:File"><a class="mw-file-description" '
    'href="./File:A.jpg"><img src="a"></a></span><a href="./Snowy_owl#Diet">snowy</a> <a href="./Gone">x</a></td><td>'
    "<table><tr><td><a href='./Gone'>x</a></td></tr></table>lemmings</td></tr></tbody></table>"
)
ARTICLES = [
    ("List of owls", f"<section><p>All owls.</p></section><section><h2>Europe</h2>{TABLE}</section>", []),
    (
        "Barn owl",
        '<div class="hatnote">See <a href="./Gone">x</a>.</div><table class="infobox"><tr><td><a href="./Owl">E</a>'
        "</td></tr></table><style>p {}</style><p>The "
        "<b>barn&nbsp;owl</b> is an owl<sup class='reference'>[1]</sup> of\n"
        "Europe.<br/>It hunts <a href='./Vole?redlink=1'>voles</a>.</p><ul><li>Small</li><li>White</li></ul>",
        ["Tyto alba"],
    ),
    ("Snowy owl", "<p>A white owl.</p>", []),
    (
        "Vole",
        '<p>Eaten by a <a href="./Tyto_alba">barn owl</a>.</p><h2 id="D">Danger</h2><p>And by the '
        '<a href="/wiki/Snowy%20owl">owl</a>.</p><figure><figcaption><a href="./Barn_owl">o</a></figcaption></figure>',
        [],
    ),
    ("Owl (disambiguation)", '<meta property="mw:PageProp/disambiguation"/><p>A <a href="./Barn_owl">o</a></p>', []),
]


def line(title, html, redirects, ns=0):
    names = [{"name": name} for name in redirects]
    of = {"identifier": "enwiki", "url": "https://en.wikipedia.org"}
    row = {"name": title, "namespace": {"identifier": ns}, "article_body": {"html": html}, "redirects": names}
    return json.dumps({**row, "is_part_of": of, "url": f"https://en.wikipedia.org/wiki/{title}"}) + "\n"


LINES = [line(*one) for one in ARTICLES] + [line("Talk:Vole", "<p>Hm</p>", [], 1)]


def archived(parts):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for i, part in enumerate(parts):
            entry = tarfile.TarInfo(f"enwiki_{i}.ndjson")
            entry.size = len(part)
            archive.addfile(entry, io.BytesIO(part))
    return out.getvalue()


@pytest.fixture
def dumps(tmp_path, monkeypatch):
    """The same dump plain, compressed, as an archive of two files, and as a folder of two."""
    monkeypatch.chdir(tmp_path)
    first, second = "".join(LINES[:2]).encode(), "".join(LINES[2:]).encode()
    (tmp_path / "wiki.ndjson").write_bytes(first + second)
    (tmp_path / "wiki.ndjson.gz").write_bytes(gzip.compress(first + second))
    (tmp_path / "wiki.tar.gz").write_bytes(archived([first, second]))
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki" / "a.ndjson").write_bytes(first)
    (tmp_path / "wiki" / "b.ndjson.gz").write_bytes(gzip.compress(second))
    return tmp_path


@pytest.mark.parametrize("dump", ["wiki.ndjson", "wiki.ndjson.gz", "wiki.tar.gz", "wiki"])
def test_each_packing_becomes_the_candidates_that_were_written_by_hand(dumps, dump, capsys):
    collect(dump, "-o", "owls")
    assert {(row[3], row[1]) for row in rows(dumps / "owls" / "to-judge.tsv")} == {
        ("Barn owl", "Barn_owl"), ("Barn owl", "Vole"), ("Snowy owl", "Snowy_owl"),
    }  # fmt: skip
    assert {row[2] for row in rows(dumps / "owls" / "to-judge.tsv")} == {"List of owls » Europe » Name"}
    texts = [json.loads(one) for one in (dumps / "owls" / "passages.jsonl").read_text().splitlines()]
    assert {one["_id"]: one["text"] for one in texts} == {
        "List_of_owls": "All owls.",
        "Barn_owl": "The barn owl is an owl of Europe. It hunts voles.\nSmall\nWhite",
        "Snowy_owl": "A white owl.",
        "Vole": "Eaten by a barn owl.",
    }
    assert rows(dumps / "owls" / "aliases.tsv") == [["Tyto alba", "Barn owl"]]
    collect(dump, "-o", "more", "--sections", "--links-of", "article")
    assert ("Snowy owl", "Vole#Danger") in {(row[3], row[1]) for row in rows(dumps / "more" / "to-judge.tsv")}
    assert ("Barn owl", "Vole#Danger") in {(row[3], row[1]) for row in rows(dumps / "more" / "to-judge.tsv")}


@pytest.mark.parametrize("seed", range(60))
def test_a_table_that_was_planted_as_a_grid_has_its_columns(seed):
    """Oracle: cells that cover a grid, before a line of HTML is."""
    rng = random.Random(seed)
    n_heads, n_rows, n_columns = rng.randint(1, 3), rng.randint(1, 8), rng.randint(2, 6)
    heads, data = _tiles(rng, n_heads, n_columns, 0), _tiles(rng, n_rows, n_columns, 100)
    words = {tile[0]: f"{rng.choice(('Name', 'Year'))} {tile[0]}" for tile in heads}
    titles = {tile[0]: rng.choice((None, f"Owl {rng.randint(1, 50)}")) for tile in data}

    def html(tiles, n, tag, texts):
        out = ""
        for row in range(n):
            out += "<tr>"
            for number, _, _, height, width in (tile for tile in tiles if tile[1] == row):
                out += f'<{tag} rowspan="{height}" colspan={width}>{texts[number]}' + rng.choice(("", f"</{tag}>"))
            out += rng.choice(("", "</tr>"))
        return out

    links = {n: f"<i><a href='./{title.replace(' ', '_')}'>x</a></i>" if title else "x" for n, title in titles.items()}
    table = f"<p><table>{html(heads, n_heads, 'th', words)}{html(data, n_rows, 'td', links)}</table>"
    found = columns_of_html(Page("Owls", f"<h2>A</h2>{table}", "", 1), heading="name")
    expected = []
    for column in range(n_columns):
        path = [words[tile[0]] for tile in heads if tile[2] <= column < tile[2] + tile[4]]
        below = [tile for tile in data if tile[2] <= column < tile[2] + tile[4]]
        if any("Name" in one for one in path):
            expected.append((("Owls", "A", *path), tuple(titles[tile[0]] for tile in below for _ in range(tile[3]))))
    assert [(one.path, one.cells) for one in found] == expected


@pytest.mark.parametrize("text", ["x\n", "[]\n", '{"name": "A"}\n', '{"name": 1, "article_body": {"html": ""}}\n'])
def test_a_line_that_is_no_article_is_refused_with_its_place(dumps, text):
    (dumps / "wiki" / "b.ndjson.gz").write_bytes(gzip.compress((LINES[2] + text).encode()))
    with pytest.raises(InputError, match=r"b.ndjson.gz:2  no article; expected a line of JSON"):
        list(read_html("wiki"))


def test_dumps_that_are_cut_or_empty_end_with_what_is_wrong(dumps, capsys):
    data = (dumps / "wiki.tar.gz").read_bytes()
    (dumps / "wiki.tar.gz").write_bytes(data[:-40])
    collect("wiki.tar.gz", "-o", "owls", code=3)
    assert "is cut short" in capsys.readouterr().err
    (dumps / "none").mkdir()
    collect("none", "-o", "owls", code=3)
    assert "is an empty folder" in capsys.readouterr().err


def test_of_two_articles_of_one_title_the_first_counts(dumps):
    (dumps / "wiki.ndjson").write_text(LINES[2] + LINES[2].replace("white", "black"))
    with pytest.warns(LossWarning, match="1 article has an earlier one's title; the first counts"):
        assert [page.text for page in read_html("wiki.ndjson")] == ["<p>A white owl.</p>"]


PIECES = [
    "<p>",
    "<b>x",
    "</b>",
    "<table>",
    "<table><tr><td>",
    "<h2>a</h2>",
    "<a href='./A'>",
    "<!--",
    "<![x",
    "<a ",
    "<",
]


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_of_html_twenty_thousand_times_is_read_in_no_second(piece):
    started = time.process_time()
    HtmlArticle(Page("A", piece * 20_000, "", 1))
    assert time.process_time() - started < 1


@given(st.lists(st.sampled_from([*PIECES, "</td>", "</table>", "-->", "<![CDATA[", "&", "<?", "x", " "])).map("".join))
def test_any_html_is_read_and_its_text_has_no_white_space_to_fold(text):
    for one in HtmlArticle(Page("A", text, "", 1)).passages_of("section"):
        assert one.text == "\n".join(" ".join(line.split()) for line in one.text.split("\n") if line)
