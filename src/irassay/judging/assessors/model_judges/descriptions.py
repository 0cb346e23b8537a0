"""The file that says where a model is, what it is asked, how often and at what price."""

from __future__ import annotations

import base64
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any
from urllib.parse import unquote, urlsplit

from irassay.arguments import whole_number
from irassay.errors import InputError, UsageError, cut
from irassay.formats.sources.opening import read_bytes
from irassay.judging.store.said import JUDGING
from irassay.record import Record

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LEAST_SECRET = 4  # characters: what is shorter is none, and stands in any text
_MILLION = 1_000_000


class Price(Record):
    """What is paid: of a million tokens that go in and that come out, and of a question."""

    input: Decimal
    output: Decimal
    question: Decimal

    def of(self, input_tokens: int, output_tokens: int) -> Decimal:
        """What a question costs."""
        return (self.input * input_tokens + self.output * output_tokens) / _MILLION + self.question


class Description(Record):
    """A model behind an address, as its file describes it; `key` is the name of an environment variable."""

    path: str
    name: str
    url: str
    model: str
    key: str | None
    prompt: str | None
    passes: int
    price: Price | None
    requests_a_minute: int | None
    concurrency: int
    timeout: float
    temperature: float
    max_tokens: int
    reply: str | Mapping[str, str]  # how a reply is read: a pattern, or {"json": key}; "" as the prompt asks

    def secret(self) -> str | None:
        """The key itself, from the environment; UsageError without such a variable."""
        if self.key is None:
            return None
        value = os.environ.get(self.key, "").strip()
        if not value:
            raise UsageError(JUDGING("judge-key.absent", key=self.key, path=self.path))
        if not (value.isascii() and value.isprintable()) or " " in value:
            raise UsageError(JUDGING("judge-key.unfit", key=self.key))
        return value

    def secrets(self) -> list[str]:
        """What nothing may hold that is written: the key, and the password of the address, as they are and encoded."""
        parts = urlsplit(self.url)
        password = unquote(parts.password or "")
        user = f"{unquote(parts.username or '')}:{password}"
        encoded = base64.b64encode(user.encode()).decode() if password else ""
        texts = [self.secret() or "", password, parts.password or "", encoded]
        return [text for text in texts if len(text) >= LEAST_SECRET]


def read_description(path: str) -> Description:
    """The description in a file of TOML; InputError locates each unknown, wrong or missing key."""
    content = read_bytes(path)
    try:
        text = content.decode("utf-8")
        tree = tomllib.loads(text, parse_float=Decimal)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path} is no TOML: {error}") from None
    problems = [
        f"{path}:{_line(text, name)}  {cut(name)} is no key of a judge, expected one of {', '.join(_KEYS)}"
        for name in tree
        if name not in _KEYS
    ]
    values: dict[str, Any] = {}
    for name, (take, default) in _KEYS.items():
        expected = JUDGING(f"judge-file.{name}", form=_FORMS.get(name))
        if name not in tree:
            if default is _NEEDED:
                problems.append(f"{path}  {name} is missing, expected {expected}")
            values[name] = default
            continue
        try:
            values[name] = take(tree[name])
        except (ValueError, TypeError):
            shown = "its value" if name == "key" else cut(tree[name])  # which may be the secret itself
            problems.append(f"{path}:{_line(text, name)}  {name} is {shown}, expected {expected}")
    if problems:
        raise InputError(f"{path} is no description of a judge", tuple(problems))
    if values["prompt"] and os.sep not in values["prompt"] and values["prompt"].endswith(".txt"):
        values["prompt"] = os.path.join(os.path.dirname(path), values["prompt"])  # beside the file that names it
    return Description(path=path, **values)


def _line(text: str, name: str) -> int:
    """The line on which a key is set, or its table begins."""
    set_at = re.compile(rf"\s*\[?\s*[\"']?{re.escape(name)}[\"']?\s*[\].=]")
    return next((i for i, line in enumerate(text.split("\n"), start=1) if set_at.match(line)), 1)


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError
    return value


def _address(value: object) -> str:
    parts = urlsplit(_text(value))
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError
    return str(value).rstrip("/")


def _variable(value: object) -> str:
    if not _VARIABLE.fullmatch(_text(value)):
        raise ValueError
    return str(value)


def _whole(low: int, high: int) -> Callable[[object], int]:
    return lambda value: whole_number("key", value, low, high)


def _number(low: float, high: float) -> Callable[[object], float]:
    def take(value: object) -> float:
        if not isinstance(value, int | Decimal) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError
        return float(value)

    return take


def _amount(value: object) -> Decimal:
    """An amount of money, as a number or in quotes."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        raise ValueError
    try:
        amount = Decimal(value)
    except ArithmeticError:
        raise ValueError from None
    if not amount.is_finite() or amount < 0:
        raise ValueError
    return amount


def _price(value: object) -> Price:
    if not isinstance(value, Mapping):
        return Price(input=Decimal(0), output=Decimal(0), question=_amount(value))
    if set(value) != {"input", "output"}:
        raise ValueError
    return Price(input=_amount(value["input"]), output=_amount(value["output"]), question=Decimal(0))


def _reply(value: object) -> str | dict[str, str]:
    """A pattern with one group, or the key of a JSON object."""
    if isinstance(value, Mapping):
        if set(value) != {"json"}:
            raise ValueError
        return {"json": _text(value["json"])}
    try:
        groups = re.compile(_text(value)).groups
    except re.error:
        raise ValueError from None
    if groups != 1:
        raise ValueError
    return str(value)


_NEEDED = object()
_FORMS = {"price": "{input = ..., output = ...}", "reply": "{json = KEY}"}
# Key -> what takes its value, and the default.
_KEYS: dict[str, tuple[Callable[[object], Any], Any]] = {
    "name": (_text, _NEEDED),
    "url": (_address, _NEEDED),
    "model": (_text, _NEEDED),
    "key": (_variable, None),
    "prompt": (_text, None),
    "passes": (_whole(1, 100), 1),
    "price": (_price, None),
    "requests_a_minute": (_whole(1, 1_000_000), None),
    "concurrency": (_whole(1, 256), 4),
    "timeout": (_number(0.01, 3600), 60.0),
    "temperature": (_number(0, 2), 0.0),
    "max_tokens": (_whole(1, 1_000_000), 256),
    "reply": (_reply, ""),
}
