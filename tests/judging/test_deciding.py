"""A campaign that asks a question about systems: its log is the state, whatever the database and however often it is
looked at."""

from __future__ import annotations

import json

import pytest

import irassay
from irassay.cli.main import main
from irassay.judging.assessors.deciding import Deciding, decider_of
from irassay.judging.store import entries, entry_forms, open_campaign, writing

N_QUERIES, DEPTH = 30, 5
TRUE = {f"q{i}": {f"d{i}-{j}": int(j < 3 + i % 2) for j in range(2 * DEPTH)} for i in range(N_QUERIES)}


def ranked(system):
    """Lists of which `old` has its documents further down."""
    first = 0 if system == "new" else 3
    return {q: {f"d{i}-{j + first}": float(DEPTH - j) for j in range(DEPTH)} for i, q in enumerate(TRUE)}


RUNS = {"new": ranked("new"), "old": ranked("old")}


@pytest.fixture
def files(tmp_path):
    """Runs and texts, and the words that ask which of the runs is better."""
    for name, lists in RUNS.items():
        rows = [f"{q} Q0 {d} 1 {s} {name}" for q, docs in lists.items() for d, s in docs.items()]
        (tmp_path / f"{name}.run").write_text("\n".join(rows) + "\n")
    (tmp_path / "q.tsv").write_text("".join(f"{q}\twhat is {q}\n" for q in TRUE))
    (tmp_path / "d.tsv").write_text("".join(f"{d}\tabout {d}\n" for docs in TRUE.values() for d in docs))
    return [
        *(str(tmp_path / f"{name}.run") for name in RUNS),
        *("-m", "P@5", "--query-texts", str(tmp_path / "q.tsv"), "--doc-texts", str(tmp_path / "d.tsv")),
    ]


def looked(capsys, source, *more):
    """What `irassay decide` says of a campaign, as data."""
    assert main(["decide", source, "--format", "json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def judge_all(source, grade_of=lambda query, doc: TRUE[query][doc], limit=10_000):
    """One person answers what is asked until nothing is; the documents in that order."""
    asked = []
    with open_campaign(source) as campaign:
        who = campaign.person(campaign.invite("Ann")).pseudonym
        deciding = Deciding(campaign)
        while (pending := deciding.pending()) and len(asked) < limit:
            for held in campaign.hold(who, [task for task in campaign.tasks() if task in wanted(campaign, who)][:1]):
                answer = campaign.settings.scale.names[grade_of(held.query, held.docs[0])]
                campaign.record(who, held.key, held.task, {"answer": answer})
                asked.append((held.query, held.docs[0]))
                assert asked[-1] in pending
    return asked


def wanted(campaign, who):
    return {task for query in campaign.queries() for task in campaign.wanting_ids(query, who)}


def test_a_campaign_says_what_the_same_answers_say_in_python(source, files, capsys):
    assert main(["decide", source, *files]) == 0
    capsys.readouterr()
    asked = judge_all(source)
    decision = looked(capsys, source)
    assert (decision["verdict"], decision["better"]) == ("settled", ["new"])
    assert decision["labels"]["known"] == len(asked) < decision["labels"]["documents"]
    alone = irassay.decide(RUNS, "P@5", scale=(0, 1))
    for query, doc in asked:
        assert (query, doc) in list(zip(*(c.values for c in alone.next().columns), strict=True))
        alone.answer({query: {doc: TRUE[query][doc]}})
    assert irassay.decide(source).look().to_dict() == alone.look().to_dict()
    of_python = alone.look().to_dict()
    assert {name: decision[name] for name in of_python} == json.loads(json.dumps(of_python))


def test_queries_without_a_text_are_left_out_and_counted(source, files, tmp_path, capsys):
    (tmp_path / "q.tsv").write_text("q1\twhat is q1\nq2\twhat is q2\n")
    assert main(["decide", source, *files]) == 0
    assert "28 queries of the runs have no text: left out" in capsys.readouterr().err
    assert irassay.decide(source).setting.queries == ("q1", "q2")
    assert main(["decide", source, *files[:4]]) == 0, "the question has its queries"
    assert "no text" not in capsys.readouterr().err


def test_any_moment_gives_its_verdict_again_and_the_log_gives_it_in_another_database(new_database, files, capsys):
    source, other = new_database("sqlite"), new_database("postgresql")
    assert main(["decide", source, *files]) == 0
    judge_all(source, limit=8)
    capsys.readouterr()
    early = looked(capsys, source)
    with open_campaign(source) as campaign:
        n = max(entry.entry for entry in campaign.log() if entry.kind == "look")
    judge_all(source)
    late = looked(capsys, source)
    assert early != late
    assert looked(capsys, source, "--as-of", str(n)) == early
    log = source + ".jsonl"
    assert main(["labels", source, "--to", "log", "-o", log]) == 0
    texts = files[files.index("--query-texts") :]
    assert main(["judge", other, "--import", log, *texts]) == 0
    capsys.readouterr()
    assert looked(capsys, other) == late
    assert looked(capsys, other, "--as-of", str(n)) == early


def test_another_question_is_refused_and_the_same_one_is_a_look(tmp_path, files, capsys):
    source = str(tmp_path / "ab.campaign")
    assert main(["decide", source, *files, "--format", "json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(["decide", source, *files, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert main(["decide", source, *files, "--alpha", "0.01"]) == 3
    assert "alpha" in capsys.readouterr().err
    with open_campaign(source) as campaign:
        assert decider_of(campaign).setting.options["alpha"] == 0.05
        assert [entry.kind for entry in campaign.log()].count("look") == 2


def test_entries_of_a_kind_that_is_not_known_stop_this_irassay_with_a_sentence(source, files, capsys):
    assert main(["decide", source, *files]) == 0
    with open_campaign(source) as campaign, campaign._database.writing() as connection:
        writing.append(connection, "oracle", key="oracle", body={})
    capsys.readouterr()
    for words in (["decide", source], ["judge", source], ["labels", source]):
        assert main(words) == 3
        assert 'entries of the kind "oracle", which this irassay doesn\'t know' in capsys.readouterr().err


def test_the_kinds_that_are_known_are_those_that_have_a_form():
    assert entry_forms._FORMS.keys() == entries.KINDS
