"""What a public path names on the page of the Python functions, where a module has the same name.

`irassay.agreement.order_agreement` is a function: the room's front imports it from its module of that name. Read
without running, the path would be the module's. zensical.toml loads this.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from griffe import Alias, Extension, Module


class PublicPaths(Extension):
    """Lets a name that a room's front imports stand before a module of the room."""

    def on_package(self, *, pkg: Module, **kwargs: Any) -> None:
        """Put the imported objects in the place of the modules."""
        rooms = list(_rooms(pkg))
        shadowed = {
            f"{room.path}.{name}": (room, name)
            for room in rooms
            for name, target in room.imports.items()
            if name in room.modules and target == f"{room.path}.{name}.{name}"
        }
        for room in rooms:  # while their way still leads through the modules
            for member in room.members.values():
                if member.is_alias and member.target_path.rpartition(".")[0] in shadowed:
                    member.resolve_target()
        for room, name in shadowed.values():
            room.set_member(name, Alias(name, room.modules[name].members[name], parent=room))


def _rooms(module: Module) -> Iterator[Module]:
    yield module
    for inner in module.modules.values():
        if not inner.is_alias:
            yield from _rooms(inner)
