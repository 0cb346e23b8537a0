"""The engine that an address names, ready to search. What talks to an engine is loaded when one is named."""

from __future__ import annotations

import os

from irassay.search.encoders import Encoder
from irassay.search.engines.engine_index import Address, EngineIndex, name_of


def open_engine(address: Address, *, encoder: Encoder | None, threads: int, timeout: float) -> EngineIndex:
    """The index of another engine; UsageError where the address is wrong, InputError where the engine doesn't answer or
    has no such index, MissingLibrary where its client is not installed."""
    if address.kind == "command":
        from irassay.search.engines.command import Command

        command = Command(address, timeout=timeout)
        stem = os.path.splitext(os.path.basename(command.words[0]))[0]
        return EngineIndex(command, name=address.name or name_of(stem), path=address.text)
    if address.kind == "pgvector":
        from irassay.search.engines.pgvector import Pgvector

        table = Pgvector(address, encoder=encoder, threads=threads, timeout=timeout)
        return EngineIndex(table, name=address.name or name_of(table.table), path=address.text)
    from irassay.search.engines.search_server import SearchServer

    server = SearchServer(address, timeout=timeout)
    return EngineIndex(server, name=address.name or name_of(server.index), path=address.text)
