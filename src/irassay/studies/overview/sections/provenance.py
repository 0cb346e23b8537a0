"""Where every number came from: options, versions, hashes."""

from __future__ import annotations

from irassay.messages import plural
from irassay.result import Column, Section, Table
from irassay.studies.overview.command import recorded_command
from irassay.studies.overview.comparison import OverviewEvidence
from irassay.studies.page_section import plain_section


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


SECTION = plain_section("provenance", "Provenance", provenance_section, about="files")
