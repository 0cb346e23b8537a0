"""What every verb has in common: help, errors in one form, exit codes, streams."""

import io
import os
import pkgutil
import re
import subprocess
import sys

import pytest

from irassay.cli import main as frame
from irassay.cli import verb_list, verbs
from irassay.cli.main import main
from irassay.cli.parser import Parser
from irassay.drawing.terminal import Screen
from irassay.errors import InputError

IRASSAY = [sys.executable, "-m", "irassay"]


def run(*words, **options):
    return subprocess.run([*IRASSAY, *words], capture_output=True, text=True, timeout=60, **options)


def test_help_begins_with_check_compare_and_report_and_names_every_verb_on_one_screen(capsys):
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("irassay says which systems are really better")
    assert re.findall(r"irassay ([a-z]+) qrels.txt runs/", out) == ["check", "compare", "report"]
    assert (
        re.findall(r"[a-z]+", " ".join(re.findall(r"^[A-Z][a-z]+ +(?=[a-z]+(?:,|$))(.*)", out, re.M)))
        == verb_list.names()
    )
    assert all(len(line) <= 80 for line in out.splitlines())
    assert out.count("\n") < 24
    assert main(["help", "all"]) == main(["--help", "all"]) == 0


def test_help_all_has_a_line_for_every_verb_that_works(capsys):
    assert main(["--help", "all"]) == 0
    out = capsys.readouterr().out
    listed = re.findall(r"^(?:[A-Z][a-z]+ +| {8})([a-z]+)  ", out, re.M)
    assert listed == verb_list.names()
    assert set(listed) == {module.name for module in pkgutil.iter_modules(verbs.__path__)}
    assert all(len(line) <= 80 for line in out.splitlines())


def test_no_verb_prints_the_help_and_is_bad_usage(capsys):
    assert main([]) == 2
    assert "Usage: irassay VERB" in capsys.readouterr().out


@pytest.mark.parametrize("verb", verb_list.names())
def test_help_of_every_verb_fits_80_columns_and_says_each_default(verb, capsys):
    assert main([verb, "--help", "all"]) == 0
    out = capsys.readouterr().out
    assert all(len(line) <= 80 for line in out.splitlines()), max(out.splitlines(), key=len)
    for option in Parser(verb).options:
        assert option.usage in out
        assert not option.help.endswith(".")
        if option.default not in (None, (), False):
            first = option.default[0] if isinstance(option.default, tuple) else option.default
            assert option.shown.startswith(str(first)), option.name


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["evla"], 'error: unknown verb "evla"; did you mean eval?\nAll: irassay --help\n'),
        (["zzzz"], 'error: unknown verb "zzzz"\nAll: irassay --help\n'),
        (["eval"], "error: QRELS and RUN missing: irassay eval QRELS RUN... [options]\n"),
        (
            ["eval", "q", "r", "--teis", "x"],
            'error: irassay eval has no option "--teis"; did you mean --ties?\nAll: irassay eval --help all\n',
        ),
        (["eval", "q", "r", "--ties", "x"], 'error: --ties is "x", expected float64 or float32\n'),
        (["eval", "q", "r", "--threads", "-1"], 'error: --threads is "-1", expected a whole number from 0\n'),
        (["eval", "q", "r", "--ties"], "error: --ties expected one argument\n"),
    ],
)
def test_bad_usage_is_one_message_without_the_usage_and_exit_2(words, said, capsys):
    assert main(words) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", said)


def _verb_that(monkeypatch, act):
    class Verb:
        @staticmethod
        def run(args):
            return act()

    monkeypatch.setattr(frame.verb_list, "names", lambda: ["any"])
    monkeypatch.setattr(frame.verb_list, "description", lambda verb: {"options": (), "examples": ()})
    monkeypatch.setattr(frame.verb_list, "load", lambda verb: Verb)


def _raises(error):
    def act():
        raise error

    return act


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "error: interrupted; nothing was written\n"),
        (InputError("a.run has 1 problem", ("a.run:1  bad",)), 3, "error: a.run has 1 problem\n\na.run:1  bad\n"),
        (FileNotFoundError(2, "No such file or directory", "x"), 3, "error: x: no such file or directory\n"),
        (MemoryError(), 3, "error: out of memory; try --threads 1, or fewer runs at a time\n"),
    ],
)
def test_what_goes_wrong_is_one_message_with_its_exit_code(monkeypatch, capsys, error, code, said):
    _verb_that(monkeypatch, _raises(error))
    assert main(["any"]) == code
    assert capsys.readouterr().err == said


def test_a_fault_of_ours_is_no_traceback(monkeypatch, capsys):
    monkeypatch.delenv("IRASSAY_TRACEBACK", raising=False)
    _verb_that(monkeypatch, _raises(ZeroDivisionError("division by zero")))
    assert main(["any"]) == 70
    err = capsys.readouterr().err
    assert err.startswith("error: a fault in irassay, not in your files: ZeroDivisionError")
    assert "Traceback" not in err


def test_a_reader_that_goes_away_is_not_complained_about():
    script = "import sys; from irassay.cli import main as m; m.verb_list.overview = lambda: 'x' * 10_000_000; "
    process = subprocess.Popen(
        [sys.executable, "-c", script + "sys.exit(m.main(['--help']))"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    process.stdout.read(10)
    process.stdout.close()
    err = process.stderr.read()
    assert (process.wait(30), err) == (141, b"")


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


class Ascii(io.StringIO):
    encoding = "ANSI_X3.4-1968"


@pytest.mark.parametrize(
    ("stream", "color", "env", "coloured"),
    [
        (Terminal(), "auto", {}, True),
        (Terminal(), "auto", {"NO_COLOR": "1"}, False),
        (Terminal(), "auto", {"TERM": "dumb"}, False),
        (Terminal(), "never", {}, False),
        (io.StringIO(), "auto", {}, False),
        (io.StringIO(), "always", {"NO_COLOR": "1"}, True),
    ],
)
def test_colour_is_for_terminals_unless_told(stream, color, env, coloured, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    screen = Screen(color=color, out=stream, err=stream)
    assert (screen.style("x", "bold") != "x") is coloured


def test_without_utf8_every_mark_becomes_ascii_and_columns_keep_their_width():
    out = Ascii()
    screen = Screen(out=out, err=out, width=80)
    screen.result("✗ ▲ · 0.707–0.792 −0.1 ━╌ a…b é")
    assert out.getvalue() == "x ! - 0.707-0.792 -0.1 =- a~b \\xe9\n"


def test_quiet_silences_everything_but_errors():
    out, err = io.StringIO(), io.StringIO()
    screen = Screen(quiet=True, out=out, err=err)
    screen.result("answer")
    screen.explain("why")
    screen.warn("▲ odd")
    screen.next("irassay eval")
    screen.finish(100)
    screen.error("wrong")
    assert (out.getvalue(), err.getvalue()) == ("answer\n", "error: wrong\n")


def test_sentences_are_wrapped_on_a_terminal_and_one_line_in_a_pipe():
    sentence = "one leads " * 20 + "the rest."
    for stream, wraps in ((Terminal, True), (io.StringIO, False)):
        out, err = stream(), stream()
        screen = Screen(color="never", out=out, err=err, width=70)
        screen.say(sentence)
        screen.warn(sentence)
        for text in (out.getvalue(), err.getvalue()):
            assert (max(map(len, text.splitlines())) <= 70) is wraps
            assert (len(text.splitlines()) == 1) is not wraps


def test_next_is_only_for_a_person_who_watches():
    for out, said in ((Terminal(), True), (io.StringIO(), False)):
        err = Terminal()
        screen = Screen(color="never", out=out, err=err)
        screen.next("irassay eval")
        screen.finish(3.42)
        assert err.getvalue() == ("took 3.4 s\nNext: irassay eval\n" if said else "")


def test_progress_is_one_line_that_is_replaced_and_then_cleared(monkeypatch):
    from irassay import progress

    err = Terminal()
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0)
    monkeypatch.setattr(progress, "EVERY", 0)
    progress.show_on(Screen(color="never", out=Terminal(), err=err, width=80))
    try:
        with progress.Progress("Comparing 1,830 pairs", 4) as work:
            for _ in range(4):
                work.step()
    finally:
        progress.show_on(None)
    lines = err.getvalue().split("\r")
    assert lines[3].startswith("Comparing 1,830 pairs  ━━━━━━━━━━━━━━━╌╌╌╌╌   75%  1 s left")
    assert lines[-1] == "\x1b[K"
    assert "\n" not in err.getvalue()


def test_version_is_one_line():
    done = run("--version")
    assert re.fullmatch(r"irassay \d+\.\d+\.\d+\n", done.stdout)


@pytest.mark.parametrize("verb", verb_list.names())
def test_the_help_of_no_verb_loads_what_its_work_needs(verb):
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "irassay", verb, "--help"], capture_output=True, text=True
    )
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if "|" in line}
    assert not loaded & {"numpy", "scipy", "dataclasses", "json", "irassay.kernel._core"}


def test_start_up_loads_nothing_heavy():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "irassay", "eval", "--help"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONNOUSERSITE": "1"},
    )
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if "|" in line}
    forbidden = {
        "numpy",
        "scipy",
        "dataclasses",
        "typing",
        "pathlib",
        "logging",
        "importlib.metadata",
        "json",
        "shutil",
    }
    assert not loaded & forbidden
    assert done.returncode == 0
