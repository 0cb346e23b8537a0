"""What to paste: a methods paragraph, a LaTeX table, a citation, the command; and where every number came from."""

from __future__ import annotations

from irassay.provenance import Provenance
from irassay.result import Column, Section, Table, Text
from irassay.studies.overview import latex, words_method
from irassay.studies.overview.evidence import Evidence
from irassay.wording import plural


def method_section(evidence: Evidence, provenance: Provenance) -> Section:
    """Paragraph, table, citation and command."""
    verdict = evidence.verdict
    version = provenance.versions.get("irassay", "")
    paragraph = words_method.paragraph(verdict, provenance.seed, version)
    if "residual" in provenance.options:
        paragraph += " " + words_method.RESIDUAL
    if verdict.league.rank_intervals_bootstrap:
        paragraph += " " + words_method.bootstrap_ranks(verdict.league)
    body = [Text("methods", "Paragraph to paste", paragraph)]
    if verdict.kind not in ("unmatched", "one"):
        body.append(Text("latex", words_method.latex_title(verdict), latex.leaders_table(verdict), "latex"))
    if evidence.others:
        body.append(Text("latex-measures", "Table of all measures in LaTeX", latex.measures_table(evidence), "latex"))
    body.append(Text("citation", "Citation", words_method.bibtex(version), "bibtex"))
    body.append(Text("command", "To make this page again", words_method.shell(provenance), "shell"))
    return Section("method", "Method and LaTeX", body)


def provenance_section(provenance: Provenance) -> Section:
    """Options, versions, and the hashes of all input files."""
    rows = [(name, _shown(value)) for name, value in provenance.options.items() if name != "command"]
    rows += [("command", words_method.shell(provenance))] if "command" in provenance.options else []
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
