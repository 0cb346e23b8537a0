"""What a page's rail calls the sections of a study, where that is not their title."""

from __future__ import annotations

from collections.abc import Mapping

ALONE = ("compare", "bound", "")  # Results of a league, of bounds, or made by hand: their sections are the overview's


def short_titles(study: str) -> Mapping[str, str]:
    """Section -> its short title.

    Parameters
    ----------
    study : str
        Of a Result.

    Examples
    --------
    >>> short_titles("overview")["differences"], short_titles("check")
    ('Differences', {})
    """
    if study == "track":
        from irassay.studies.track import page_order

        return page_order.short_titles()
    if study == "overview" or study in ALONE:
        from irassay.studies.overview.page_order import SECTIONS

        return {each.name: each.short_title for each in SECTIONS}
    return {}
