"""The documentation: generated pages are fresh, its commands work, the site asks nobody for anything."""

import difflib
import importlib.util
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from irassay.cli import verb_list
from irassay.cli.parser import Parser

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def _build():
    spec = importlib.util.spec_from_file_location("docs_build", ROOT / "docs" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build = _build()


def test_the_generated_pages_are_fresh():
    stale = [name for name, text in build.generated().items() if (ROOT / "docs" / name).read_text() != text]
    assert stale == [], "run make docs"


def _commands():
    for page in PAGES:
        for line in page.read_text().splitlines():
            if not line.startswith(("    ", "$ ")):
                continue
            for part in re.split(r" \| (?=irassay)", line.strip().removeprefix("$ ")):
                words = re.sub(r" >>? (?:~|[\w-]+\.\w+).*|; .*| \| .*| {2,}.*", "", part)
                if re.match(r"irassay [a-z]+ ", words) and "--help" not in words:
                    yield page.name, words


@pytest.mark.parametrize(("page", "command"), sorted(set(_commands())))
def test_a_command_in_the_documentation_is_one_that_works(page, command):
    _, verb, *rest = shlex.split(command)
    assert verb in verb_list.names()
    Parser(verb).read(rest)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The files of a page; those of the demo are made once."""
    made = {}

    def of(name):
        key = name if name in (*build.TUTORIALS, build.DECIDE) else ""
        if key not in made:
            made[key] = tmp_path_factory.mktemp("files")
            build.files_of(name, made[key])
        return made[key]

    return of


@pytest.mark.parametrize("name", build.WITH_SESSIONS)
def test_a_session_prints_to_the_letter_what_the_page_shows(name, files):
    text = (ROOT / "docs" / name).read_text()
    now = build.sessions(text, files(name))
    told = "\n".join(difflib.unified_diff(text.splitlines(), now.splitlines(), name, "printed now", lineterm=""))
    assert now == text, f"run make docs\n{told}"


def test_the_readme_has_a_shell_session_and_a_python_session():
    text = (ROOT / "README.md").read_text()
    assert build.commands(text)
    assert build.PYTHON.search(text)


def test_the_site_builds_without_a_warning_and_asks_nobody_for_anything(tmp_path):
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    (tmp_path / "src").symlink_to(ROOT / "src")
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No issues found" in done.stdout + done.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) >= len(list((ROOT / "docs").rglob("*.md")))
    for page in pages:
        asked = re.findall(r"<(?:script|img|link|iframe)[^>]*(?:src|href)=\"?(https?:[^\" >]+)", page.read_text())
        assert [url for url in asked if "canonical" not in url] == [], page.name


LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def _anchors(page):
    """What can be pointed at in a page: its headings, as the site names them."""
    bare = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.S | re.M)
    heads = (re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", head) for head in re.findall(r"^#+ (.*)$", bare, re.M))
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", head).strip().lower()) for head in heads}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda p: p.name)
def test_every_link_leads_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.S | re.M)
    broken = []
    for link in LINK.findall(text):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in _anchors(target)):
            broken.append(link)
    assert broken == []


def test_the_menu_names_every_page():
    named = set(re.findall(r'"([\w/-]+\.md)"', (ROOT / "zensical.toml").read_text()))
    assert named == {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}


@pytest.mark.parametrize("picture", sorted((ROOT / "docs" / "images").glob("*.png")), ids=lambda p: p.name)
def test_a_picture_is_used_and_small(picture):
    assert picture.stat().st_size < 250_000
    assert any(picture.name in page.read_text() for page in PAGES)


def _without_states(page):
    """A page without the state of a question to a model that got no answer."""
    return re.sub(r"--again failed|listed as failed", "", page.read_text())


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_no_page_promises_more_than_there_is(page):
    said = re.findall(
        r"\b(winner|proves|true score|oops|successfully|please|invalid|failed)\b|!$", _without_states(page), re.I
    )
    assert said == []
