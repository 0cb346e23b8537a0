"""What decisions say of their scope and of the next step."""

from __future__ import annotations

from types import SimpleNamespace

from irassay.cli.answers.said import CLI
from irassay.decisions import DecisionPlan, PairDecision, Replay, page
from irassay.decisions.forecast import Forecast, Lever
from irassay.decisions.words import DECIDED, lead, lever_of_decision, planned, replayed, scope_of_decision

LABELS = {"known": 40, "drawn": 40, "chosen": 0, "skipped": 0, "corrected": 0, "documents": 100}


def decided(verdict, *, known=40, before=0, skipped=0, middle=0, p=0.21, pairs=1, **of):
    """A decision, and its setting, as sentences read them."""
    pair = SimpleNamespace(p=p, by="proof" if "wrong" in of else "sample", overturned_by=of.pop("wrong", None))
    judgments = of.pop("judgments", {"labels": middle, "queries": None, "assessor": None})
    costs = {"reversible": pairs, "by_labels": False, "queries": None, "overturned": None, "seconds": None} | of
    return (
        SimpleNamespace(
            verdict=verdict,
            pairs=[pair] * pairs,
            labels=LABELS | {"known": known, "drawn": known - before, "skipped": skipped},
            forecast=Forecast(10, middle, 59),
            costs=Lever(judgments=judgments, **costs),
        ),
        SimpleNamespace(queries=range(53), draws=True, question=SimpleNamespace(alpha=0.05, margin=0.0)),
    )


CASES = [
    decided("settled", reversible=0, queries=0, p=0.003),
    decided("settled", reversible=0, queries=0, p=0.003, wrong=3),
    decided("settled", queries=38, judgments={"queries": 412, "labels": None, "assessor": None}),
    decided("settled", queries=None, p=0.93),
    decided("settled", queries=None, p=0.93, by_labels=True),
    decided("settled", queries=38, known=100, judgments={"queries": 412, "labels": None, "assessor": None}),
    decided(
        "settled", pairs=10, reversible=3, queries=38, judgments={"queries": 412, "labels": None, "assessor": None}
    ),
    decided(
        "settled", queries=38, overturned=0.12, seconds=20, judgments={"assessor": 40, "queries": 412, "labels": None}
    ),
    decided("settled", queries=None, known=90, before=50),
    decided("tied"),
    decided("undecided", known=90, skipped=10),
    decided("undecided", middle=58),
    decided("undecided", middle=30),
    decided("undecided", middle=30, queries=38, judgments={"labels": 30, "queries": 412, "assessor": None}),
]


def test_sentences_say_what_holds_and_what_would_help(golden):
    """Oracle: golden sentences."""
    for case in CASES:
        says = lever_of_decision(*case), scope_of_decision(*case)
        golden(*says)
        assert all(len(sentence.split()) <= 25 for text in says for sentence in text.split(". "))


def test_a_verdict_tells_labels_of_the_campaign_from_those_given_before(golden):
    """Oracle: golden sentences."""
    pair = SimpleNamespace(a="new", b="old", better="new")
    cases = [("settled", 1, ["new"]), ("settled", 3, ["new", "mid"]), ("tied", 1, []), ("undecided", 1, [])]
    for before in (0, 50):
        labels = LABELS | {"known": 40 + before, "drawn": 38, "chosen": 2}
        golden(
            *(
                lead(SimpleNamespace(verdict=verdict, labels=labels, pairs=[pair] * n, better=better))
                for verdict, n, better in cases
            )
        )
    golden(*(CLI("decided.half-answered", n=n, file=n > 1) for n in (1, 20)))


def test_sentences_say_what_it_would_cost(golden):
    """Oracle: golden sentences."""
    labels = [Forecast(30, 81, 120), Forecast(200, 312, 480), Forecast(500, 700, 803)]
    golden(*planned(DecisionPlan((0.05, 0.02, 0.01), None, labels, [34, 206, None], 0.8, 6, 900, 40)))
    golden(*planned(DecisionPlan((0.0123,), 0.0123, labels[-1:], [None], 0.8, 1, 900, 40)))
    golden(*replayed(Replay(20, Forecast(180, 240, 400), 900, 12, 17, 1, 2, 1)))
    golden(*replayed(Replay(20, Forecast(180, 240, 400), 900, 0, 20, 0, 0, 0)))


def test_sentences_of_the_page(golden):
    """Oracle: golden sentences."""
    proof = PairDecision("new", "old", "settled", "new", "proof", 0.1174, 0.0002, 0.2234, 46.2, 0.23)
    open_ = PairDecision("new", "mid", "undecided", "", "", -0.0134, -0.081, 0.0432, 3.1, 0.5)
    for pairs, verdict in (([proof], "settled"), ([open_], "undecided"), ([proof, open_], "undecided")):
        labels = LABELS | {"known": 140}
        decision = SimpleNamespace(pairs=pairs, verdict=verdict, labels=labels, forecast=Forecast(12, 40, 80))
        golden(*(of(decision) for of in (page.answer, page.evidence, page.forecast)))
        golden(*page.facts(2, 53, decision, "P@5"))
    golden(*(DECIDED(code, first="new", second="old") for code in ("systems", "systems.nobody")))
    golden(*(DECIDED("model.saved", errors=errors, saved=n) for errors, n in (("36%", 105), ("120%", 0), ("90%", 1))))
    golden(DECIDED("queries", whole=12, n=53, most="q7"), DECIDED("queries.by-query", a=proof.a, b=proof.b))
    golden(DECIDED("log", n=1, corrected=0, skipped=0), DECIDED("log", n=12, corrected=2, skipped=3))
    golden(*map(DECIDED, ("misleads-N.0", "misleads-N.1", "evidence.how")))
