"""Runs under other names: so that those of one system have one name on every collection, or a readable one."""

from __future__ import annotations

from irassay.errors import UsageError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from irassay.collection.runs import Runs

ANY = "*"  # stands for any text, once in a name


class Renaming:
    """New names of systems, and which of the texts named any.

    Parameters
    ----------
    texts : sequence of str
        ``OLD=NEW``; one ``*`` in both stands for the same text. Names may hold an equals sign: the first reading that
        names a system holds. The first text that names a system renames it.

    Raises
    ------
    UsageError
        A text that can't be read.

    Examples
    --------
    >>> new = Renaming(["*-nf=*", "k1=0.9=bm25"])
    >>> [new(name) for name in ("dense-nf", "k1=0.9", "other")], new.unused
    (['dense', 'bm25', 'other'], [])
    """

    __slots__ = ("_renamed_by", "_used", "texts")

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self.texts = texts
        self._used: set[str] = set()
        self._renamed_by: dict[str, str] = {}
        for text in texts:
            if not any(old and new and _stars(old, new) for old, new in _readings(text)):
                raise UsageError(f"--rename is {cut(text)}, expected OLD=NEW, or one {ANY} in both: '*-nfcorpus=*'")

    def __call__(self, name: str) -> str:
        """The new name of a system; its own where no text names it."""
        for text in self.texts:
            for old, new in _readings(text):
                renamed = _renamed(name, old, new)
                if renamed:
                    self._used.add(text)
                    self._renamed_by[name] = text
                    return renamed
        return name

    def names(self, systems: Iterable[str]) -> dict[str, str]:
        """Old name -> new name.

        Raises
        ------
        UsageError
            Two systems of one collection would have one name.
        """
        names: dict[str, str] = {}
        before: dict[str, str] = {}
        for system in systems:
            new = names[system] = self(system)
            if new in before:
                raise UsageError(f"--rename gives {cut(before[new])} and {cut(system)} one name, {cut(new)}")
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
            if any(_renamed(name, old, new) for old, new in _readings(text)):
                before = f"{cut(name)} was renamed already, by {cut(first)}"
                raise UsageError(f"--rename {cut(text)}: {before}: put --rename {cut(text)} first")
        raise UsageError(f"--rename {cut(text)}: no run has that name")


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


def renamed(runs: Runs, renaming: Renaming) -> Runs:
    """The runs under their new names, with what was read of their files.

    Examples
    --------
    >>> from irassay import Runs
    >>> renamed(Runs.from_dict({"dense-nf": {"q1": {"d1": 1.0}}}), Renaming(["*-nf=*"])).systems
    ('dense',)
    """
    if not renaming.texts:
        return runs
    from irassay.collection.runs import Runs

    under_new_names = runs.renamed(renaming.names(runs.systems))
    new = under_new_names
    return Runs(new.core, runs.readings, metadata=new.metadata, without_hits=new.without_hits)


def renamed_all(runs: Runs, texts: Sequence[str]) -> Runs:
    """The runs under the names that these texts give; every text must name one.

    Raises
    ------
    UsageError
        A text that can't be read, or names no run; two runs would have one name.
    """
    renaming = Renaming(texts)
    named = renamed(runs, renaming)
    renaming.check()
    return named
