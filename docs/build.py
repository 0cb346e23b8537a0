"""Make the documentation: write the generated pages, then build the site. `make docs` runs it.

Generated pages are kept in the repository, so that they can be read without building anything, and a test holds them
to what they are made from: architecture.md from the import contract, command-line.md from ``--help all``, formats.md
from the table of formats, measures.md from the definitions, messages.md from the findings and errors. What commands
print in the README, the quick start and the tutorials is taken from running them, and stands there to the letter.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
NOTE = "<!-- Made by docs/build.py; change what it is made from. -->\n\n"


def command_line() -> str:
    """The page of all verbs and options."""
    from irassay.cli import options, verb_list
    from irassay.cli.parser import Parser

    parts = ["# Command line\n", EXIT_CODES, STREAMS]
    for command, text in (("", verb_list.overview()), (" all", verb_list.every_verb())):
        parts.insert(-2, f"```\n$ irassay --help{command}\n{text}\n```\n")
    for verb in verb_list.names():
        parts.append(f"## irassay {verb}\n")
        parts.append(f"```\n$ irassay {verb} --help all\n{Parser(verb).format_help()}\n```\n")
    parts.append("## All options\n")
    parts.append(
        "The same option means the same in every verb and, under its Python name, in every function, but for:\n"
    )
    parts.append("\n".join(f"- `{spelling}`: {why}" for spelling, why in options.two_meanings().items()) + "\n")
    parts.append("An option that takes one value refuses a second, different one; what can be repeated says so.\n")
    rows = ["| Option | In Python | Default | What it does |", "|---|---|---|---|"]
    taken = {option.name for verb in verb_list.names() for option in Parser(verb).options}
    for option in options.every().values():
        if option.name in taken:
            cells = (f"`{option.usage}`", f"`{option.name}`", option.shown or "–", option.help)
            rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    parts.append("\n".join(rows) + "\n")
    return NOTE + "\n".join(parts)


EXIT_CODES = """## Exit codes

| Code | Meaning |
|---|---|
| 0 | the answer was written, whatever it says |
| 1 | `check` found an error, or a finding that `--fail-on` names; `--expect`: queries and labels settle the opposite |
| 2 | wrong use: an unknown verb, option or value |
| 3 | input that can't be used; nothing was computed (`check`: a file that can't be opened or decoded) |
| 4, 5 | with `--expect`: undecided, exactly tied, unless `--fail-on` names a finding of `check` that is there: then 1 |
| 70 | a fault in irassay |
| 130 | interrupted; nothing was written, or it says that all was |
| 141 | the reader of the output has closed it |
| 143 | ended by SIGTERM, as at 130 |

With `--expect`, an order is settled by the queries where the difference is significant, and by the labels as far as
`--require` asks. With `--margin` 0 says that the first system is not worse by the margin or more, 1 that it is, 4 that
this is undecided; nothing is tied.
"""

STREAMS = """## Streams

Results and findings go to standard output; progress, counted warnings, errors, explanations and `Next:` to standard
error. On a terminal the default format is a table. Into a pipe or file it is tab-separated values at full precision
(`system<TAB>query<TAB>measure<TAB>value`, where the query `all` stands for the summary), without colour, progress or
`Next:`. `--quiet` silences everything on standard error but errors; it changes no result. `NO_COLOR` and
`--color never` turn colour off; where the locale is not UTF-8 every mark has an ASCII form.
"""


def measures() -> str:
    """The page of all measures."""
    from irassay.measures import DEFINITIONS

    parts = ["# Measures\n", MEASURES]
    for definition in DEFINITIONS.values():
        better = "Higher is better." if definition.direction == 1 else "Lower is better."
        parts.append(f"## {definition.name}\n\n`{definition.pattern}`\n\n{definition.sentence} {better}\n")
        rows = [f"- `{p.name}`: {p.meaning} ({p.expected})" for p in definition.parameters]
        if rows:
            parts.append("\n".join(rows) + "\n")
        of = definition.names
        others = [
            f"`{name}`" for name in dict.fromkeys((of.mteb, of.beir, *of.also)) if name and name != definition.name
        ]
        if others:
            parts.append(f"Elsewhere: {', '.join(others)}\n")
        if definition.names.trec_eval:
            parts.append(f"trec_eval: {', '.join(f'`{name}`' for name in definition.names.trec_eval.split(', '))}\n")
        parts.append(f"*{definition.citation}*\n")
    return NOTE + "\n".join(parts)


MEASURES = """A measure is written as `NAME`, `NAME@k`, or with parameters `NAME(rel=2)@k`; trec_eval's names work too.
So do names of other tools, in any case: `ndcg@10`, `MRR@10`, `recall@100`. `irassay eval` and `compare` print what was
asked for.
A cutoff in brackets can be left out: then the measure reads each list to its end. What all of them share:

- Equal scores are ordered by document id, highest byte string first. A run's rank column is checked and never used.
- A query of the labels that a run leaves out scores 0 and is reported. Queries without labels are ignored and counted.
- A document without a label has gain 0 and is not relevant; `judged_only=True` drops such documents first.
- A negative grade is a label of gain 0.
- Per-query values are averaged; counts are summed.

`irassay measures` prints this list.
"""


def messages() -> str:
    """The page of everything that has a code."""
    from irassay.messages import listed
    from irassay.messages.facts import Entry, facts
    from irassay.preflight.catalogue import catalogue
    from irassay.preflight.comparable import meanings

    def told(entry: Entry) -> str:
        verbs = "" if entry.verbs == ("check",) else f" of {listed(entry.verbs)}"
        points = "\n".join(f"- *{ASKED[heading]}*: {text}" for heading, text in entry.told().items())
        return (
            f"### `{entry.code}`\n\n{listed(entry.levels, last='or').capitalize()}{verbs}: {entry.text}.\n\n{points}\n"
        )

    def of_lines(error: bool) -> str:
        of = [e for e in catalogue().values() if e.code.startswith("lines-") and (e.levels == ("error",)) is error]
        last, same = ("What to do", "matters") if error else ("What it does", "")
        shared = " ".join(getattr(of[0], name) for name in ("found", same, "unseen") if name)
        rows = [f"| Code | A line ... | {last} |", "|---|---|---|"]
        rows += [f"| `{e.code}` | {e.text.removeprefix('a line ')} | {e.mend if error else e.matters} |" for e in of]
        return "\n".join([f"{shared}\n", *rows]) + "\n"

    of_files = [entry for entry in catalogue().values() if not entry.code.startswith("lines-")]
    of_league = [entry for entry in of_files if entry.verbs == ("compare",)]
    parts = ["# Messages\n", MESSAGES, "## Labels and runs\n"]
    parts += [told(entry) for entry in of_files if entry not in of_league]
    rows = ["| Flag | When |", "|---|---|", *(f"| {word} | {meaning} |" for word, meaning in meanings().items())]
    parts += [NOT_COMPARABLE, "\n".join(rows) + "\n", "## Findings of compare\n", OF_COMPARE, *map(told, of_league)]
    parts += ["## Lines that can't be used\n", of_lines(True), "## Lines that are odd and harmless\n", of_lines(False)]
    parts += ["## Answers and pages\n", OF_ANSWERS, *map(told, facts().values())]
    return NOTE + "\n".join(parts)


OF_ANSWERS = """The JSON of every other answer and page names its facts by these codes. SET, SELECTION and N stand for a
name or number of the data.
"""
OF_COMPARE = """`irassay compare --fail-on` takes these names beside the levels. With a name of `irassay check` it
checks the files too.
"""

NOT_COMPARABLE = """## Runs that are not comparable as they are

A finding is about the files; a flag is about one run whose score should not be read beside the others' before its
reason is known. `check` lists them below its findings (but for *unjudged*, where the finding `unjudged-differ` says it
already), the report marks them with † in the league table. Nothing is left out: flagged runs are compared like all
others. The thresholds keep flags rare: 1 of TREC DL 2021's 63 runs has one, and 14 of TREC-COVID's 126 in its fifth
round.
"""


ASKED = {
    "How it was found": "Found", "Why it matters": "Matters", "How to mend it": "Mend", "What it can't see": "Unseen",
}  # fmt: skip
MESSAGES = """`irassay check qrels.txt runs/` asks whether labels and runs belong together, before any score is
believed; the worst findings come first. `irassay explain CODE` prints an entry of this page: how it was found, why
it matters, how to mend it, and what it can't see. `irassay explain` lists the codes; `irassay check --all` says
which checks found nothing and which did not apply.

An error makes the exit code 1, and so does what `--fail-on` names, a level or a code. Exit code 3 is for what can't
be opened or decoded. Programs read `--format json`: the code, the numbers by name, and the runs under `systems`;
`text` and `where` are for people.
"""


def formats() -> str:
    """The page of all formats."""
    from irassay.formats import registry, training

    parts = ["# Formats\n", FORMATS_PAGE]
    for kind, meaning in {**registry.KINDS, training.KIND: training.MEANING}.items():
        parts.append(f"## {kind.capitalize()}\n\n{meaning[0].upper()}{meaning[1:]}.\n")
        rows = ["| Format | A line or entry | Holds | Detected by | |", "|---|---|---|---|---|"]
        for one in registry.entries(kind):
            way = {(True, True): "read, written", (True, False): "read", (False, True): "written"}
            cells = (f"`{one.name}`", one.line, one.holds, one.detected_by, way[one.reads, one.writes])
            rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        parts.append("\n".join(rows) + "\n")
    return NOTE + "\n".join([*parts, training_columns()])


def training_columns() -> str:
    """What the columns of training rows are called."""
    from irassay.formats.training import records

    def told(names: tuple[str, ...], begin: tuple[str, ...] = ()) -> str:
        return ", ".join(f"`{name}`" for name in (*(f"{name}*" for name in begin), *names))

    return (
        "Columns of training rows are told by their names: the query is the first there is of "
        f"{told(records.QUERIES)}, its id of {told(records.IDS)}; without an id the number of the line or row is one. "
        f"Positives are in {told(*records.POSITIVES)}, negatives in {told(*records.NEGATIVES)}; a column whose name "
        "ends in `_id` or `_ids` has the ids of passages. `--train-query`, `--train-positive` and `--train-negative` "
        "name columns that are called otherwise. MS MARCO numbers queries and passages alike: of several "
        "`--train-corpus` files the first has the texts of the queries, the others those of the passages.\n"
    )


FORMATS_PAGE = """irassay reads and writes these formats. It detects the format of a file from its content;
`--input-format` overrides that. Every file may be plain or compressed. [Files](files.md) says how
files are read and what is refused.

`irassay convert FILE... --to FORMAT -o FILE` goes from any format to any other of its kind:

    irassay convert ratings.csv --to trec --rename-queries names.tsv -o qrels.txt

What the other format can't hold is never dropped in silence. Ids that it can't hold are an error, and
`--rename-queries FILE` writes q1, q2, ... for the queries and their old ids to FILE; given the same FILE again, it uses
the names in it, so that labels and runs agree. Scores, names of runs, strata and whatever else has no place are counted
and reported on standard error. A file gets its name only when it is complete. In Python the same is
`irassay.write_qrels`, `irassay.write_runs`, and `write_preferences` and `write_texts` of `irassay.formats`, which warn
with a `LossWarning`.

Labels and runs need not be in files. `read_qrels` and `read_runs`, and every function of `irassay` itself that takes
labels or runs (those of its rooms, such as `irassay.estimates.coverage`, take what these return), take
dicts of dicts, frames of pandas, polars and Arrow, records (dicts or named tuples, as ir_measures and ir_datasets have
them) and ranx's Qrels and Run; of runs also several in a list or by their names, where paths and `Runs` that kept
their scores may stand beside the others: `irassay.read_runs({"bm25": "bm25.run", "dense": frame})`. Files of several
formats are read together, each by its own. The readers take the datasets of
ir_datasets too:

```python
import irassay
from irassay.formats import to_frame

qrels = irassay.read_qrels("ir_datasets:antique/test")
runs = irassay.read_runs(frame)  # query_id, doc_id, score [, run], or qid, docno, score [, rank, name]
queries = irassay.read_texts("ir_datasets:antique/test")  # ir_datasets:antique/test#docs for the documents
to_frame(qrels, library="polars", spelling="qid")  # qid, docno, label
```
"""


def sessions(text: str, folder: Path) -> str:
    """The text with what its sessions print now, on the demo's files in the folder.

    Commands of ``console`` blocks are run as on a terminal; a ``python`` block before a ``text`` block is run, and the
    second holds what it prints.
    """
    parts = text.split(CONSOLE)
    for i, part in enumerate(parts[1:], 1):
        block, _, rest = part.partition("```")
        said = [f"$ {command}\n{_shown(command, folder)}" for command in commands(block)]
        parts[i] = "\n".join(said) + "```" + rest
    return PYTHON.sub(
        lambda found: found[1] + found[2] + found[3] + _printed(found[2], folder) + "```", CONSOLE.join(parts)
    )


CONSOLE = "```console\n"
PYTHON = re.compile(r"(```python\n)(.*?)(```\n\n```text\n)(.*?)```", re.S)
END = b"\x1e"
TIMING = re.compile(r"^took (\d+(\.\d)? s|\d+ min \d+ s)\n", re.M)
PROGRESS = re.compile(r"[^\n]*\r\x1b\[K")


def commands(block: str) -> list[str]:
    """The commands of a ``console`` block."""
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]


def files_of(name: str, folder: Path) -> None:
    """The files that a page's sessions are run on: a tutorial's own, two lists with texts, else the demo's."""
    make = ["-m", "irassay", "demo", "--to", "."]
    if name == DECIDE:
        make = [str(HERE / "decide_files.py"), "."]
    if name in TUTORIALS:
        make = [str(HERE / "tutorials" / "files.py"), Path(name).stem, "."]
    subprocess.run([sys.executable, *make], cwd=folder, check=True, capture_output=True)


def _printed(code: str, folder: Path) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


@cache
def _shown(command: str, folder: Path) -> str:
    """What a person sees who types the command on a terminal of 80 columns without colour."""
    import pty

    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "COLUMNS": "80", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "TERM": "xterm"}
    ours, theirs = pty.openpty()
    script = 'bash -c "$0"; printf "\\036"'
    process = subprocess.Popen(["bash", "-c", script, command], cwd=folder, env=env, stdout=theirs, stderr=theirs)
    seen = b""
    while not seen.endswith(END):  # a terminal that its last writer closes may lose the last line
        seen += os.read(ours, 65536)
    process.wait()
    os.close(theirs)
    os.close(ours)
    text = PROGRESS.sub("", seen.removesuffix(END).decode("utf-8").replace("\r\n", "\n"))
    return TIMING.sub("", text)


TUTORIALS = tuple(f"tutorials/{user}.md" for user in ("researcher", "organiser", "search-engineer", "benchmark-keeper"))
ON_DEMO = ("quick-start.md", "other-tools.md", "../README.md")
DECIDE = "decide.md"
WITH_SESSIONS = (*ON_DEMO, *TUTORIALS, DECIDE)


def generated() -> dict[str, str]:
    """File name -> text of every generated page."""
    sys.path.insert(0, str(HERE))
    import architecture

    return {
        "architecture.md": NOTE + architecture.page(),
        "command-line.md": command_line(),
        "formats.md": formats(),
        "measures.md": measures(),
        "messages.md": messages(),
    }


def build() -> int:
    """Write the generated pages and build the site."""
    pages = generated()
    for together in (ON_DEMO, *((name,) for name in (*TUTORIALS, DECIDE))):
        with tempfile.TemporaryDirectory() as folder:
            files_of(together[0], Path(folder))
            for name in together:
                pages[name] = sessions((HERE / name).read_text(encoding="utf-8"), Path(folder))
    import sentences

    sentences.write(HERE.parent / "build" / "sentences.md")
    for name, text in pages.items():
        (HERE / name).write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "zensical", "build", "--clean", "--strict"], cwd=HERE.parent)
    for leftover in (HERE.parent / "site").rglob("*.py"):
        leftover.unlink()
    return done.returncode


if __name__ == "__main__":
    sys.exit(build())
