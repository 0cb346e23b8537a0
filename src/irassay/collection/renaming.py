"""New names of systems, as ``--rename`` and `Runs.renamed` give them. Runs under them are in `runs`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from irassay.errors import UnknownSystem, UsageError, cut
from irassay.messages import conjugate, listed

ANY = "*"  # stands for any text, once in a name
NAMED, NAMED_OF_EACH = 5, 3  # systems that an error names, of all and of each of several collections


class Renaming:
    """New names of systems by texts ``OLD=NEW``, one ``*`` in both the same text; UsageError where one can't be read.
    Of several readings, and of several texts, the first that names a system holds."""

    __slots__ = ("_option", "_pairs", "_renamed_by", "_systems", "_used", "texts")

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self.texts = texts
        self._option = "--rename"
        self._systems: dict[str, None] = {}  # all that were seen
        self._used: set[str] = set()
        self._renamed_by: dict[str, str] = {}
        self._pairs = {text: list(_readings(text)) for text in texts}
        for text, pairs in self._pairs.items():
            if not any(old and new and _stars(old, new) for old, new in pairs):
                raise UsageError(f"--rename is {cut(text)}, expected OLD=NEW, or one {ANY} in both: '*-nfcorpus=*'")

    @classmethod
    def of_names(cls, names: Mapping[str, str]) -> Renaming:
        """From old name -> new name, under the rules of the texts."""
        if not isinstance(names, Mapping):
            raise UsageError(f"expected new names as {{old: new}}, but got {type(names).__name__}")
        for old, new in names.items():
            if not (isinstance(old, str) and isinstance(new, str) and old and new and _stars(old, new)):
                raise UsageError(
                    f"renamed got {old!r:.80}: {new!r:.80}, expected two names, or one {ANY} in both: "
                    "{'*-nfcorpus': '*'}"
                )
        renaming = cls()
        renaming._option = "renamed"
        renaming._pairs = {f"{old}={new}": [(old, new)] for old, new in names.items()}
        renaming.texts = list(renaming._pairs)
        return renaming

    def __call__(self, name: str) -> str:
        """The new name of a system; its own where no text names it."""
        self._systems[name] = None
        for text, pairs in self._pairs.items():
            for old, new in pairs:
                renamed = _renamed(name, old, new)
                if renamed:
                    self._used.add(text)
                    self._renamed_by[name] = text
                    return renamed
        return name

    def names(self, systems: Iterable[str]) -> dict[str, str]:
        """Old name -> new name; UsageError where two systems of one collection would have one name."""
        names: dict[str, str] = {}
        before: dict[str, str] = {}
        for system in systems:
            new = names[system] = self(system)
            if new in before:
                raise UsageError(f"{self._option} gives {cut(before[new])} and {cut(system)} one name, {cut(new)}")
            before[new] = system
        return names

    @property
    def unused(self) -> list[str]:
        """The texts that have named no system."""
        return [text for text in self.texts if text not in self._used]

    def check(self) -> None:
        """Raise, once all systems are known, where a text names none."""
        if not self.unused:
            return
        text = self.unused[0]
        for name, first in self._renamed_by.items():
            if any(_renamed(name, old, new) for old, new in self._pairs[text]):
                before = f"{cut(name)} was renamed already, by {cut(first)}"
                again = f"--rename {cut(text)}" if self._option == "--rename" else cut(text)
                raise UsageError(f"{self._option} {cut(text)}: {before}: put {again} first")
        there = nearest_first([old for old, _ in self._pairs[text]], self._systems)
        raise UnknownSystem(f"{self._option} {cut(text)}: no run has that name; there {there}", self._pairs[text][0][0])


def systems_in(collections: Mapping[str, Iterable[str]]) -> str:
    """Which systems some collections have, a few of each."""
    of = {cut(name)[1:-1]: [cut(system)[1:-1] for system in systems] for name, systems in collections.items()}
    return "; ".join(f"{name} has {listed(systems, NAMED_OF_EACH)}" for name, systems in of.items())


def named_by_file(wanted: str, systems: Iterable[str]) -> str:
    """Why a name that somebody expects is a file's here; "" where no system is called so but for an ending."""
    if not any(name.startswith(f"{wanted}.") for name in systems):
        return ""
    return "; runs are named by their files where two tags are equal or one is missing: irassay check says which"


def nearest_first(wanted: Sequence[str], systems: Iterable[str]) -> str:
    """The names of systems, nearest to one of the wanted first; all but a few are counted."""
    from difflib import SequenceMatcher

    plain = [name.replace(ANY, "").lower() for name in wanted]
    near = {name: max(SequenceMatcher(None, name.lower(), one).ratio() for one in plain) for name in systems}
    names = [cut(name)[1:-1] for name in sorted(near, key=lambda name: (-near[name], name))]
    return f"{conjugate(len(names), 'is')} {listed(names, NAMED) or 'none'}"


def _readings(text: str) -> Iterator[tuple[str, str]]:
    """Every way to part a text at an equals sign."""
    for at in (i for i, c in enumerate(text) if c == "="):
        yield text[:at].strip(), text[at + 1 :].strip()


def _stars(old: str, new: str) -> bool:
    return old.count(ANY) <= 1 and new.count(ANY) <= old.count(ANY)


def _renamed(name: str, old: str, new: str) -> str:
    """The new name; "" where the old one is not this name's."""
    if name == old:
        return new
    if not (new and old.count(ANY) == 1 and _stars(old, new)):
        return ""
    start, end = old.split(ANY)
    if len(name) <= len(start) + len(end) or not (name.startswith(start) and name.endswith(end)):
        return ""
    return new.replace(ANY, name[len(start) : len(name) - len(end)])
