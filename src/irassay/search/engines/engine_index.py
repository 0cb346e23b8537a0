"""An index that another engine keeps: the address that names it, and what comes back, checked whatever the engine."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol, TypeAlias
from urllib.parse import SplitResult, quote, unquote, urlsplit

from irassay.arguments import whole_number
from irassay.collection.runs import Runs
from irassay.errors import SECRET, InputError, UsageError, cut
from irassay.kernel import _core
from irassay.progress import Progress
from irassay.search.index import TextSource, queries_of
from irassay.search.said import SEARCH

KINDS = ("opensearch", "elasticsearch", "pgvector", "command")
FORMS = (
    "opensearch:http://HOST:9200/NAME?field=FIELD, elasticsearch:http://HOST:9200/NAME?field=FIELD, "
    "pgvector:postgresql://HOST/DATABASE?table=TABLE or command:PROGRAM"
)
_ADDRESS = re.compile(rf"(?:(?P<name>[\w.-]+)=)?(?P<kind>{'|'.join(KINDS)}):(?P<rest>.*)", re.DOTALL)
_URL = re.compile(r"[\w.+-]+://")
_SECRET = re.compile(SECRET, re.IGNORECASE)
_ODD = re.compile(r"[^\w.-]+")
Hits: TypeAlias = "list[tuple[str, float]]"  # documents and their scores
OWN_PROGRESS = 256  # a caller that asks for so few passages at a time shows progress itself


@dataclass(frozen=True, slots=True)
class Address:
    """Where an engine is."""

    text: str  # all of it, as it was given
    kind: str  # one of `KINDS`
    rest: str  # what stands behind the kind and its colon
    name: str  # what its runs are called; "" where nothing was given


@dataclass(frozen=True, slots=True)
class Url:
    """The part of an address that is a URL, without the parameters that are irassay's."""

    parts: SplitResult
    parameters: dict[str, str]

    @property
    def text(self) -> str:
        """The URL without these parameters."""
        query = f"?{self.parts.query}" if self.parts.query else ""
        return f"{self.parts.scheme}://{self.parts.netloc}{self.parts.path}{query}"


def address_of(text: str) -> Address | None:
    """The address of an engine; None for a folder's path, UsageError for a URL that doesn't say of which engine."""
    match = _ADDRESS.fullmatch(text)
    if match:
        return Address(text, match["kind"], match["rest"], match["name"] or "")
    if _URL.match(text):
        raise UsageError(SEARCH("address.kind", forms=FORMS))
    return None


def url_of(address: Address, schemes: Collection[str], ours: Collection[str], *, others: bool, instead: str) -> Url:
    """The parts of a URL of these `schemes`; `ours` are parameters that irassay reads, with `others` the rest stays.
    UsageError for another one, one twice, or a secret, which belongs `instead`, and is not shown."""
    expected = f"expected {address.kind}:{' or '.join(schemes)}://..."
    try:
        parts = urlsplit(address.rest)
        if not others:
            _ = parts.port  # libpq takes several hosts
    except ValueError:
        raise UsageError(SEARCH("address.no-url", kind=address.kind, expected=expected)) from None
    pairs = [tuple(map(unquote, part.partition("=")[::2])) for part in parts.query.split("&") if part]
    if parts.password is not None or any(_SECRET.search(name) for name, _ in pairs):
        raise UsageError(SEARCH("address.password", kind=address.kind, instead=instead))
    if parts.scheme not in schemes or parts.fragment:
        raise UsageError(SEARCH("address.other", text=address.text, expected=expected))
    mine: dict[str, str] = {}
    for name, value in pairs:
        if name in mine:
            raise UsageError(SEARCH("address.twice", text=address.text, name=name))
        if name in ours:
            mine[name] = value
    theirs = [(name, value) for name, value in pairs if name not in ours]
    if theirs and not others:
        raise UsageError(SEARCH("address.parameter", text=address.text, theirs=theirs[0][0], ours=sorted(ours)))
    query = "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in theirs)
    return Url(parts._replace(query=query), mine)


def name_of(text: str) -> str:
    """A name for runs and files, of the name that something has elsewhere."""
    return _ODD.sub("_", text).strip(".") or "engine"


@dataclass(frozen=True, slots=True)
class Origin:
    """What answered: for provenance, without secrets."""

    engine: str  # "OpenSearch", "PostgreSQL with pgvector"
    address: str
    index: str  # what the engine calls what was searched
    version: str  # "" where the engine doesn't tell

    def to_dict(self) -> dict[str, str]:
        """The JSON form."""
        return asdict(self)

    def __str__(self) -> str:
        engine = f"{self.engine} {self.version}".strip()
        return f"{engine}, {self.address}"


class Engine(Protocol):
    """What differs from engine to engine. Each list is the engine's whole answer; what it can't give is an error."""

    origin: Origin

    def by_texts(self, queries: Mapping[str, str], depth: int) -> Iterator[tuple[str, Hits]]:
        """The list of each query by its text, in any order."""

    def by_passages(self, passages: Mapping[str, str], depth: int) -> Iterator[tuple[str, Hits]]:
        """The list of each query, which is the passage of that id."""

    def by_passages_as_queries(self, passages: Mapping[str, str], depth: int) -> Iterator[tuple[str, Hits]]:
        """The same, with the passage's text taken as a query's is."""

    def among(self, ids: Sequence[str]) -> set[str]:
        """Those of the ids that it has a passage of."""


class EngineIndex:
    """An index that another engine keeps.

    Attributes
    ----------
    name : str
        The system that its runs name.
    path : str
        Its address, without secrets.
    digest : str
        "", since nobody can say whether what it holds has changed.
    origin : Origin
        The engine, its address, the index's name there and the version.

    Notes
    -----
    *Guarantees* that no list is short unseen: an answer that is cut off, late, partial or malformed is an error that
    says which, and so are a query without an answer, a document twice and a score that is no number. Scores and their
    order are the engine's; equal scores are ordered by id.
    """

    def __init__(self, engine: Engine, *, name: str, path: str) -> None:
        self._engine = engine
        self.origin = engine.origin
        self.name = name
        self.path = path
        self.digest = ""

    def search(self, queries: TextSource, *, depth: int = 100) -> Runs:
        """The lists of queries by their texts.

        Parameters
        ----------
        queries : path, Texts, mapping or pairs
            Query -> text.
        depth : int
            Documents of a list, at most.

        Returns
        -------
        Runs
            One system, `name`, with the engine's scores; a query for which the engine finds nothing has no list.

        Raises
        ------
        InputError
            A query twice, or none; or the engine gives no whole answer.
        UsageError
            The engine takes no texts.
        """
        whole_number("depth", depth, 1)
        texts = queries_of(queries)
        return self._runs(self._engine.by_texts(texts, depth), texts, depth, n_shown=len(texts))

    def search_passages(self, passages: Mapping[str, str], *, depth: int = 100) -> Runs:
        """The lists of queries, each of which is a passage that the engine holds; the passage itself included.

        Parameters
        ----------
        passages : mapping of str to str
            Query -> id of the passage.
        depth : int

        Returns
        -------
        Runs

        Raises
        ------
        InputError
            A passage that the engine lacks, or the engine gives no whole answer.
        """
        whole_number("depth", depth, 1)
        n_shown = len(passages) if len(passages) > OWN_PROGRESS else 0
        return self._runs(self._engine.by_passages(passages, depth), passages, depth, n_shown=n_shown)

    def search_passages_as_queries(self, passages: Mapping[str, str], *, depth: int = 100) -> Runs:
        """As `search_passages`, but each passage's text is encoded as a query's is.

        Raises
        ------
        UsageError
            The engine has no texts, or encodes none.
        """
        whole_number("depth", depth, 1)
        lists = self._engine.by_passages_as_queries(passages, depth)
        return self._runs(lists, passages, depth, n_shown=len(passages))

    def has(self, ids: Iterable[str]) -> set[str]:
        """Those of the ids that the engine has a passage of."""
        wanted = list(dict.fromkeys(ids))
        return self._engine.among(wanted) if wanted else set()

    def _runs(self, lists: Iterable[tuple[str, Hits]], queries: Mapping[str, str], depth: int, *, n_shown: int) -> Runs:
        answers: dict[str, Hits] = {}
        with Progress(f"Searching {self.name}", n_shown) as progress:
            for query, hits in lists:
                _check_list(self.path, query, hits, depth)
                answers[query] = hits
                if n_shown:
                    progress.step()
        absent = [query for query in queries if query not in answers]
        if absent:
            raise InputError(
                SEARCH("answers.missing", path=self.path, n=len(answers), queries=len(queries), query=absent[0])
            )
        found = [
            (0, query, [doc for doc, _ in answers[query]], [score for _, score in answers[query]])
            for query in queries
            if answers[query]
        ]
        return Runs(_core.runs_from_lists([self.name], found, True))


def no_texts_as_queries(path: str) -> UsageError:
    """The error of an engine that takes a passage as it takes a query."""
    return UsageError(SEARCH("answers.as-query", path=path))


def _check_list(path: str, query: str, hits: Hits, depth: int) -> None:
    where = f"{cut(path)}, query {cut(query)}"
    if len(hits) > depth:
        raise InputError(f"{where}: {len(hits):,} documents, expected {depth:,} at most")
    docs = set()
    for doc, score in hits:
        if not doc:
            raise InputError(f"{where}: a document without an id, expected each with its own")
        if doc in docs:
            raise InputError(SEARCH("answers.twice", where=where, doc=doc))
        if not math.isfinite(score):
            raise InputError(f"{where}: document {cut(doc)} has the score {score}, expected a finite number")
        docs.add(doc)
