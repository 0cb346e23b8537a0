"""From the files that a study is asked with to nouns, and to what provenance says of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from os import PathLike, fspath
from os.path import isfile
from typing import TYPE_CHECKING, Any, TypeAlias

from irassay.errors import InputError, Unreadable, cut
from irassay.files import sha256_of
from irassay.formats.nouns import texts_given
from irassay.formats.sources.opening import read_bytes

if TYPE_CHECKING:
    from irassay.collection.texts import Texts
    from irassay.result import Result

Path: TypeAlias = str | PathLike[str]


def saved_result(path: Path) -> Result:
    """A Result from the file that `irassay report -o FILE.json` wrote; InputError where it is none."""
    from irassay.result import Result

    try:
        return Result.from_json(read_bytes(fspath(path)).decode("utf-8"))
    except Unreadable as why:
        raise Unreadable(f"{why.what}; expected what irassay report -o FILE.json wrote") from None
    except UnicodeDecodeError:
        raise InputError(f"{cut(path)} is no UTF-8 text, expected what irassay report -o FILE.json wrote") from None
    except InputError as why:
        raise InputError(f"{cut(path)}: {why.headline}") from None


def texts_of(queries: Sequence[str], source: Path | Texts | None) -> dict[str, str]:
    """The texts of the counted queries, on one line each; empty without a source."""
    if source is None:
        return {}
    texts = texts_given(source, "query_texts")
    return {query: " ".join(text.split()) for query, text in texts.pick(queries).items()}


def sources(of: Any) -> list[str]:
    """The paths among what was given: one, a sequence of them, or none for a noun."""
    if isinstance(of, str | PathLike):
        return [fspath(of)]
    if isinstance(of, Sequence) and all(isinstance(one, str | PathLike) for one in of):
        return [fspath(one) for one in of]
    return []


def hashes(nouns: Iterable[Any], others: Iterable[Any]) -> dict[str, str]:
    """SHA-256 of every file that the nouns were read from, and of those given beside them that can be read again."""
    beside = list(others)
    read = [*nouns, *(noun for noun in beside if hasattr(noun, "readings"))]
    digests = {r.source: r.sha256 for noun in read for r in noun.readings if r.source}
    for path in (path for source in beside for path in sources(source)):
        if isfile(path):  # standard input, or a pipe, was read, and is empty now
            digests[path] = sha256_of(path)
    return digests
