"""Where another engine is: the text that stands in place of an index's folder, taken apart. It holds no secret."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, unquote, urlsplit

from irassay.errors import SECRET, UsageError, cut

KINDS = ("opensearch", "elasticsearch", "pgvector", "command")
FORMS = (
    "opensearch:http://HOST:9200/NAME?field=FIELD, elasticsearch:http://HOST:9200/NAME?field=FIELD, "
    "pgvector:postgresql://HOST/DATABASE?table=TABLE or command:PROGRAM"
)
_ADDRESS = re.compile(rf"(?:(?P<name>[\w.-]+)=)?(?P<kind>{'|'.join(KINDS)}):(?P<rest>.*)", re.DOTALL)
_URL = re.compile(r"[\w.+-]+://")
_SECRET = re.compile(SECRET, re.IGNORECASE)
_ODD = re.compile(r"[^\w.-]+")


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
    """The address of an engine; None for the path of a folder, UsageError for a URL that doesn't say of which
    engine."""
    match = _ADDRESS.fullmatch(text)
    if match:
        return Address(text, match["kind"], match["rest"], match["name"] or "")
    if _URL.match(text):
        raise UsageError(f"an address of another engine says of which, expected {FORMS}")
    return None


def url_of(address: Address, schemes: Collection[str], ours: Collection[str], *, others: bool, instead: str) -> Url:
    """The parts of an address that is a URL of these `schemes`; `ours` are parameters that irassay reads, with `others`
    the rest stays for the client, `instead` says where secrets belong. UsageError for no such URL, another parameter,
    one twice, or a secret, which the message does not show."""
    expected = f"expected {address.kind}:{' or '.join(schemes)}://..."
    try:
        parts = urlsplit(address.rest)
        if not others:
            _ = parts.port  # libpq takes several hosts
    except ValueError:
        raise UsageError(f"the address behind {address.kind}: is no URL, {expected}") from None
    pairs = [tuple(map(unquote, part.partition("=")[::2])) for part in parts.query.split("&") if part]
    if parts.password is not None or any(_SECRET.search(name) for name, _ in pairs):
        raise UsageError(
            f"the address behind {address.kind}: holds a password, which others could read in the list of processes: "
            f"{instead}"
        )
    if parts.scheme not in schemes or parts.fragment:
        raise UsageError(f"{cut(address.text)} is no address of that kind, {expected}")
    mine: dict[str, str] = {}
    for name, value in pairs:
        if name in mine:
            raise UsageError(f"{cut(address.text)} has {name}= twice, expected it once")
        if name in ours:
            mine[name] = value
    theirs = [(name, value) for name, value in pairs if name not in ours]
    if theirs and not others:
        raise UsageError(
            f"{cut(address.text)} has the parameter {cut(theirs[0][0])}, expected one of {', '.join(sorted(ours))}"
        )
    query = "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in theirs)
    return Url(parts._replace(query=query), mine)


def name_of(text: str) -> str:
    """A name for runs and files, of the name that something has elsewhere."""
    return _ODD.sub("_", text).strip(".") or "engine"
