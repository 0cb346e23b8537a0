"""Figures as files: SVG, PNG and PDF that stand alone, each with its title and how to read it."""

from __future__ import annotations

import io
import json
import re
import sys
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from page_example import example
from PIL import Image
from pypdf import PdfReader

import irassay
from irassay.cli.main import main
from irassay.drawing import pictures
from irassay.drawing.charts.drawers import captions, figure_svg
from irassay.drawing.charts.sheet import text_width
from irassay.errors import MissingLibrary
from irassay.result import Differences, LeagueChart, Lines, PairMatrix, Result

SVG = "{http://www.w3.org/2000/svg}"


def figure_of(kind, n=12):
    return next(f for f in example(n).figures if isinstance(f, kind))


def words(text):
    return "".join(text.split())


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "report.json"
    path.write_text(example(12).to_json())
    return path


def test_every_figure_of_a_result_becomes_a_file_with_its_title_and_how_to_read_it(tmp_path):
    result = example(63, hostile=True)
    paths = irassay.write_figures(result, tmp_path / "new" / "folder")
    assert [p.stem for p in paths] == [f.name for f in result.figures]
    for path, figure in zip(paths, result.figures):
        root = ElementTree.parse(path).getroot()
        text = words("".join(t.text or "" for t in root.iter(f"{SVG}text")))
        assert words(figure.title) in text
        assert all(words(part) in text for part in captions(figure))
        assert "<script" not in path.read_text()


def test_a_png_has_twice_the_drawings_size_and_its_title_can_be_seen():
    figure = figure_of(LeagueChart)
    svg = figure_svg(figure, width=660)
    root = ElementTree.fromstring(svg)
    image = Image.open(io.BytesIO(pictures.png(svg)))
    assert image.size == pytest.approx((1320, 2 * float(root.get("height"))), abs=2)
    grey = np.asarray(image.convert("L"))
    title = next(t for t in root.iter(f"{SVG}text") if t.get("class") == "ti")
    band = slice(0, int(2 * float(title.get("y"))) + 8)
    assert (grey[band] < 80).sum() > 400  # dark letters
    without = re.sub(r'<text class="ti".*?</text>', "", svg)
    assert (np.asarray(Image.open(io.BytesIO(pictures.png(without))).convert("L"))[band] < 80).sum() == 0


def test_no_title_is_cut_by_the_edge_in_a_broad_face():
    from dataclasses import replace

    title = "In resamples of these queries every one of them comes first nine times in twenty, if not more, mostly"
    svg = figure_svg(replace(figure_of(Lines), title=title), width=660)
    broad = svg.replace("-apple-system", "DejaVu Sans")
    for made in (svg, broad):
        grey = np.asarray(Image.open(io.BytesIO(pictures.png(made))).convert("L"))
        assert (grey[:160, -24:] > 200).all()  # the margin is free


@pytest.mark.parametrize("kind", [LeagueChart, PairMatrix, Lines])
def test_a_pdf_is_one_page_of_the_drawings_size_whose_text_is_text(kind):
    figure = figure_of(kind)
    svg = figure_svg(figure, width=660)
    reader = PdfReader(io.BytesIO(pictures.pdf(svg)))
    assert len(reader.pages) == 1
    root = ElementTree.fromstring(svg)
    box = reader.pages[0].mediabox
    points = [0.75 * float(root.get(side)) for side in ("width", "height")]  # 96 pixels are 72 points
    assert [float(box.width), float(box.height)] == pytest.approx(points, abs=1)
    text = words(reader.pages[0].extract_text())
    for sentence in (figure.title, figure.how_to_read):  # letters that overlap in print may be lost to the reader
        assert sum(word in text for word in sentence.split()) > 0.9 * len(sentence.split())
    assert words(figure.title)[:24] in text


def test_cells_of_a_matrix_keep_their_colour_outside_browsers():
    figure = figure_of(PairMatrix, 40)
    svg = figure_svg(figure, width=660)
    assert "vector-effect" not in svg
    image = np.asarray(Image.open(io.BytesIO(pictures.png(svg))).convert("RGB")).astype(int)
    ochre = (np.abs(image - (0xC1, 0x73, 0x06)).sum(axis=2) < 12).mean()
    assert ochre > 0.05


def test_a_leader_outside_the_bracket_has_a_star_and_its_reason_in_the_file():
    from dataclasses import replace

    from irassay.result import Column

    league = figure_of(LeagueChart)
    asides = ["", "why it stands apart", *[""] * (len(league.table) - 2)]
    columns = [*(c for c in league.table.columns if c.name != "aside"), Column("aside", asides)]
    starred = replace(league, table=replace(league.table, columns=columns, note="The reason in words."))
    texts = [t.text for t in ElementTree.fromstring(figure_svg(starred)).iter(f"{SVG}text")]
    name = str(league.table.column("system").values[1])
    assert f"{name} *" in texts
    assert "* The reason in words." in texts


def test_a_saved_report_draws_the_same_files_without_computing(saved, tmp_path, capsys):
    assert main(["figures", str(saved), "-o", str(tmp_path)]) == 0
    captions = capsys.readouterr().out
    assert f"{len(example(12).figures)} figures, each with its title and how to read it" in captions
    for path in irassay.write_figures(example(12), tmp_path / "again"):
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("not json", "not a saved result"),
        ('{"format": "other/1"}', 'of the format "other/1", expected irassay.result/1'),
        ('{"format": "irassay.result/1", "kind": "Result"}', "with a part missing"),
        ("[]", "expected irassay.result/1"),
    ],
)
def test_what_is_no_saved_result_is_refused_in_one_line(text, said, tmp_path, capsys):
    path = tmp_path / "x.json"
    path.write_text(text)
    assert main(["figures", str(path), "-o", str(tmp_path / "out")]) == 3
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("library", "format"), [("resvg_py", "png"), ("cairosvg", "pdf")])
def test_without_the_extra_nothing_is_written_and_the_command_is_named(library, format, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingLibrary, match=r'pip install "irassay\[figures\]"'):
        irassay.write_figures(example(12), tmp_path / "out", format=format)
    assert not (tmp_path / "out").exists()


def test_figures_with_one_name_do_not_overwrite_each_other(tmp_path):
    from dataclasses import replace

    result = example(12)
    section = replace(result.sections[1], body=[result.figures[0], replace(result.figures[0], name="STRIP")])
    paths = irassay.write_figures(replace(result, sections=[section]), tmp_path)
    assert [p.name for p in paths] == ["strip.svg", "strip-2.svg"]


def test_report_writes_figures_too(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q").write_text("1 0 a 1\n2 0 b 1\n")
    for name, doc in (("x", "a"), ("y", "b")):
        (tmp_path / name).write_text(f"1 Q0 {doc} 1 1 {name}\n2 Q0 {doc} 1 1 {name}\n")
    assert main(["report", "q", "x", "y", "-o", "r.json", "--figures", "f", "--figure-format", "png"]) == 0
    made = json.loads((tmp_path / "r.json").read_text())
    figures = Result.from_json(json.dumps(made)).figures
    assert {p.name for p in (tmp_path / "f").iterdir()} == {f"{f.name}.png" for f in figures}
    assert f"f  {len(figures)} figures" in capsys.readouterr().out


def spans_by_line(root):
    """Baseline -> (left edge, right edge, text) of each text on it, from left to right."""
    lines = {}
    for text in root.iter(f"{SVG}text"):
        css = (text.get("class") or "").split()
        wide = text_width(text.text or "", 11 if "nm" in css else 13)
        left = float(text.get("x")) - wide * (0.5 if "m" in css else 1.0 if "e" in css else 0.0)
        lines.setdefault(text.get("y"), []).append((left, left + wide, text.text))
    return [sorted(of) for of in lines.values()]


@pytest.mark.parametrize("width", [328, 400, 480, 640])
@pytest.mark.parametrize("kind", [LeagueChart, Differences])
def test_no_texts_of_a_line_overlap_in_a_narrow_figure_and_its_plot_can_be_read(kind, width):
    """Oracle: the estimated widths of texts, which are on the high side."""
    root = ElementTree.fromstring(figure_svg(figure_of(kind), width=width, captions="none"))
    for of in spans_by_line(root):
        assert all(left[1] <= right[0] + 1 for left, right in pairwise(of)), of
        assert of[0][0] >= -1
        assert of[-1][1] <= width + 1
    grid = [path.get("d") for path in root.iter(f"{SVG}path") if path.get("class") == "gr"]
    at = [float(re.match(r"M([\d.]+)", d)[1]) for d in grid]
    assert len(at) >= 2
    assert max(at) - min(at) >= 50


def test_a_league_drawn_to_a_file_has_no_column_without_values():
    league = figure_of(LeagueChart)
    columns = tuple(c for c in league.table.columns if c.name not in ("judged", "rank_low", "rank_high"))
    bare = replace(league, table=replace(league.table, columns=columns))
    texts = [
        {t.text for t in ElementTree.fromstring(figure_svg(one, captions="none")).iter(f"{SVG}text")}
        for one in (league, bare)
    ]
    assert {"Rank", "Judged"} <= texts[0]
    assert not {"Rank", "Judged"} & texts[1]


@pytest.mark.parametrize(
    ("width", "points", "unit"),
    [("3.3in", 237.6, "in"), ("84mm", 84 / 25.4 * 72, "mm"), ("240pt", 240, "pt"), ("7in", 504, "in"), (660, 495, "")],
)
@pytest.mark.parametrize("captions", ["none", "shown"])
def test_an_svg_and_a_pdf_have_the_size_on_paper_that_the_width_says(width, points, unit, captions):
    """Oracles: 25.4 mm and 72 points to the inch, pypdf's page, and the shape of the drawing."""
    svg = figure_svg(figure_of(Lines), width=width, captions=captions)
    root = ElementTree.fromstring(svg)
    assert root.get("width") == str(width)
    page = PdfReader(io.BytesIO(pictures.pdf(svg))).pages[0].mediabox
    assert float(page.width) == pytest.approx(points, abs=0.01)
    _, _, wide, tall = map(float, root.get("viewBox").split())
    assert wide >= 328
    assert float(root.get("height").removesuffix(unit)) / float(str(width).removesuffix(unit)) == pytest.approx(
        tall / wide, abs=1e-4
    )


def test_a_png_of_a_length_has_192_pixels_to_the_inch():
    image = Image.open(io.BytesIO(pictures.png(figure_svg(figure_of(Lines), width="4in"))))
    assert image.width == pytest.approx(4 * 192, abs=1)


@pytest.mark.parametrize("width", ["3.3", "84cm", "20mm", "-4in", "1e2in", "nanin", "", "in", "4.in", "327", "200in"])
def test_a_width_that_is_none_is_refused_and_nothing_is_written(width, saved, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["figures", str(saved), "-o", str(out), f"--width={width}"]) == 2
    expected = "expected pixels from 328 to 10,000, or a length from 65mm, such as 3.3in, 84mm or 240pt"
    assert expected in capsys.readouterr().err
    with pytest.raises(irassay.UsageError, match="expected width in pixels from 328"):
        irassay.write_figures(example(12), out, width=width)
    assert not out.exists()
