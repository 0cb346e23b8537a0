"""Which format a file has, told by its first bytes. What nobody claims is TREC's: its reader says what is wrong."""

from __future__ import annotations

from irassay.errors import InputError, UsageError, cut
from irassay.formats.lines import cells_of

LABEL_FORMATS = (
    *("trec", "strata", "msmarco", "beir", "quepid", "quepid-json", "rre", "ltr"),
    *("elasticsearch", "elasticsearch-response", "opensearch", "json", "jsonl", "parquet", "ranx", "ranx-parquet"),
    "subtopics",
)
RUN_FORMATS = ("trec", "msmarco", "csv", "elasticsearch-response", "json", "jsonl", "parquet", "ranx", "ranx-parquet")
SAME_AS = {"ranx": "json", "ranx-parquet": "parquet"}  # read alike, written differently
PARQUET = b"PAR1"
HEAD = 16384  # bytes that are looked at
LABEL_COLUMNS, RUN_COLUMNS = 4, 6  # of TREC's files


def label_format(head: bytes, *, source: str) -> str:
    """The format of a label file, by its first decompressed bytes.

    Raises
    ------
    InputError
        It is a run: the files were given in the wrong order.
    """
    if head.startswith(PARQUET):
        return "parquet"
    text, line = text_of(head)
    if text.startswith("{"):
        from irassay.formats import dicts, json_forms, jsonl

        if jsonl.keys_of(text):
            return "jsonl"
        if dicts.looks_like(text):
            return json_forms.form_of(text)
    if "," in line:
        from irassay.formats import quepid

        if quepid.looks_like(line):
            return "quepid"
    if "\t" in line:
        from irassay.formats import beir

        if beir.looks_like(line):
            return "beir"
    if " qid:" in line:
        from irassay.formats import ltr

        if ltr.looks_like(line):
            return "ltr"
    if len(cells_of(line)) == LABEL_COLUMNS + 1:
        from irassay.formats import strata

        if strata.looks_like(line):
            return "strata"
    if is_trec_run(line):
        raise InputError(
            f"{source} looks like a run (6 columns, a score and a tag), expected labels (4 columns); "
            "give the qrels first, then the runs"
        )
    return "trec"


def run_format(head: bytes, *, source: str) -> str:
    """The format of a run file, by its first decompressed bytes.

    Raises
    ------
    InputError
        It holds labels: the files were given in the wrong order.
    """
    if head.startswith(PARQUET):
        return "parquet"
    text, line = text_of(head)
    if text.startswith("{"):
        from irassay.formats import dicts, json_forms, jsonl

        if jsonl.keys_of(text):
            return "jsonl"
        if dicts.looks_like(text):
            form = json_forms.form_of(text)
            return form if form in RUN_FORMATS else "json"
    cells = cells_of(line)
    if len(cells) == LABEL_COLUMNS and _is_number(cells[3]):
        raise InputError(
            f"{source} looks like labels (4 columns: query 0 doc grade), expected a run (6 columns); "
            "give the qrels first, then the runs"
        )
    if len(cells) == 3 and cells[2].isdecimal():
        return "msmarco"
    return "csv" if _is_ranked_table(line, source) else "trec"


def _is_ranked_table(line: str, source: str) -> bool:
    """A heading that runs have; labels in their place are an error."""
    if not any(sign in line for sign in ",;\t"):
        return False
    from irassay.formats import beir, quepid, ranked_table

    if quepid.looks_like(line) or beir.looks_like(line):
        raise InputError(
            f"{source} looks like labels (heading {cut(line)}), expected a run; give the qrels first, then the runs"
        )
    return ranked_table.looks_like(line)


def split(name: str | None) -> tuple[str | None, str | None]:
    """What one ``--input-format`` means for the labels and for the runs; None where the content shall tell.

    >>> split("quepid"), split("json"), split(None)
    (('quepid', None), ('json', 'json'), (None, None))
    """
    if name is None:
        return None, None
    known = tuple(dict.fromkeys((*LABEL_FORMATS, *RUN_FORMATS)))
    checked(name, known)
    return (name if name in LABEL_FORMATS else None, name if name in RUN_FORMATS else None)


def checked(name: str, formats: tuple[str, ...]) -> str:
    """`name`, if it is one of `formats`; otherwise a UsageError that lists them."""
    if name not in formats:
        raise UsageError(f"input_format={name!r}: expected one of {', '.join(formats)}")
    return name


def is_trec_run(line: str) -> bool:
    """Six columns, of which the fourth and fifth are numbers."""
    cells = cells_of(line)
    return len(cells) == RUN_COLUMNS and _is_number(cells[3]) and _is_number(cells[4])


def text_of(head: bytes) -> tuple[str, str]:
    """The head as text, and its first line that is neither empty nor a comment."""
    text = head[:HEAD].decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    line = next((one for one in text.split("\n") if one.strip() and not one.startswith("#")), "")
    return text, line.rstrip("\r")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
