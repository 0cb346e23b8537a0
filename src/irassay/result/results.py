"""Result: what every study returns, in reading order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from math import isfinite, nan
from os import PathLike
from typing import Any, TypeAlias

from irassay.errors import InputError, cut
from irassay.provenance import Provenance
from irassay.result import figures
from irassay.result.figures import PairMatrix
from irassay.result.parts import Column, Figure, Finding, Shown, Table, Text, short
from irassay.upward import ask

# Columns of a PairMatrix that hold numbers.
PAIR_NUMBERS = ("difference", "low", "high", "p", "p_corrected", "labels_low", "labels_high", "effect")
FORMAT = "irassay.result/1"
Item: TypeAlias = Finding | Table | Figure | Text


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part of a result; its body in reading order."""

    name: str
    title: str
    body: Sequence[Item]
    standfirst: str = ""  # a lead sentence
    short_title: str = ""


@dataclass(frozen=True, slots=True)
class Result(Shown):
    """What a study found, in reading order.

    Attributes
    ----------
    title, standfirst : str
        The verdict and what it rests on.
    sections : sequence of Section
    provenance : Provenance
    facts : sequence of str
        Short facts for the line above the title: "63 systems", "53 queries", "10,828 labels", "nDCG@10".
    advice : str
        What to do, in one sentence; stands in bold after the standfirst, which doesn't hold it. "" for none.
    verdicts : sequence of mapping
        What is known of each measure's systems, the main measure's first: documents of the format
        ``irassay.verdict/1``, which `irassay.verdict.verdicts_of` loads. For later tools; a page doesn't show them.

    Examples
    --------
    >>> from irassay import Qrels, Runs, overview
    >>> qrels, runs = Qrels.from_dict({"q": {"a": 1}}), Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
    >>> result = overview(qrels, runs, measures=["P@1"])
    >>> result.facts[:2], len(result.tables) > 0
    (['2 systems', '1 query'], True)
    """

    title: str
    standfirst: str
    sections: Sequence[Section]
    provenance: Provenance
    facts: Sequence[str] = ()
    study: str = ""
    advice: str = ""
    verdicts: Sequence[Mapping[str, Any]] = ()

    def __repr__(self) -> str:
        parts = f"{len(self.findings)} findings, {len(self.tables)} tables, {len(self.figures)} figures"
        return f"Result({short(self.title)!r}, {parts})"

    @property
    def findings(self) -> Sequence[Finding]:
        """All sections' findings, in order."""
        return [item for section in self.sections for item in section.body if isinstance(item, Finding)]

    @property
    def tables(self) -> Sequence[Table]:
        """All sections' tables, in order."""
        return [item for section in self.sections for item in section.body if isinstance(item, Table)]

    @property
    def figures(self) -> Sequence[Figure]:
        """All sections' figures, in order."""
        return [item for section in self.sections for item in section.body if isinstance(item, Figure)]

    def write(self, to: str | PathLike[str]) -> None:
        """Write it to a file, in the form that the suffix names.

        Parameters
        ----------
        to : path
            ``.html`` the page, which needs no network; ``.json`` everything (``irassay.result/1``); ``.csv``, ``.tsv``
            and ``.tex`` the main table (the league where there is one); ``.txt`` words and tables.

        Raises
        ------
        UsageError
            For another suffix, or a folder that is not there; nothing is written.
        InputError
            The file can't be written; what stood there stays.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> page = pathlib.Path(tempfile.mkdtemp()) / "report.html"
        >>> Result("A title.", "What it rests on.", (), Provenance()).write(page)
        >>> "A title." in page.read_text()
        True
        """
        ask("write_result")(self, to)

    def to_json(self) -> str:
        """The versioned JSON form, ``irassay.result/1``. Numbers that are not finite become null.

        Returns
        -------
        str
            One line.

        Examples
        --------
        >>> Result("A title.", "What it rests on.", (), Provenance()).to_json()[:28]
        '{"format":"irassay.result/1"'
        """
        import json

        body = {"format": FORMAT, **encode(self)}
        return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Result:
        """The Result that `to_json` wrote; null in a column of numbers becomes NaN again.

        Parameters
        ----------
        text : str

        Returns
        -------
        Result

        Raises
        ------
        InputError
            For JSON that is not ``irassay.result/1``.

        Examples
        --------
        >>> Result.from_json(Result("A title.", "What it rests on.", (), Provenance()).to_json()).title
        'A title.'
        """
        import json

        try:
            body = json.loads(text)
        except ValueError as why:
            raise InputError(
                f"not a saved result: {why}; expected JSON that irassay report -o FILE.json wrote"
            ) from None
        form = body.pop("format", None) if isinstance(body, dict) else None
        if form != FORMAT:
            raise InputError(f"a saved result of the format {cut(form)}, expected {FORMAT}: make it again")
        verdicts = body.pop("verdicts", ())  # as they are: whoever loads them reads their own format
        if not isinstance(verdicts, (list, tuple)) or not all(isinstance(verdict, dict) for verdict in verdicts):
            raise InputError("a saved result whose verdicts are no documents; make it again")
        try:
            result = decode(body, KINDS)
        except (TypeError, KeyError) as why:
            raise InputError(f"a saved result with a part missing: {why}; make it again") from None
        if not isinstance(result, cls):
            raise InputError("a saved result without sections; make it again")
        return replace(result, verdicts=tuple(verdicts))


KINDS: Mapping[str, type[Any]] = {
    kind.__name__: kind for kind in (*figures.ALL, Finding, Column, Table, Text, Section, Result, Provenance)
}


def encode(value: Any) -> Any:
    """JSON values only. A class becomes an object with its name under "kind"."""
    if is_dataclass(value) and not isinstance(value, type):
        parts = {f.name: encode(getattr(value, f.name)) for f in fields(value)}
        return {"kind": type(value).__name__, **parts}
    if isinstance(value, Mapping):
        return {str(k): encode(v) for k, v in value.items()}
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else None
    if hasattr(value, "tolist"):  # an array or a scalar of NumPy
        return encode(value.tolist())
    return [encode(v) for v in value]


def decode(value: Any, kinds: Mapping[str, type[Any]]) -> Any:
    """The values that `encode` wrote; `kinds` are the classes that an object may become, by name."""
    if isinstance(value, list):
        return tuple(decode(v, kinds) for v in value)
    if not isinstance(value, dict):
        return value
    kind = value.get("kind")
    parts = {k: decode(v, kinds) for k, v in value.items()}
    if not isinstance(kind, str) or kind not in kinds:
        return parts
    cls = kinds[kind]
    names = {f.name for f in fields(cls)}
    values = {k: v for k, v in parts.items() if k in names}
    if cls is Column:
        values["values"] = _numbers(values["values"])
    elif cls is PairMatrix:
        values.update({k: _numbers(values[k]) for k in PAIR_NUMBERS if k in values})
    return cls(**values)


def _numbers(values: Sequence[Any]) -> Sequence[Any]:
    """None among floats is NaN again; other columns are left as they are."""
    present = [v for v in values if v is not None]
    floats = any(isinstance(v, float) for v in present)
    if floats and all(isinstance(v, (int, float)) for v in present):
        return tuple(nan if v is None else v for v in values)
    return values
