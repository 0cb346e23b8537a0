"""A section of a track's overview is a file and a line of the list: the page, its order and its rail follow."""

import re

import pytest

import irassay
from irassay.result import Finding, Section
from irassay.studies.page_section import plain_section
from irassay.studies.track import study


def _toy(analysis):
    return Section(
        "toy", "A toy section", [Finding("toy", "note", "none", f"{len(analysis.track.systems)} runs play.")]
    )


def _silent(analysis):
    return None


@pytest.fixture
def listed(monkeypatch):
    """The list with a toy after the results, and one that has nothing to say."""
    first, second, *rest = study.SECTIONS
    toys = (plain_section("toy", "Toy", _toy), plain_section("silent", "Silent", _silent))
    monkeypatch.setattr(study, "SECTIONS", (first, second, *toys, *rest))
    return study.SECTIONS


def _track():
    qrels = irassay.Qrels.from_dict({f"q{i}": {"a": 2, "b": 0, "c": 1} for i in range(6)})
    orders = {"one": "abc", "two": "cab", "three": "bca"}
    lists = {s: {q: {d: -float(i) for i, d in enumerate(of)} for q in qrels.queries} for s, of in orders.items()}
    return irassay.track(qrels, irassay.Runs.from_dict(lists))


def test_a_new_section_stands_in_the_result_in_its_place(listed):
    names = [section.name for section in _track().sections]
    assert names[:2] == ["results", "toy"]  # nothing is known of who took part
    assert "silent" not in names
    order = [each.name for each in listed]
    assert names == sorted(names, key=order.index)


def test_the_rail_of_the_page_has_its_short_title(listed, tmp_path):
    _track().write(tmp_path / "track.html")
    rail = re.search(r'<nav class="rail".*?</nav>', (tmp_path / "track.html").read_text(), re.S)[0]
    assert re.search(r'href="#[^"]*toy"[^>]*>\s*Toy\s*<', rail)


def test_a_section_is_called_as_the_list_calls_it():
    known = {each.name for each in study.SECTIONS}
    assert {section.name for section in _track().sections} <= known
    assert len(known) == len(study.SECTIONS)
