"""An option of the command line."""

from __future__ import annotations

from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

_FILE_VALUES = (
    *("FILE", "DIR", "QRELS", "RUN", "RESULT", "QUERIES", "TEXTS", "INDEX", "TEST", "CAMPAIGN", "TASKS"),
    "PREFERENCES",
    "SET",
)

# The groups of options with the headings of a long help, in their order.
GROUPS = {
    "files": "Files",
    "scores": "Scores",
    "comparison": "Comparison over queries",
    "missing-labels": "Missing labels",
    "judging": "What is judged, and what becomes of labels",
    "search": "Index and search",
    "leaks": "Leaks",
    "campaign": "The campaign, and who judges",
    "beside": "Texts and facts beside the scores",
    "decision": "Exit code",
    "answer": "Answer",
}


class Option(Record):
    """One option, by its Python `name`, the same in every function that has it; `spelling` is ``("-m", "--measure")``,
    one capitalised word for an operand, or else the name; `also` still work. The default, which `shown` words, is
    False for a switch, () where repeated. `takes` names what `reading.reader` makes of the text. `count` is 0 for a
    switch, 2 for a pair, "+" for one or more, None for one. Other tools and habits have the names `called`, without
    dashes. `writes` says what the verb writes there, "" where it reads."""

    name: str
    help: str
    group: str
    spelling: tuple[str, ...] = ()
    default: Any = None
    shown: str = ""
    value: str = ""
    takes: str = ""
    choices: tuple[str, ...] = ()
    count: int | str | None = None
    repeated: bool = False
    also: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    writes: str = ""

    def __post_init__(self) -> None:
        self.spelling = self.spelling or (f"--{self.name.replace('_', '-')}",)
        self.default = False if self.count == 0 else () if self.repeated and self.default is None else self.default
        is_shown = self.default is not None and self.default is not False and self.default != ()
        self.shown = self.shown or (str(self.default) if is_shown else "")
        self.value = self.value or "|".join(self.choices)

    def but(self, **values: Any) -> Self:
        """The same with other values; what help says of the default and the choices follows them."""
        derived = {of: "" for name, of in (("default", "shown"), ("choices", "value")) if name in values}
        return super().but(**derived | values)

    @property
    def operand(self) -> bool:
        """Whether it is given by place and not by name."""
        return not self.spelling[0].startswith("-")

    @property
    def files(self) -> bool:
        """Whether its value is a file or a folder."""
        return (self.spelling[0] if self.operand else self.value).rstrip(".") in _FILE_VALUES

    @property
    def usage(self) -> str:
        """How it is written: ``-m, --measure MEASURE``."""
        if self.operand:
            return self.spelling[0] + ("..." if self.count in ("+", "*") else "")
        return ", ".join(self.spelling) + (f" {self.value}" if self.value else "")
