"""Databases without tables, for tests that hold on SQLite and on PostgreSQL."""

from __future__ import annotations

import uuid

KINDS = ("sqlite", "postgresql")


def new_source(kind, folder, url):
    """The address of a database without tables: a file in the folder, or a new one of the server that `url` gives."""
    if kind == "sqlite":
        return str(folder / f"{uuid.uuid4().hex[:8]}.campaign")
    import psycopg

    name = f"c{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return url().rsplit("/", 1)[0] + "/" + name
