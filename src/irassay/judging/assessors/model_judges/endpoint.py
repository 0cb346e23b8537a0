"""A model behind an address that speaks as OpenAI's chat completions do, and its prompts, with the hash of each."""

from __future__ import annotations

import hashlib
import json
import logging
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from irassay.collection.task_kinds import EQUAL
from irassay.deadlines import within
from irassay.errors import InputError, MissingLibrary, NoJudge, UsageError, cut, without_secrets
from irassay.formats.sources.opening import read_bytes
from irassay.judging.assessors.judge import ANSWERED, FREE, Question, Verdict, failed, unparsable
from irassay.judging.assessors.model_judges.descriptions import Description, Price
from irassay.judging.assessors.model_judges.replies import read_better, read_evidence, read_grade, stated
from irassay.judging.store.said import JUDGING
from irassay.record import Record

if TYPE_CHECKING:
    import httpx2

TRIES = 5  # of a question that was refused, the first included
FIRST_WAIT, LONGEST_WAIT = 0.5, 60.0  # seconds between two of them
LARGEST = 1_000_000  # bytes of a reply
MOST_TOKENS = 1_000_000_000  # that an address may count for a question: where it counts more, it tells none
_GRACE = 0.5  # seconds, so that what the client itself says of a time-out is said
TOKENS_A_MESSAGE = 64  # at most, that an address adds to the text for itself
_REFUSED = (401, 402, 403, 404, 405)  # by which nothing else will be answered either
_LATER = (408, 409, 425, 429)  # and from 500 on: refused for now, and not charged
LONGEST_REASON = 300  # characters
THOUGHTS = ("thinking", "reasoning")  # parts of a reply that are no answer
_NOTHING = Price(input=FREE, output=FREE, question=FREE)
_BLANK = re.compile(r"\{\{([a-z]+)\}\}")
_MARK = 16  # hexadecimal digits


class Form(Record):
    """A prompt's kind of task, the blanks that it must and may have, what fills them, and how a reply is read."""

    kind: str
    blanks: tuple[str, ...]
    more: tuple[str, ...]
    values: Callable[[Question], dict[str, str]]
    read: Callable[[Question, str], Verdict]


class Prompt(Record):
    """A prompt: its name with its version, its text with blanks, the hash of the text, and its form."""

    name: str
    text: str
    sha256: str
    form: Form

    def filled(self, question: Question) -> str:
        """The text with the query, the passages and the scale in its blanks."""
        values = self.form.values(question)
        # Of all texts together, so that whoever wrote one of them can't have written the end of its protected part.
        values["mark"] = hashlib.sha256("\0".join([self.sha256, *values.values()]).encode()).hexdigest()[:_MARK]
        return _BLANK.sub(lambda blank: values[blank.group(1)], self.text)  # once: a text that has blanks keeps them


def _of_grades(question: Question) -> dict[str, str]:
    points = question.scale.points
    scale = "\n".join(f"{point.grade}: {point.name}. {point.sentence}" for point in points)
    lowest = str(min(point.grade for point in points))
    return {"query": question.query_text, "passage": question.doc_texts[0], "scale": scale, "lowest": lowest}


def _of_pairs(question: Question) -> dict[str, str]:
    first, second = question.doc_texts
    answers, form = ("A, B or equal", "equal") if EQUAL in question.choices else ("A or B", "unequal")
    equal = JUDGING(f"prompt.{form}")
    return {"query": question.query_text, "first": first, "second": second, "equal": equal, "answers": answers}


_GRADED = partial(Form, kind="graded", blanks=("query", "passage", "scale"), more=("lowest",), values=_of_grades)
_PAIR = partial(Form, kind="pair", blanks=("query", "first", "second"), more=("answers", "equal"), values=_of_pairs)
# The versions of ours, the default of a kind first; a version that somebody has used is never changed.
OURS = {
    "graded": (_GRADED(read=read_grade), 2),
    "pairwise": (_PAIR(read=read_better), 2),
    "evidence": (_GRADED(read=read_evidence), 2),
}


def prompt_for(name: str | None, kind: str) -> Prompt:
    """The prompt of that name (graded, pairwise, evidence) or file with ``{{query}}`` and other blanks, by default the
    kind's own; UsageError for another kind, InputError for a file with wrong blanks."""
    default = next((name for name, (form, _) in OURS.items() if form.kind == kind), None)
    if default is None:
        raise UsageError(JUDGING("prompt.none", kind=kind))
    name = name or default
    if name in OURS:
        form, version = OURS[name]
        if form.kind != kind:
            raise UsageError(JUDGING("prompt.kind", name=name, kind=form.kind, asked=kind))
        name = f"{name}-{version}"
        content = (files("irassay.judging.assessors.model_judges") / "prompts" / f"{name}.txt").read_bytes()
    else:
        form, content = OURS[default][0], read_bytes(name)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(JUDGING("prompt.bytes", name=name)) from None
    _check(name, text, form)
    return Prompt(name=name, text=text, sha256=hashlib.sha256(content).hexdigest(), form=form)


def _check(name: str, text: str, form: Form) -> None:
    there = set(_BLANK.findall(text))
    lacking = [blank for blank in form.blanks if blank not in there]
    if lacking:
        raise InputError(f"the prompt {cut(name)} has no {{{{{lacking[0]}}}}}, expected it where that text belongs")
    line_of = {blank: text[: text.index(f"{{{{{blank}}}}}")].count("\n") + 1 for blank in there}
    filled = sorted([*form.blanks, *form.more, "mark"])
    if unknown := sorted(there - set(filled)):
        blank, known = unknown[0], ", ".join(filled)
        raise InputError(f"{name}:{line_of[blank]}  nothing fills {{{{{blank}}}}}, expected one of {known}")


class RefusedForNow(Exception):
    """The address has refused a question for now, and may say for how many seconds."""

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds


class NoEnd(Exception):
    """A reply that did not come, or not to its end: it may have been charged."""


class _Refused(Exception):
    """The address has refused this question for good."""


class _Reply(Record):
    """The text of a reply, None where there is none, and its tokens, None where the address tells none."""

    text: str | None
    ending: str
    input_tokens: int | None
    output_tokens: int | None


class EndpointJudge:
    """A model that a `Description` describes, for tasks of one kind; MissingLibrary without the extra ``judges``,
    UsageError without a key or prompt, InputError for a prompt's file."""

    is_fixed = True
    at_once = 1

    def __init__(self, description: Description, kind: str) -> None:
        httpx = MissingLibrary.load("httpx2", "judges")
        MissingLibrary.load("stamina", "judges")
        logging.getLogger("stamina").addHandler(logging.NullHandler())  # it would print each wait
        self._of = description
        self._kind = kind
        self._prompt = prompt_for(description.prompt, kind)
        self._read = stated(description.reply) or self._prompt.form.read
        self.name = description.name
        self.settings: dict[str, Any] = {
            "model": description.model,
            "prompt": self._prompt.name,
            "prompt_sha256": self._prompt.sha256,
            "temperature": description.temperature,
            "max_tokens": description.max_tokens,
            "url": without_secrets(description.url),
            "reply": json.dumps(description.reply) if description.reply else "",
        }
        self.passes = description.passes
        self.concurrency = description.concurrency
        self.is_priced = description.price is not None
        self._price = description.price or _NOTHING
        self._rate = RequestRate(description.requests_a_minute)
        secret = description.secret()
        self._secrets = description.secrets()
        headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {secret}"} if secret else {})
        self._client: httpx2.Client = httpx.Client(timeout=description.timeout, headers=headers)

    def check_kind(self, kind: str) -> None:
        """Raise a UsageError where the tasks are of another kind than it was made for."""
        if kind != self._kind:
            raise UsageError(JUDGING("ask.kind", name=self.name, kind=self._kind, asked=kind))

    def most_cost(self, question: Question) -> Decimal:
        """What a question costs at most: no token is shorter than a byte, and no reply longer than is allowed."""
        return self._price.of(len(self._prompt.filled(question).encode()) + TOKENS_A_MESSAGE, self._of.max_tokens)

    def judge(self, questions: Sequence[Question]) -> list[Verdict]:
        """A verdict for each question; NoJudge where the address refuses the key or the model."""
        try:
            verdicts = map(self._verdict, questions)  # a gateway may send back what it was sent
            hidden = self._without_secrets
            return [one.but(raw=hidden(one.raw), reason=hidden(one.reason)) for one in verdicts]
        except NoJudge as error:
            raise NoJudge(self._without_secrets(error.what)) from None

    def reply_to(self, text: str) -> str:
        """What a reply to a text says; NoJudge where there is none."""
        try:
            reply = self._reply(text)
        except (RefusedForNow, _Refused, NoEnd, NoJudge) as error:
            raise NoJudge(self._without_secrets(str(error))) from None
        if reply.text is None:
            raise NoJudge(JUDGING("reply.named-no-text", name=self.name, ending=self._without_secrets(reply.ending)))
        return self._without_secrets(reply.text)

    def _without_secrets(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text

    def _verdict(self, question: Question) -> Verdict:
        most = self.most_cost(question)
        start = time.monotonic()
        try:
            reply = self._reply(self._prompt.filled(question))
        except RefusedForNow as error:
            return failed(f"{error}, {TRIES} times")
        except _Refused as error:
            return failed(str(error))
        except NoEnd as error:
            return failed(str(error), most, again=True)
        facts = {"ms": round((time.monotonic() - start) * 1000)}
        cost = most
        if reply.input_tokens is not None and reply.output_tokens is not None:
            facts |= {"input_tokens": reply.input_tokens, "output_tokens": reply.output_tokens}
            cost = self._price.of(reply.input_tokens, reply.output_tokens)
        if reply.text is None:
            reason = JUDGING("reply.no-text", ending=self._without_secrets(reply.ending))
            return unparsable("", reason, cost, facts)
        verdict = self._read(question, self._without_secrets(reply.text))
        reason = verdict.reason
        if verdict.state != ANSWERED and reply.ending == "length":
            reason = JUDGING("reply.cut", reason=reason, most=str(self._of.max_tokens))
        return verdict.but(cost=cost, facts=facts, reason=reason)

    def _reply(self, text: str) -> _Reply:
        """What comes back; a question that is refused for now is sent again after a while."""
        import stamina

        waits = {"wait_initial": FIRST_WAIT, "wait_max": LONGEST_WAIT, "wait_jitter": FIRST_WAIT}

        def seconds(error: Exception) -> bool | float:
            return isinstance(error, RefusedForNow) and (True if error.seconds is None else error.seconds)

        for attempt in stamina.retry_context(on=seconds, attempts=TRIES, timeout=None, **waits):
            with attempt:
                return self._sent(text)
        raise AssertionError("the last attempt raises or returns")

    def _sent(self, text: str) -> _Reply:
        import httpx2

        of = self._of
        body = {
            "model": of.model,
            "messages": [{"role": "user", "content": text}],
            "temperature": of.temperature,
            "max_tokens": of.max_tokens,
        }
        self._rate.wait()
        end = time.monotonic() + of.timeout

        def reply() -> _Reply:
            with self._client.stream("POST", f"{of.url}/chat/completions", json=body) as response:
                self._check(response, end)
                return _reply_of(self._without_secrets(_whole(response, end).decode("utf-8", "replace")))

        try:
            return within(of.timeout + _GRACE, reply)
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout) as error:
            raise RefusedForNow(JUDGING("address.unreached", url=without_secrets(of.url), error=error)) from None
        except (httpx2.TimeoutException, TimeoutError):
            raise NoEnd(JUDGING("address.late", timeout=of.timeout)) from None
        except (httpx2.HTTPError, httpx2.StreamError) as error:
            raise NoEnd(JUDGING("address.cut", error=error)) from None

    def _check(self, response: httpx2.Response, end: float) -> None:
        """Raise where the address answers with something else than a reply, with what it says."""
        status = response.status_code
        if status == 200:
            return
        import httpx2

        why = ""
        with suppress(httpx2.HTTPError, httpx2.StreamError, NoEnd):  # what was refused stays so
            why = self._without_secrets(_reason_of(_whole(response, end).decode("utf-8", "replace")))
        why = cut(why, LONGEST_REASON) if why else ""
        what = JUDGING("address.status", url=without_secrets(self._of.url), status=status, why=why)
        if status in _REFUSED or 300 <= status < 400:
            raise NoJudge(JUDGING("address.refused", what=what))
        if status in _LATER or status >= 500:
            raise RefusedForNow(what, _retry_after(response.headers))
        raise _Refused(what)


class RequestRate:
    """At most so many requests a minute, evenly spaced; threads share it."""

    def __init__(self, a_minute: int | None) -> None:
        self._seconds = 60 / a_minute if a_minute else 0.0
        self._next = 0.0
        self._lock = threading.Lock()

    def wait(self) -> None:
        """Wait until the next request may be sent."""
        with self._lock:
            at = max(self._next, time.monotonic())
            self._next = at + self._seconds
        time.sleep(max(0.0, at - time.monotonic()))


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds of the header Retry-After; None where it has none, or a date."""
    try:
        seconds = float(headers.get("Retry-After", ""))
    except ValueError:
        return None
    return min(seconds, LONGEST_WAIT) if seconds >= 0 else None


def _whole(response: httpx2.Response, end: float) -> bytes:
    """The bytes of a reply, which may trickle in: all of them before the time ends."""
    pieces, n = [], 0
    for piece in response.iter_bytes():
        pieces.append(piece)
        n += len(piece)
        if n > LARGEST:
            raise NoEnd(JUDGING("address.large", most=LARGEST))
        if time.monotonic() > end:
            raise NoEnd(JUDGING("address.slow"))
    return b"".join(pieces)


def _reason_of(content: str) -> str:
    """What an address says of a request that it refuses: the message of its JSON, else its text; of a page nothing."""
    try:
        tree = json.loads(content)
    except (ValueError, RecursionError):
        return "" if content.lstrip().startswith("<") else content.strip()
    places = (("error", "message"), ("error",), ("message",), ("detail",))
    return next((text.strip() for place in places if isinstance(text := _at(tree, *place), str)), content.strip())


def _reply_of(content: str) -> _Reply:
    try:
        tree = json.loads(content)
    except (ValueError, RecursionError):
        raise NoEnd(JUDGING("address.no-json", content=content)) from None
    choice = _at(tree, "choices", 0)
    text, usage = _at(choice, "message", "content"), _at(tree, "usage")
    return _Reply(
        text=_text_of(text),
        ending=str(_at(choice, "finish_reason")),
        input_tokens=_count(_at(usage, "prompt_tokens")),
        output_tokens=_count(_at(usage, "completion_tokens")),
    )


def _text_of(content: Any) -> str | None:
    """A text, whole or in parts, thoughts left out; None where a part is something else."""
    if not isinstance(content, list) or not content:
        return content if isinstance(content, str) else None
    parts = [part for part in content if _at(part, "type") not in THOUGHTS]
    texts = [_at(part, "text") for part in parts if _at(part, "type") == "text"]
    is_text = len(texts) == len(parts) and all(isinstance(text, str) for text in texts)
    return "\n".join(texts) if texts and is_text else None


def _at(tree: Any, *path: str | int) -> Any:
    """What stands at a path of names and places; None where nothing does."""
    for step in path:
        if isinstance(step, str) and isinstance(tree, Mapping):
            tree = tree.get(step)
        elif isinstance(step, int) and isinstance(tree, list) and step < len(tree):
            tree = tree[step]
        else:
            return None
    return tree


def _count(value: Any) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS
    return value if is_count else None
