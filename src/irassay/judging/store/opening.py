"""A campaign, made or opened. The libraries of the extra `web` are loaded here, on first use."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from irassay.errors import MissingLibrary, UsageError
from irassay.judging.store.said import JUDGING
from irassay.judging.store.settings import Settings

if TYPE_CHECKING:
    from irassay.collection.texts import Texts
    from irassay.judging.store.campaign import Campaign


def make_campaign(
    source: str | os.PathLike[str], settings: Settings, begin: Callable[[Campaign], object] = lambda _: None
) -> Campaign:
    """A new campaign in a file that is not there yet, or in an empty database.

    Parameters
    ----------
    source : path
        The file, or ``postgresql://USER@HOST/DATABASE``.
    settings : Settings
        The scale, the order of tasks, the seed and the guideline; they stay.
    begin : callable
        What adds the first tasks: the campaign is there with them, or not at all.

    Returns
    -------
    Campaign
        Close it, or use it in a ``with``.

    Raises
    ------
    UsageError
        There is a campaign already.
    InputError
        It is another program's file or database, or can't be opened.
    MissingLibrary
        The extra ``web`` (or ``postgresql``) is not installed.
    """
    MissingLibrary.load("sqlalchemy", "web")
    from irassay.judging.store.campaign import Campaign
    from irassay.judging.store.database import make_tables
    from irassay.judging.store.migrations import open_up_to_date
    from irassay.judging.store.writing import append, is_empty

    database = open_up_to_date(os.fspath(source), make=True)
    campaign = Campaign(database, settings)
    try:
        with database.together() as connection:
            make_tables(connection)
            if not is_empty(connection):
                raise UsageError(JUDGING("campaign.there", campaign=database.source))
            append(connection, "campaign", key="campaign", body=settings.to_json())
            begin(campaign)
    except BaseException:
        database.close()
        raise
    return campaign


def open_campaign(source: str | os.PathLike[str]) -> Campaign:
    """A campaign that was made before.

    Parameters
    ----------
    source : path
        The file, or ``postgresql://USER@HOST/DATABASE``.

    Returns
    -------
    Campaign
        Close it, or use it in a ``with``.

    Raises
    ------
    UsageError
        There is no campaign.
    InputError
        It is another program's, a newer irassay's, or can't be opened.
    MissingLibrary
        The extra ``web`` (or ``postgresql``) is not installed.

    Examples
    --------
    >>> open_campaign("no such file")
    Traceback (most recent call last):
    irassay.errors.NoCampaign: there is no campaign "no such file": irassay judge and irassay decide make one
    """
    MissingLibrary.load("sqlalchemy", "web")
    from irassay.judging.store.campaign import Campaign
    from irassay.judging.store.migrations import open_up_to_date
    from irassay.judging.store.writing import first_body

    database = open_up_to_date(os.fspath(source), make=False)
    with database.reading() as connection:
        return Campaign(database, Settings.from_json(first_body(connection)))


def rebuild_campaign(
    source: str | os.PathLike[str],
    log: Iterable[Mapping[str, Any]],
    *,
    queries: Texts | Mapping[str, str],
    docs: Texts | Mapping[str, str],
) -> tuple[Campaign, int]:
    """A campaign, made or continued, with the entries of an exported log, which is walked twice, and how many were
    added; `queries` and `docs` are the texts shown. InputError, and nothing changed, where the chain is broken, a text
    is missing or another, the campaign has another log, or the database can't be opened."""
    MissingLibrary.load("sqlalchemy", "web")
    from irassay.judging.store import importing
    from irassay.judging.store.campaign import Campaign
    from irassay.judging.store.database import is_there, make_tables
    from irassay.judging.store.migrations import open_up_to_date

    name = str(getattr(log, "source", "the log"))
    content = importing.content_of(importing.entries_of(log, name), name)
    given = {"query": (content.queries, queries), "doc": (content.docs, docs)}
    is_new = not is_there(os.fspath(source))
    rows = importing.texts_as_shown(given) if is_new else []
    database = open_up_to_date(os.fspath(source), make=is_new)
    try:
        with database.writing() as connection:
            make_tables(connection)
            if not is_new:
                rows = importing.texts_as_shown(given, importing.texts_of(connection))
            n = importing.take_over(connection, importing.entries_of(log, name), rows, name)
    except BaseException:
        database.close()
        raise
    return Campaign(database, content.settings), n
