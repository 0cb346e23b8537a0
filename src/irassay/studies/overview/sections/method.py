"""Method and provenance: a paragraph and tables for a paper, citations, and how the page was made, to make it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from irassay.comparison import League
from irassay.drawing.escape import latex
from irassay.messages import CORRECTIONS, IN_LATEX, TESTS, adjustment, number, p_value, plural
from irassay.result import Column, Section, Table, Text
from irassay.studies import paper_methods
from irassay.studies.overview.command import recorded_command
from irassay.studies.overview.comparison import OVERVIEW, OverviewComparison, OverviewEvidence
from irassay.studies.page_section import PageSection, plain_section
from irassay.studies.paper_caption import DAGGERS, bases, caption_of, daggers, lead_open, meaning, order_open
from irassay.studies.paper_scores import Beside, of_scores, table, without_label
from irassay.studies.paper_table import beside_of, cell
from irassay.verdict.label_reach import reach_of
from irassay.verdict.settle import counted_labels
from irassay.verdict.verdict import Verdict

MOST_ROWS = 40


def bibtex(version: str) -> str:
    """How to cite this version of the software."""
    return f"""@software{{irassay,
  title = {{irassay: what relevance labels can say about search systems}},
  author = {{The irassay developers}},
  version = {{{version}}}
}}
@inproceedings{{smucker2007,
  title = {{A comparison of statistical significance tests for information retrieval evaluation}},
  author = {{Smucker, Mark D. and Allan, James and Carterette, Ben}},
  booktitle = {{CIKM}},
  year = {{2007}}
}}
@article{{holm1979,
  title = {{A simple sequentially rejective multiple test procedure}},
  author = {{Holm, Sture}},
  journal = {{Scandinavian Journal of Statistics}},
  volume = {{6}},
  year = {{1979}}
}}
@article{{efron1979,
  title = {{Bootstrap methods: another look at the jackknife}},
  author = {{Efron, Bradley}},
  journal = {{The Annals of Statistics}},
  volume = {{7}},
  year = {{1979}}
}}"""


def leaders_table(verdict: Verdict, beside: Beside) -> str:
    """The leaders, or all systems where they are few; with a baseline all systems and their p-values."""
    league = verdict.league
    if league.baseline:
        return _baseline_table(verdict, beside)
    leaders = set(league.leaders)
    rows = [i for i, s in enumerate(league.systems) if verdict.kind in ("two", "few", "tied") or s in leaders][
        :MOST_ROWS
    ]
    ranks = bool(league.rank_intervals) and league.n > 2
    letters = any(league.letters) and league.n > 2
    heads = [
        "System",
        *(["Rank"] if ranks else []),
        latex(league.measure),
        r"95\% interval",
        *(["Group"] if letters else []),
    ]
    spec = "l" + "r" * ranks + "rr" + "l" * letters
    body = []
    for i in rows:
        low, high = league.rank_intervals[i] if ranks else (0, 0)
        cells = [_name(league, i)]
        if ranks:
            cells.append(f"{low}--{high}" if low != high else str(low))
        cells += [number(float(league.mean[i]), 4), f"{_plain(float(league.low[i]))}--{_plain(float(league.high[i]))}"]
        if letters:
            cells.append(latex(league.letters[i]))
        body.append(" & ".join(cells) + r" \\")
    form = "text" if not letters else "letters" if league.n <= 20 else "many"
    rule = OVERVIEW(f"latex-rule.{form}", **_tested(league)) if league.n > 1 else ""
    caption = OVERVIEW(
        "latex.caption", measure=latex(league.measure), leading=len(rows) if len(rows) < league.n else 0, n=league.n,
        queries=verdict.n_queries, adjustment=adjustment(league.interval),
    )  # fmt: skip
    caption = _with(caption, [rule, *_of_scores(verdict, beside), lead_open([verdict])])
    return table(caption, spec, heads, body, label=f"leaders-{league.measure}")


def _of_scores(verdict: Verdict, beside: Beside) -> list[str]:
    return [*of_scores([verdict], (), beside), without_label([verdict])]


def _with(caption: str, sentences: Sequence[str]) -> str:
    return " ".join([caption, *filter(None, sentences)])


def _name(league: League, i: int) -> str:
    system = league.systems[i]
    return latex(", ".join([system, *league.same.get(system, ())]))


def _plain(x: float) -> str:
    return number(x, 3).replace("−", "$-$")


def _tested(league: League) -> dict[str, Any]:
    test, correction = TESTS[league.test].name, CORRECTIONS[league.correction]
    return {"test": test, "correction": correction, "alpha": league.alpha, "pairs": league.family}


def _baseline_table(verdict: Verdict, beside: Beside) -> str:
    league = verdict.league
    places = bases(league)
    body = []
    for i in range(league.n):
        chances = [
            "" if i == base else p_value(float(league.p_corrected[i, base]), IN_LATEX).replace("<", "$<$")
            for base in places
        ]
        cells = [_name(league, i), f"{number(float(league.mean[i]), 4)}{daggers(league, i)}", *chances]
        body.append(" & ".join(cells) + r" \\")
    caption = OVERVIEW(
        "latex-rule.baseline", measure=latex(league.measure), queries=len(league.queries),
        meaning=meaning(league, [league]), several=len(league.baseline) > 1, **_tested(league),
    )  # fmt: skip
    caption = _with(caption, [*_of_scores(verdict, beside), order_open([verdict])])
    heads = (
        ["$p$, adjusted"] if len(places) == 1 else [rf"$p$, adjusted ($\{mark}$)" for mark, _ in zip(DAGGERS, places)]
    )
    heads = ["System", latex(league.measure), *heads]
    return table(caption, "lr" + "r" * len(places), heads, body, label=f"baseline-{league.measure}")


def measures_table(verdicts: Sequence[Verdict], beside: Beside) -> str:
    """Runs by measures, the highest bold only where it leads alone."""
    main, leagues = verdicts[0].league, [verdict.league for verdict in verdicts]
    runs = main.runs
    body = [" & ".join([latex(run), *(cell(league, run) for league in leagues)]) + r" \\" for run in runs[:MOST_ROWS]]
    heads = ["System", *(latex(league.measure) for league in leagues)]
    rows = {"first": MOST_ROWS if len(runs) > MOST_ROWS else 0, "runs": len(runs), "measures": len(leagues)}
    caption = OVERVIEW("latex.measures", caption=caption_of(main, verdicts, mark="leader", beside=beside), **rows)
    return table(caption, "l" + "r" * len(leagues), heads, body, label="measures")


@dataclass(frozen=True, slots=True)
class Methods:
    """What this section alone reads."""

    order: str = ""  # what orders the documents of a list
    beside: Beside = field(default_factory=Beside)  # what captions say of runs and scores
    others: Sequence[Verdict] = ()  # of the further measures, with the reach of the labels


def method_section(evidence: OverviewEvidence, own: Methods | None = None) -> Section:
    """Paragraph, table, citation and command; without evidence of its own nothing is said of runs."""
    verdict, provenance, own = evidence.verdict, evidence.provenance, own or Methods(others=evidence.others)
    version = provenance.versions.get("irassay", "")
    sentences = [*of_scores([verdict], (), own.beside, write=str), without_label([verdict], write=str)]
    options = provenance.options
    sentences += paper_methods.of_options(duplicates=options.get("duplicates"), residual=options.get("residual"))
    if verdict.league.rank_intervals_bootstrap:
        league = verdict.league
        sentences.append(OVERVIEW("ranks-by-bootstrap", level=1 - league.alpha, n=league.n_bootstrap))
    paragraph = paper_methods.paragraph(verdict, provenance.seed, version, own.order, sentences)
    body = [Text("methods", "Paragraph to paste", paragraph)]
    if verdict.kind not in ("unmatched", "one"):
        leaders = verdict.kind == "many" and len(verdict.league.leaders) < verdict.n
        title = OVERVIEW("latex.leaders" if leaders else "latex")
        body.append(Text("latex", title, leaders_table(verdict, own.beside), "latex"))
    if evidence.others:
        table = measures_table([verdict, *own.others], own.beside)
        body.append(Text("latex-measures", "Table of all measures in LaTeX", table, "latex"))
    body.append(Text("citation", "Citation", bibtex(version), "bibtex"))
    body.append(Text("command", "To make this page again", recorded_command(provenance), "shell"))
    return Section("method", "Method and LaTeX", body, standfirst=OVERVIEW("latex.standfirst"))


def _collected(comparison: OverviewComparison) -> Methods:
    inputs, evidence = comparison.inputs, comparison.evidence
    others = [_with_reach(other, comparison) for other in evidence.others]
    how = evidence.provenance.options.get("identical_ids", "count")
    beside = beside_of(inputs.labels, inputs.runs, comparison.scores, [evidence.verdict, *others], identical_ids=how)
    return Methods(paper_methods.order_of_lists(inputs.runs.readings), beside, others)


def _with_reach(verdict: Verdict, comparison: OverviewComparison) -> Verdict:
    """A verdict by the queries alone with how far the labels reach into its runs."""
    inputs, measure = comparison.inputs, verdict.measure
    assert measure is not None
    labels = counted_labels(verdict.league, inputs.labels, measure)
    return replace(verdict, reach=reach_of(labels, inputs.runs, measure, verdict.systems, comparison.ties))


METHOD = PageSection("method", "Method, LaTeX", _collected, method_section, about="files")


def provenance_section(evidence: OverviewEvidence) -> Section:
    """Options, versions, and the hashes of all input files."""
    provenance = evidence.provenance
    rows = [(name, _shown(value)) for name, value in provenance.options.items() if name != "command"]
    rows += [("command", recorded_command(provenance))] if "command" in provenance.options else []
    rows.append(("seed", str(provenance.seed)))
    rows += [(f"{name} version", version) for name, version in provenance.versions.items()]
    rows += [("signature", signature) for signature in provenance.signatures]
    options = Table(
        "options",
        "How this page was made",
        [Column("what", [a for a, _ in rows]), Column("value", [b for _, b in rows])],
    )
    inputs = Table(
        "inputs",
        f"SHA-256 of {plural(len(provenance.inputs), 'input file')}",
        [Column("file", list(provenance.inputs)), Column("sha256", list(provenance.inputs.values()))],
    )
    return Section("provenance", "Provenance", [options, inputs] if provenance.inputs else [options])


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(str(v) for v in value)
    return str(value)


PROVENANCE = plain_section("provenance", "Provenance", provenance_section, about="files")
