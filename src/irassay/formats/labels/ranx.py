"""What ranx saves of labels: dicts of dicts, as `json`."""

from __future__ import annotations

from irassay.formats.labels import LabelFormat, json

FORMAT = LabelFormat(
    name="ranx",
    line="as `json`: what ranx saves",
    holds="any id",
    detected_by="read as `json`",
    looks_like=None,
    suffixes=(),
    content="text",
    misplaced="",
    ids="any",
    keeps=(),
    read=json.read_labels,
    write=json.write,
)
