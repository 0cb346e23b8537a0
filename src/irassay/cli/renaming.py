"""What to say where runs of one system have several names: which ``--rename`` would give them one."""

from __future__ import annotations

from irassay.collection.renaming import ANY
from irassay.errors import UsageError, cut
from irassay.wording import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SEPARATORS = "-_.@+ "  # before a part of a name that all runs of a collection may share


def hint(systems: Mapping[str, Iterable[str]]) -> str:
    """What to say where some collection lacks a system: which option gives runs one name, and its values if they show.

    `systems` are the names by collection. "" where no name can be made equal to another: the system is missing.

    Examples
    --------
    >>> hint({"nf": ["bm25-nf", "dense-nf"], "sci": ["bm25-sci", "dense-sci"]})
    "systems are matched by name; here --rename '*-nf=*' --rename '*-sci=*' makes names equal"
    >>> hint({"nf": ["bm25", "e5"], "sci": ["bm25", "dense"]})
    'systems are matched by name; --rename OLD=NEW gives runs of one system one name'
    >>> hint({"nf": ["bm25"], "sci": ["bm25", "dense"]})
    ''
    """
    if not _could_be_one(systems):
        return ""
    texts = proposed({name: list(of) for name, of in systems.items()})
    if not texts:
        return "systems are matched by name; --rename OLD=NEW gives runs of one system one name"
    options = " ".join(f"--rename '{text}'" for text in texts)
    return f"systems are matched by name; here {options} makes names equal"


def _could_be_one(systems: Mapping[str, Iterable[str]]) -> bool:
    """Whether two names could be one system's: no collection has both."""
    has: dict[str, set[str]] = {}
    for collection, names in systems.items():
        for name in names:
            has.setdefault(name, set()).add(collection)
    sets = list({frozenset(of): of for of in has.values()}.values())
    return any(a.isdisjoint(b) for a in sets for b in sets)


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
