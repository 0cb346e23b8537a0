"""Words for queries by a model, over loopback."""

from __future__ import annotations

import json

import pytest

from irassay.cli.main import main
from tests.judging.model_server_by_hand import ModelServer, describe

OWLS = """<mediawiki><page><title>List of owls</title><ns>0</ns><revision><text>
{| class="wikitable"
! Name
|-
| [[Barn owl]]
|-
| [[Snowy owl]]
|}
== Asia ==
{| class="wikitable"
! Name
|-
| [[Snowy owl]]
|-
| [[Barn owl]]
|}
</text></revision></page>
<page><title>Barn owl</title><ns>0</ns><revision><text>An owl.</text></revision></page>
<page><title>Snowy owl</title><ns>0</ns><revision><text>A white owl.</text></revision></page></mediawiki>"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wiki.xml").write_text(OWLS)
    assert main(["collect", "wiki.xml", "-o", "owls"]) == 0
    return tmp_path


def test_a_models_words_are_written_once_and_are_the_queries(folder, capsys):
    """Planted: a reply with thoughts and quotation marks for one list, an empty one, then a query, for the other."""
    server = ModelServer({"Asia": ["", "which owls live in Asia"]}, plain='Let me think.\n"owls of the world"')
    try:
        describe(folder / "model.toml", server)
        assert main(["collect", "owls", "--phrase", "model.toml"]) == 3  # what came before stays
        assert len((folder / "owls" / "words.tsv").read_text().splitlines()) == 1
        assert "is no query" in capsys.readouterr().err
        with open(folder / "owls" / "words.tsv", "a") as words:
            words.write("g0\tcut by a ki")
        assert main(["collect", "owls", "--phrase", "model.toml"]) == 0
        assert "1 query put into words" in " ".join(capsys.readouterr().out.split())
        assert len(server.bodies) == 3
    finally:
        server.close()
    rows = (folder / "owls" / "to-judge.tsv").read_text().replace("\t\n", "\tyes\n")
    (folder / "judged.tsv").write_text(rows)
    answers = ["--answers", "judged.tsv", "--least-evidence", "1"]
    assert main(["collect", "owls", *answers, "--query-texts", "owls/words.tsv"]) == 0
    made = [json.loads(line) for line in (folder / "owls" / "queries.jsonl").read_text().splitlines()]
    assert {one["text"] for one in made} == {"owls of the world", "which owls live in Asia"}


def test_a_description_that_is_not_there_is_named(folder, capsys):
    assert main(["collect", "owls", "--phrase", "none.toml"]) == 3
    assert "none.toml" in capsys.readouterr().err
