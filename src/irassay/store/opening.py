"""A campaign, made or opened. The libraries of the extra `web` are loaded here, on first use."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from irassay.errors import MissingLibrary, UsageError, cut
from irassay.store.settings import Settings

if TYPE_CHECKING:
    from irassay.store.campaign import Campaign


def make_campaign(source: str | os.PathLike[str], settings: Settings) -> Campaign:
    """A new campaign in a file that is not there yet, or in an empty database.

    Parameters
    ----------
    source : path
        The file, or ``postgresql://USER@HOST/DATABASE``.
    settings : Settings
        The scale, the order of tasks, the seed and the guideline; they stay.

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
    from irassay.store.campaign import Campaign
    from irassay.store.database import open_database
    from irassay.store.writing import append, is_empty

    database = open_database(os.fspath(source), make=True)
    try:
        with database.writing() as connection:
            if not is_empty(connection):
                raise UsageError(f"there is a campaign {cut(database.source)} already: open it, or give another name")
            append(connection, "campaign", key="campaign", body=settings.to_json())
    except BaseException:
        database.close()
        raise
    return Campaign(database, settings)


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
    irassay.errors.NoCampaign: there is no campaign "no such file": irassay judge makes one
    """
    MissingLibrary.load("sqlalchemy", "web")
    from irassay.store.campaign import Campaign
    from irassay.store.database import open_database
    from irassay.store.writing import first_body

    database = open_database(os.fspath(source), make=False)
    with database.reading() as connection:
        return Campaign(database, Settings.from_json(first_body(connection)))
