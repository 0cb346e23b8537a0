"""``--rename OLD=NEW``: runs under other names, so that those of one system have one name on every collection."""

from __future__ import annotations

from irassay.errors import UsageError, cut
from irassay.wording import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

ANY = "*"  # stands for any text, once in a name
SEPARATORS = "-_.@+ "  # before a part of a name that all runs of a collection may share


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

    __slots__ = ("_used", "texts")

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self.texts = texts
        self._used: set[str] = set()
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
        if self.unused:
            raise UsageError(f"--rename {cut(self.unused[0])}: no run has that name")


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


def hint(systems: Mapping[str, Iterable[str]]) -> str:
    """What to say where some collection lacks a system: which option gives runs one name, and its values if they show.

    `systems` are the names by collection.

    Examples
    --------
    >>> hint({"nf": ["bm25-nf", "dense-nf"], "sci": ["bm25-sci", "dense-sci"]})
    "systems are matched by name; here --rename '*-nf=*' --rename '*-sci=*' makes names equal"
    >>> hint({"nf": ["bm25"], "sci": ["bm25", "dense"]})
    'systems are matched by name; --rename OLD=NEW gives runs of one system one name'
    """
    texts = proposed({name: list(of) for name, of in systems.items()})
    if not texts:
        return "systems are matched by name; --rename OLD=NEW gives runs of one system one name"
    options = " ".join(f"--rename '{text}'" for text in texts)
    return f"systems are matched by name; here {options} makes names equal"


def nothing_in_common(systems: Mapping[str, Iterable[str]]) -> UsageError:
    """The error where no system is on every collection."""
    names = listed([cut(name)[1:-1] for name in systems], 10)
    return UsageError(f"no system is in all collections ({names}); {hint(systems)}")


def proposed(systems: Mapping[str, Sequence[str]]) -> list[str]:
    """A text of ``--rename`` for each collection whose runs share the end or the beginning of their names.

    Only where more systems are on every collection then.
    """
    now = len(set.intersection(*map(set, systems.values())))
    best: tuple[int, list[str]] = (now, [])
    for backwards in (False, True):
        names = [[name[::-1] for name in of] if backwards else list(of) for of in systems.values()]
        for first in _ends(names[0]):
            ends = [first]
            common = {name.removesuffix(first) for name in names[0]}
            for of in names[1:]:
                end = max(_ends(of), key=lambda end: len(common & {name.removesuffix(end) for name in of}))
                common &= {name.removesuffix(end) for name in of}
                ends.append(end)
            if len(common) > best[0]:
                texts = [end[::-1] + ANY if backwards else ANY + end for end in ends if end]
                best = (len(common), [f"{text}={ANY}" for text in dict.fromkeys(texts)])
    return best[1]


def _ends(names: Sequence[str]) -> list[str]:
    """The ends that all names share, from a separator on, the shortest first; "" is one."""
    first = names[0]
    ends = [first[at:] for at in range(len(first) - 1, 0, -1) if first[at] in SEPARATORS]
    return ["", *(end for end in ends if all(name.endswith(end) and name != end for name in names))]
