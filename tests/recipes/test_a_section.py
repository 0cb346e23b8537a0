"""The recipe for a section of the overview: one definition and one line. It is collected and on the page, in order."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import irassay
from irassay.reporting.page import page
from irassay.result import Result, Section, Text
from irassay.studies.overview import page_order
from irassay.studies.overview.page_order import compose
from irassay.studies.page_section import PageSection
from tests.evidence_by_hand import evidence_by_hand

QRELS = {f"q{i}": {"a": 1, "b": 0} for i in range(6)}
LISTS = {"new": {q: {"a": 2.0, "b": 1.0} for q in QRELS}, "old": {q: {"b": 2.0, "a": 1.0} for q in QRELS}}


def toy_section(evidence, lists):
    if not lists:
        return None
    text = f"{lists} lists, {evidence.verdict.n} systems"
    return Section("toy", "A toy of a section", [Text("toy", "Toy", text)])


TOY = PageSection("toy", "Toy", lambda given: len(given.scores.systems) * len(given.labels.queries), toy_section)


@pytest.fixture
def with_toy(monkeypatch):
    """The toy after the pairs."""
    at = [each.name for each in page_order.SECTIONS].index("pairs") + 1
    monkeypatch.setattr(page_order, "SECTIONS", [*page_order.SECTIONS[:at], TOY, *page_order.SECTIONS[at:]])


def made():
    return irassay.overview(irassay.Qrels.from_dict(QRELS), irassay.Runs.from_dict(LISTS))


@pytest.mark.usefixtures("with_toy")
def test_it_is_in_the_result_and_on_the_page_with_its_rail_in_order():
    result = made()
    names = [section.name for section in result.sections]
    assert names[names.index("pairs") + 1] == "toy"
    assert result.sections[names.index("toy")].body[0].text == "12 lists, 2 systems"
    text = page(Result.from_json(result.to_json()))
    rail = re.findall(r'<a href="#([\w-]+)">([^<]+)</a>', text[text.index('<nav class="rail"') : text.index("</nav>")])
    assert [name for name, _ in rail] == names
    assert dict(rail)["toy"] == "Toy"
    assert text.index('id="pairs"') < text.index('id="toy"') < text.index('id="labels"')


@pytest.mark.usefixtures("with_toy")
def test_it_is_left_out_where_it_has_nothing_to_say_and_where_the_files_do_not_belong_together():
    assert "toy" not in [s.name for s in compose(evidence_by_hand(5), {"toy": 0}).sections]
    evidence = evidence_by_hand(5)
    apart = replace(evidence.verdict, reach=replace(evidence.verdict.reach, retrieved_labels=0))
    assert "toy" in [s.name for s in compose(evidence, {"toy": 3}).sections]
    assert "toy" not in [s.name for s in compose(replace(evidence, verdict=apart), {"toy": 3}).sections]


def test_every_section_composes_under_the_name_that_it_is_listed_by():
    assert len({each.name for each in page_order.SECTIONS}) == len(page_order.SECTIONS)
    assert len({each.short_title for each in page_order.SECTIONS}) == len(page_order.SECTIONS)
    for section in made().sections:
        assert section.name in {each.name for each in page_order.SECTIONS}
