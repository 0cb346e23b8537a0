"""Where a campaign is kept: any name means that file, and no password of an address is shown or written."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from served_by_hand import ran, serve

from irassay.cli.next_command import next_command
from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.errors import IrassayError, cut, without_secrets
from irassay.judging.store import Settings, make_campaign, open_campaign
from irassay.judging.store.addresses import shown_name
from tests.judging_by_hand import campaign, person

SECRET = "hidden%20word"
ODD_NAMES = (
    ":memory:",
    "50%.campaign",
    "50%20.campaign",
    "what?.campaign",
    "a?mode=memory",
    "file:x?mode=ro",
    "a#b",
    "a@b",
)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_any_name_of_a_file_means_that_file(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with campaign(name) as made:
        made.back_up(f"copy of {name}")
        assert made.source == name
    for there in (name, f"copy of {name}"):
        with open_campaign(there) as opened:
            assert opened.counts().tasks == 4
    assert sorted(os.listdir()) == sorted([name, f"copy of {name}"])


def addresses_of(url):
    """The same database with a password that the server does not ask for, in each way to say it."""
    parts = urlsplit(url)
    place = f"{parts.hostname}:{parts.port}{parts.path}"
    return [
        f"postgresql://{parts.username}:{SECRET}@{place}",
        f"postgresql://{place}?user={parts.username}&password={SECRET}",
        f"postgres://{place}?password={SECRET}&user={parts.username}",
        f"PostgreSQL://{parts.username}@{place}?application_name=a%40b&password={SECRET}",
        f"postgresql:///?host={parts.hostname}&port={parts.port}&dbname={parts.path[1:]}&user={parts.username}"
        f"&password={SECRET}",
    ]


@pytest.mark.parametrize("n", range(5))
def test_a_password_in_the_address_is_shown_to_nobody(new_database, tmp_path, n):
    url = new_database("postgresql")
    source = addresses_of(url)[n]
    name = urlsplit(url).path[1:]
    with campaign(source) as made:
        assert made.source == f"{urlsplit(url).netloc.rpartition('@')[2]}/{name}"
        ann = person(made, "Ann")
        [held] = made.hold(ann.pseudonym, made.tasks()[:1])
        made.record(ann.pseudonym, held.key, held.task, {"answer": "Related"})
        seen = [entry.body for entry in made.log()]
    with serve(source) as server:
        turn = server.tasks(n=1)
        assert turn["campaign"] == name
        seen.append(repr(turn))
    said = ran("labels", source, "-o", tmp_path / "labels.tsv")
    assert said.returncode == 0, said.stderr
    seen += [said.stdout, said.stderr, *(one.read_text() for one in tmp_path.iterdir())]
    for words in (["judge", source, "--backup", tmp_path / "copy"], ["labels", source, "--as-of", "99"]):
        done = ran(*words)
        seen += [done.stdout, done.stderr]
    assert [one for one in seen if SECRET in one or "hidden word" in one] == []


@pytest.mark.parametrize(
    "source",
    [
        f"postgresql://judge:{SECRET}@localhost:port/news",
        f"mysql://judge:{SECRET}@localhost/news",
        f"postgresql://judge:{SECRET}@127.0.0.1:1/news?connect_timeout=1",
        f"postgresql://127.0.0.1:1/news?user=judge&password={SECRET}&connect_timeout=1",
        f"postgresql://127.0.0.1:1/news?user=judge&passwrd={SECRET}",
        f"postgresql://judge@127.0.0.1:1/news?application_name=a@b&password={SECRET}",
        f"postgresql://judge:?{SECRET}@127.0.0.1:1/news",
    ],
)
def test_an_address_that_leads_nowhere_is_refused_without_its_password(source):
    with pytest.raises(IrassayError) as error:
        open_campaign(source)
    assert SECRET not in str(error.value)
    assert "hidden word" not in str(error.value)


def test_messages_strike_out_passwords():
    assert cut(f"http://a:{SECRET}@host/x?api_key={SECRET}&n=1") == '"http://a:***@host/x?api_key=***&n=1"'
    assert cut("d1 at 14:02@home") == '"d1 at 14:02@home"'
    assert shown_name("postgresql:///news?host=/run/x") == "/run/x/news"


def test_neither_a_page_nor_the_next_command_has_the_password(new_database, tmp_path):
    source = addresses_of(new_database("postgresql"))[1]
    settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="", kind="pair")
    with make_campaign(source, settings) as made:
        made.add([Task("pair", "q1", ("d1", "d2"))], queries={"q1": "q"}, docs={"d1": "a", "d2": "b"})
        ann = person(made, "Ann")
        [held] = made.hold(ann.pseudonym, made.tasks())
        made.record(ann.pseudonym, held.key, held.task, {"answer": "Left"})
    for name, doc in (("a", "d1"), ("b", "d2")):
        (tmp_path / f"{name}.run").write_text(f"q1 Q0 {doc} 1 1.0 {name}\n")
    page = tmp_path / "page.html"
    written = ran("prefer", source, tmp_path / "a.run", tmp_path / "b.run", "-o", page)
    assert written.returncode == 0, written.stderr
    assert SECRET not in written.stdout + written.stderr + page.read_text()
    texts = {"preferences": source, "runs": ["a.run", "b.run"]}
    assert next_command("prefer", texts, given_to="prefer") == (
        f"irassay prefer '{without_secrets(source)}' a.run b.run"
    )
