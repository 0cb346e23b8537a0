"""Sentences on runs of one system with several names: the ``--rename`` that gives them one."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress

from irassay.collection.renaming import ANY, Renaming, systems_in
from irassay.errors import IrassayError, UsageError, cut
from irassay.messages import count, listed, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from irassay.collection.runs import Runs

SEPARATORS = "-_.@+ "  # before a part of a name that all runs of a collection may share


def hint(systems: Mapping[str, Iterable[str]]) -> str:
    """What to say where a collection lacks a system: the option that gives runs one name, its values if they show; ""
    where no name can become another. `systems` are names by collection."""
    if not _could_be_one(systems):
        return ""
    texts = proposed({name: list(of) for name, of in systems.items()})
    if not texts:
        return "systems are matched by name; --rename OLD=NEW gives runs of one system one name"
    options = " ".join(f"--rename '{text}'" for text in texts)
    new = _renamed_sets(systems, texts)
    everywhere, anywhere = len(set.intersection(*new)), len(set.union(*new))
    return (
        f"systems are matched by name; here {options} gives {count(everywhere)} of {plural(anywhere, 'system')} one "
        "name everywhere"
    )


def _could_be_one(systems: Mapping[str, Iterable[str]]) -> bool:
    """Whether two names could be one system's: no collection has both."""
    has: dict[str, set[str]] = {}
    for collection, names in systems.items():
        for name in names:
            has.setdefault(name, set()).add(collection)
    sets = list({frozenset(of): of for of in has.values()}.values())
    return any(a.isdisjoint(b) for a in sets for b in sets)


def nothing_in_common(systems: Mapping[str, Iterable[str]]) -> UsageError:
    """The error where no system is on every collection, with some that each has."""
    systems = {name: list(of) for name, of in systems.items()}
    names = listed([cut(name)[1:-1] for name in systems], 10)
    texts = [f"no system is in all collections ({names})", hint(systems), systems_in(systems)]
    return UsageError("; ".join(filter(None, texts)))


def called(wanted: str, options: Mapping[str, Any]) -> str:
    """What the system of a file is called, where a name that no system has is the file's, or its tag; "" elsewhere.
    `options` are the verb's values."""
    from irassay.formats.reading.runs import load_runs

    of_collections = [text.partition("=")[2].split(",")[1:] for text in options.get("collections") or ()]
    for paths in [options.get("runs"), options.get("leak_runs"), *of_collections]:
        if not paths or "-" in paths:
            continue
        with suppress(IrassayError):
            runs = load_runs(paths)
            if len(files := _files_called(wanted, runs)) == 1:
                [(file, system, meant)] = files
                new = Renaming(options.get("rename") or ())(system)
                can_be_so = "rename" in options and new == system and meant not in runs.systems
                or_rename = f", or --rename '{system}={meant}'" if can_be_so else ""
                return f"{cut(file)[1:-1]} is called {cut(new)}: name that{or_rename}"
    return ""


def _files_called(wanted: str, runs: Runs) -> list[tuple[str, str, str]]:
    """The files that a name may mean, each with its system's name and the one that is meant."""
    from irassay.formats.sources.opening import stem

    if len(runs.systems) != len(runs.readings):
        return []
    found = []
    for system, reading in zip(runs.systems, runs.readings):
        name = stem(reading.source)
        plain = os.path.splitext(name)[0]
        if system != wanted and wanted in (reading.source, name, plain, reading.tag):
            found.append((name, system, wanted if wanted == reading.tag else plain))
    return found


def proposed(systems: Mapping[str, Sequence[str]]) -> list[str]:
    """The texts of ``--rename`` by which most systems have one name on every collection, for shared ends or beginnings
    and before these for capitals; [] where that gains nothing."""
    best: list[str] = []
    most = len(set.intersection(*map(set, systems.values())))
    for backwards in (False, True):
        names = [[name[::-1] for name in of] if backwards else list(of) for of in systems.values()]
        for first in _ends(names[0]):
            ends = [first]
            common = _without_case(names[0], first)
            for of in names[1:]:
                end = max(_ends(of), key=lambda end: len(common & _without_case(of, end)))
                common &= _without_case(of, end)
                ends.append(end)
            if len(common) <= most:
                continue
            shared = [end[::-1] + ANY if backwards else ANY + end for end in ends if end]
            texts = [f"{text}={ANY}" for text in dict.fromkeys(shared)]
            texts = _one_case(systems, texts) + texts
            reached = len(set.intersection(*_renamed_sets(systems, texts)))
            if reached > most:
                most, best = reached, texts
    return best


def _without_case(names: Sequence[str], end: str) -> set[str]:
    """The names without this end, in small letters."""
    return {name.removesuffix(end).casefold() for name in names}


def _one_case(systems: Mapping[str, Sequence[str]], texts: Sequence[str]) -> list[str]:
    """A text for each name that differs by capitals only from the most frequent spelling, of two the one with fewer
    capitals, unless a collection tells systems apart by them."""
    spellings: dict[str, Counter[str]] = {}
    new = _renamed_sets(systems, texts)
    for of in new:
        for name in sorted(of):
            spellings.setdefault(name.casefold(), Counter())[name] += 1
    apart = {key for of in new for key, n in Counter(map(str.casefold, of)).items() if n > 1}
    renaming = Renaming(texts)
    wanted: list[str] = []
    for name in dict.fromkeys(name for of in systems.values() for name in of):
        key = renaming(name).casefold()
        usual = min(spellings[key], key=lambda one: (-spellings[key][one], sum(map(str.isupper, one)), one))
        if key not in apart and renaming(name) != usual and ANY not in name + usual:
            wanted.append(f"{name}={usual}")
    return wanted


def _renamed_sets(systems: Mapping[str, Iterable[str]], texts: Sequence[str]) -> list[set[str]]:
    """The names of each collection after these renamings."""
    renaming = Renaming(texts)
    return [{renaming(name) for name in of} for of in systems.values()]


def _ends(names: Sequence[str]) -> list[str]:
    """The ends that all names share, from a separator on, the shortest first; "" is one."""
    first = names[0]
    ends = [first[at:] for at in range(len(first) - 1, 0, -1) if first[at] in SEPARATORS]
    return ["", *(end for end in ends if all(name.endswith(end) and name != end for name in names))]
