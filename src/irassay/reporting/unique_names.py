"""Names that are each used once: of files in a folder, of parts of a page."""

from __future__ import annotations


def unique(name: str, names: set[str]) -> str:
    """The name, with a number where it is among `names`, which it then joins. Case makes no difference."""
    free, n = name, 1
    while free.lower() in names:
        n += 1
        free = f"{name}-{n}"
    names.add(free.lower())
    return free
