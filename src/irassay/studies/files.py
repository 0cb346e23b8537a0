"""From the files that a study is asked with to nouns, and to what provenance says of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, TypeAlias

from irassay.arguments import check_choice
from irassay.collection.own_documents import IDENTICAL_IDS
from irassay.errors import InputError, Unreadable, UsageError, cut
from irassay.formats.nouns import metadata_given, qrels_given, runs_given, texts_given

if TYPE_CHECKING:
    from irassay.collection.metadata import Metadata
    from irassay.collection.texts import Texts
    from irassay.result import Result

Path: TypeAlias = str | PathLike[str]


def labels_of(
    source: Any,
    *,
    input_format: str | None = None,
    grade_scale: float | None = None,
    label_map: Mapping[str, int] | None = None,
) -> Any:
    """Qrels from a path or from memory, as `read_qrels` reads them; labels and None as they are."""
    from irassay.formats import read_qrels

    if source is None:
        return None
    if isinstance(source, str | PathLike):
        return read_qrels(source, input_format=input_format, grade_scale=grade_scale, label_map=label_map)
    return qrels_given(source)


def saved_result(path: Path) -> Result:
    """A Result from the file that `irassay report -o FILE.json` wrote; InputError where it is none."""
    from irassay.formats.sources.opening import read_bytes
    from irassay.result import Result

    try:
        return Result.from_json(read_bytes(fspath(path)).decode("utf-8"))
    except Unreadable as why:
        raise Unreadable(f"{why.what}; expected what irassay report -o FILE.json wrote") from None
    except UnicodeDecodeError:
        raise InputError(f"{cut(path)} is no UTF-8 text, expected what irassay report -o FILE.json wrote") from None
    except InputError as why:
        raise InputError(f"{cut(path)}: {why.headline}") from None


def document_texts(source: Path | Texts | None, duplicates: str | None) -> Texts | None:
    """The documents' texts, None without a source; UsageError where `duplicates` can't be, or needs them."""
    check_choice("duplicates", duplicates, (None, "apart", "one"))
    if source is None:
        if duplicates == "one":
            raise UsageError('duplicates="one" needs the documents\' texts: give doc_texts')
        return None
    return texts_given(source, "doc_texts")


def runs_of(
    source: Any,
    metadata: Path | Metadata | None = None,
    *,
    leave_out: Sequence[str] = (),
    rename: Sequence[str] = (),
    identical_ids: str | None = None,
    input_format: str | None = None,
    threads: int = 0,
) -> Any:
    """Runs from paths, or as they are, under their new names; with the metadata asked for, without any with their own.

    Metadata speak of either name. `identical_ids` says whether a query's own document counts in the runs.
    """
    from irassay.collection.renamed_runs import renamed_all
    from irassay.formats import read_runs

    is_place = isinstance(source, (str, PathLike, list, tuple))
    if leave_out and not is_place:
        raise UsageError("leave_out is for files; leave runs in memory out before they are given")
    how: dict[str, Any] = {"input_format": input_format, "leave_out": leave_out, "threads": threads}
    runs = read_runs(source, **how) if is_place else runs_given(source)
    if metadata is not None:
        runs = runs.with_metadata(metadata_given(metadata))
    check_choice("identical_ids", identical_ids, (None, *IDENTICAL_IDS))
    named = renamed_all(runs, rename)
    return named.without_identical_ids() if identical_ids == "ignore" else named


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
    import hashlib
    from os.path import isfile

    beside = list(others)
    read = [*nouns, *(noun for noun in beside if hasattr(noun, "readings"))]
    digests = {r.source: r.sha256 for noun in read for r in noun.readings if r.source}
    for path in (path for source in beside for path in sources(source)):
        if not isfile(path):  # standard input, a pipe: it was read, and is empty now
            continue
        with open(path, "rb") as file:
            digests[path] = hashlib.file_digest(file, "sha256").hexdigest()
    return digests
