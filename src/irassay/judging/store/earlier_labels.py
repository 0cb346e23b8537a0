"""Labels that were given before a campaign, kept in its log with the file that they are from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sqlalchemy import select

from irassay.collection.task_kinds import kind_of
from irassay.errors import InputError, UsageError
from irassay.judging.store import schema
from irassay.judging.store.said import JUDGING
from irassay.judging.store.writing import append

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from irassay.judging.store.settings import Settings

EARLIER = "earlier-labels"  # the kind of their entry


def add_earlier(connection: Connection, labels: Mapping[str, Mapping[str, int]], source: Mapping[str, str]) -> bool:
    """Keep labels (query -> document -> grade) given before; False where the file of `source` is there already."""
    key = f"{EARLIER}:{source['file_sha256'][:32]}"
    if connection.execute(select(schema.log.c.entry).where(schema.log.c.key == key)).one_or_none() is not None:
        return False
    append(connection, EARLIER, key=key, body={"source": dict(source), "labels": labels})
    return True


def check_earlier(settings: Settings, labels: Mapping[str, Mapping[str, int]], source: Mapping[str, str]) -> None:
    """InputError where a grade is none of the campaign's, UsageError where its answers make none."""
    if not kind_of(settings.kind).uses_scale:
        raise UsageError(JUDGING("earlier.kind", kind=settings.kind))
    known = {point.grade for point in settings.scale.points}
    other = next((grade for docs in labels.values() for grade in docs.values() if grade not in known), None)
    if other is not None:
        raise InputError(JUDGING("earlier.grade", source=source["file"], grade=other, scale=settings.scale.name))
