"""What to do next as values. Oracle: plans written by hand, and the sentences, which must say the same steps."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from irassay.estimates.bounds.labels_needed import Figures
from irassay.messages import Name, parts
from irassay.provenance import Provenance
from irassay.reporting.verdict import verdict_view
from irassay.result import Finding, Result, Section
from irassay.studies.overview.sections.verdict import verdict_section
from irassay.verdict import Needed, NextStep
from irassay.verdict.next_steps import plan, steps
from irassay.verdict.words import answers as answer_words
from irassay.verdict.words import next_steps as step_words
from irassay.verdict.words.phrases import SAID
from tests.verdict_by_hand import with_league

COMMAND = "irassay compare qrels.txt runs/ -m nDCG@10 --unjudged judge-first.tsv"
INF = float("inf")


def test_leaders_that_cant_be_told_apart_ask_for_queries_in_a_range(case):
    """Of 53 queries: 57 to 2,698 and 141 to 3,000 are ranges; 2,080 is too far, 80 to infinity says nothing."""
    needed = [Needed("s05", 57.0, 2698.0), Needed("s03", 141.0, 3000.0), Needed("s01", 2080.0, INF)]
    open_too = case(needed=[*needed, Needed("s07", 80.0, INF)])
    assert plan(open_too) == (NextStep("queries", "leaders", tuple(open_too.league.leaders), None, 57.0, 3000.0),)


def test_thin_labels_come_first_with_how_many_do_and_the_command(case):
    judging = Figures(60, 3, 46, 51, 71, 100)
    thin = case(labels_settled=400, labels_open=1430, open_at_top=60, judging=judging)
    labels, queries = plan(thin)
    assert labels == NextStep("labels", "leaders", tuple(thin.league.leaders), 46, command=COMMAND)
    assert (queries.kind, queries.what, queries.low, queries.high, queries.command) == (
        "queries",
        "leaders",
        None,
        None,
        "",
    )
    assert step_words.judge_command(thin) == COMMAND


def test_runs_in_error_are_looked_at_before_anything_else(case):
    odd = case(suspects=["a, b: c", "the"])
    look, *rest = plan(odd)
    assert look == NextStep("look", systems=("a, b: c", "the"), command="irassay check qrels.txt runs/ -m nDCG@10")
    assert tuple(rest) == plan(case())
    assert steps(odd) == steps(case()) == ("queries",), "work is counted without the look"


def test_each_purpose_names_its_systems(case):
    against = case(baselines=["s03", "s05"], queries_settled=3)
    assert [(s.what, s.systems) for s in plan(against) if s.kind == "queries"] == [("baseline", ("s03", "s05"))]
    rest = case(leaders=["s00"], behind=60)
    assert [(s.what, s.systems) for s in plan(rest)] == [("rest", ())]
    assert plan(case(leaders=["s00"], behind=60, queries_settled=1800, labels_settled=1830, labels_open=0)) == ()
    assert plan(case(systems=["a"])) == ()


def test_a_verdict_holds_its_steps_and_the_page_reads_them(evidence):
    found = evidence(n=6, n_queries=40)
    verdict = replace(found.verdict, suspects=("sys-03",))
    assert verdict.steps == plan(verdict)
    assert verdict.steps[0].systems == ("sys-03",)
    section = verdict_section(replace(found, verdict=verdict))
    (following,) = (f for f in section.body if getattr(f, "code", "") == "answer-next")
    work = [step for step in verdict.steps if step.kind != "look"]
    assert following.doubt == (work[0].kind if work else "queries")
    assert following.action == next((step.command for step in work if step.kind == "labels"), "")


def test_each_step_is_an_item_of_the_pages_list_with_its_systems_in_bold(evidence):
    found = evidence(n=6, n_queries=8)
    verdict = replace(found.verdict, suspects=("sys-03",))
    section = verdict_section(replace(found, verdict=verdict))
    (following,) = (f for f in section.body if getattr(f, "code", "") == "answer-next")
    items = step_words.next_items(verdict)
    ends = (*following.items[1:], len(following.text))
    assert [following.text[a:b].rstrip() for a, b in zip(following.items, ends)] == items
    assert len(items) > 1
    error = Finding("odd", "error", "none", "An error.", systems=("sys-03",))
    result = Result("Title.", "Basis.", [section, Section("files", "Files", [error])], Provenance())
    answer = verdict_view(result, {"sys-03": 0}).answers[-1]
    plain = [re.sub("<[^>]*>", "", item) for item in answer.items]
    assert plain == items
    assert '<a href="#files"><b><bdi>sys-03</bdi></b></a>' in answer.items[0]
    alone = verdict_view(replace(result, sections=[replace(section, body=[replace(following, items=())])]), {})
    assert [re.sub("<[^>]*>", "", item) for item in alone.answers[-1].items] == [following.text]


def test_what_ranges_of_queries_assume_stands_only_under_a_range(evidence):
    notes = set()
    for seed in range(12):
        found = evidence(n=3, n_queries=8, seed=seed)
        (following,) = (f for f in verdict_section(found).body if getattr(f, "code", "") == "answer-next")
        assert (SAID("next.power") in following.effect) == ("Roughly" in following.text)
        notes.add((SAID("next.power") in following.effect, bool(following.numbers)))
    assert (False, True) in notes, "some have a lower end alone"
    assert len(notes) > 1


@pytest.mark.parametrize("n", [2, 3, 6, 12])
@pytest.mark.parametrize("seed", range(4))
def test_every_short_answer_knows_where_it_names_systems(evidence, n, seed):
    """Under any names the sentence has the same other words: names like ours, and such as are words of ours."""
    odd = ["the", "a", "1", "a, b: c", "no", "of", "two", "systems", "b and c", "{a}", "significantly", "\ue0001\ue001"]
    found = evidence(n=n, seed=seed)
    found = with_league(found, leaders=list(found.verdict.systems[: max(2, n // 2)]))
    plain = replace(found.verdict, suspects=tuple(found.verdict.systems[-1:]))
    renamed = plain.renamed(dict(zip(plain.systems, odd)))

    def next_step(verdict):
        return " ".join(step_words.next_items(verdict))

    for say in (answer_words.best, answer_words.apart, answer_words.behind, next_step):
        texts = []
        for verdict, names in ((plain, list(plain.systems)), (renamed, odd)):
            text, places = parts(say(verdict.renamed({name: Name(name) for name in names})))
            assert text == say(verdict)
            assert {text[a:b] for a, b in places} <= set(names)
            pieces, last = [], 0
            for a, b in places:
                pieces += [text[last:a], str(names.index(text[a:b]))]
                last = b
            texts.append([*pieces, text[last:]])
        assert texts[0] == texts[1]
