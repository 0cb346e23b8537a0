"""Files to preferences: tells the format, reads, collects what is wrong."""

from __future__ import annotations

import os

from irassay.collection.preferences import Preferences
from irassay.formats import detection, registry


def read_preferences(source: str | os.PathLike[str], *, input_format: str | None = None) -> Preferences:
    """Preferences from a file.

    Parameters
    ----------
    source : path
        ``query docA docB preferred``, where the last is one of the two or ``=`` for a tie; or trec_eval's five columns
        ``query assessor group document level``. May be compressed; ``-`` is standard input.
    input_format : {"pairs", "prefs"}, optional
        Overrules the number of columns.

    Raises
    ------
    InputError
        With every problem of the file, located.
    """
    path = os.fspath(source)
    if input_format is None:
        name = detection.preference_format(path)
    else:
        name = registry.checked(input_format, registry.readable("preferences"))
    return registry.reader(registry.preferences(name).read, name)(path)
