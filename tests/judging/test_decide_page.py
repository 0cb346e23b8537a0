"""`irassay decide CAMPAIGN -o page.html`: the owner's page of a question."""

from __future__ import annotations

import json
import re

from irassay.cli.main import main
from irassay.judging.assessors.deciding import decider_of, page_of
from irassay.judging.store import open_campaign
from tests.judging.test_deciding import RUNS, files, judge_all, looked

__all__ = ["files"]


def test_the_page_has_the_verdict_that_the_terminal_has_and_any_moments(files, capsys, tmp_path):
    """Oracle: the JSON of the same campaign, and the decider of its log."""
    source, page = str(tmp_path / "ab.db"), tmp_path / "ab.html"
    assert main(["decide", source, *files]) == 0
    assert main(["decide", source, "-o", str(page)]) == 0
    assert "Undecided so far: 0 of" in page.read_text()
    with open_campaign(source) as campaign:
        moment = max(entry.entry for entry in campaign.log())
    judge_all(source)
    capsys.readouterr()
    assert main(["decide", source, "-o", str(page)]) == 0
    assert "one file, no network needed" in capsys.readouterr().out
    decision = looked(capsys, source)
    [title] = re.findall("<h1[^>]*>(.*?)</h1>", page.read_text(), re.S)
    known = decision["labels"]["known"]
    assert re.sub("<[^>]*>", "", title).strip() == f"new is better than old, settled after {known} labels."
    assert main(["decide", source, "--as-of", str(moment), "-o", str(page)]) == 0
    assert "Undecided so far: 0 of" in page.read_text()
    with open_campaign(source) as campaign:
        assert page_of(campaign).title == decider_of(campaign).look().result().title


def test_a_page_has_a_name_that_says_so(files, capsys, tmp_path):
    source = str(tmp_path / "ab.db")
    assert main(["decide", source, *files, "-o", str(tmp_path / "ab.json")]) == 2
    assert main(["decide", source, *files, "--plan", "-o", str(tmp_path / "ab.html")]) == 2
    assert "ends in .html" in capsys.readouterr().err
    assert not (tmp_path / "ab.db").exists()


def test_result_lists_bring_their_texts(files, capsys, tmp_path):
    """Oracle: the same question with texts in files of their own."""
    for name, ranked in RUNS.items():
        rows = [
            {"query_id": q, "query": f"what is {q}", "results": [{"doc_id": d, "text": f"about {d}"} for d in docs]}
            for q, docs in ranked.items()
        ]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    one, other = str(tmp_path / "one.db"), str(tmp_path / "other.db")
    assert main(["decide", one, *files]) == 0
    assert main(["decide", other, *(str(tmp_path / f"{name}.jsonl") for name in RUNS), "-m", "P@5"]) == 0
    rows = []
    for source in (one, other):
        assert main(["decide", source, "--next", str(tmp_path / "next.tsv")]) == 0
        rows.append(sorted((tmp_path / "next.tsv").read_text().splitlines()))
    assert rows[0] == rows[1]
    shown = [row.split("\t") for row in rows[1] if not row.startswith("query\t")]
    assert all(row[3:] == [f"what is {row[0]}", f"about {row[1]}"] for row in shown)
    assert main(["decide", str(tmp_path / "no.db"), *files[:4]]) == 2
    assert "add --query-texts FILE" in capsys.readouterr().err


def test_people_who_differ_and_their_pace_are_levers_of_the_page(files, tmp_path):
    """Oracle: by hand; two people who differ on a quarter of the documents."""
    source = str(tmp_path / "ab.db")
    assert main(["decide", source, *files, "--overlap", "2", "--batch", "60"]) == 0
    with open_campaign(source) as campaign:
        for n, name in enumerate(("Ann", "Ben")):
            who = campaign.person(campaign.invite(name)).pseudonym
            for i, task in enumerate(sorted(campaign.tasks())[:40]):
                [held] = campaign.hold(who, [task])
                answer = campaign.settings.scale.names[int(bool(n and i % 4 == 0))]
                campaign.record(who, held.key, held.task, {"answer": answer, "ms_active": 30_000})
        table = next(table for table in page_of(campaign).tables if table.name == "levers")
        assert {one.name for one in table.columns} == {"lever", "judgments", "minutes"}
        known = decider_of(campaign).look().labels["known"]
    assert known == 40
    for judgments, minutes in zip(*(table.column(name).values for name in ("judgments", "minutes"))):
        assert judgments is None or minutes == judgments / 2
