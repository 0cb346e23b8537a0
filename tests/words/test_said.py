"""The sentences in messages/sentences/: the source says each, each has all that its slots need, and none is missing."""

from __future__ import annotations

import ast
import functools
import itertools
import re
from pathlib import Path
from string import Formatter

import pytest

import irassay
from irassay.collection.reading import ERRORS, WARNINGS
from irassay.messages import said as catalogue
from irassay.messages.said import Room, fill, texts

SOURCE = Path(irassay.__file__).parent
FOLDER = Path(catalogue.FOLDER)
ROOMS = sorted(path.stem for path in FOLDER.glob("*.toml"))
PARTS = ("text", "effect", "action", "where")  # of a finding
FINDINGS = ("finding", "shorter", "_same", "_contradicts")
KINDS = (*ERRORS, *(kind for kind in WARNINGS if kind != "tag"))  # of lines, of which tags have findings of their own
SPECS = re.compile(
    r"|[?!].*|.*\|.*|[#~] .+|@|q|,|word|Word|p|%0?|\d+|,?[.]\d[fg%]|g", re.DOTALL
)  # ways to write a value
ANY = "\0"  # for what an f-string takes from elsewhere


def forms(room):
    """(code, form) -> its texts, with those of other entries inside."""
    say = Room(room)
    return {
        (code, form): [say.text(f"{code}.{form}")] if isinstance(text, str) else text
        for code in texts(room)
        for form, text in say.forms(code).items()
    }


@functools.cache
def sources():
    """The path and text of all modules."""
    return [(path, path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))]


@functools.cache
def every_name():
    """What modules call the sentences of a room, with the room."""
    return [pair for _, text in sources() for pair in re.findall(r'(\w+) = Room\("(\w+)"\)', text)]


def names(room):
    """What modules call the sentences of a room."""
    return {name for name, of in every_name() if of == room}


@functools.cache
def nodes_of(text):
    """All nodes of a module's tree."""
    return list(ast.walk(ast.parse(text)))


@functools.cache
def modules(room):
    """The trees of the modules that say sentences of a room."""
    asks = re.compile(
        rf"Room\(\"{room}\"\)|from irassay\.(?:studies\.)?{room}\S* import (\([^)]*|.*)\b({'|'.join(names(room))})\b"
    )
    return [
        nodes_of(text)
        for path, text in sources()
        if any(path.is_relative_to(of / room) for of in (SOURCE, SOURCE / "studies")) or asks.search(text)
    ]


def readings(node):
    """The texts that an expression may be; `ANY` stands for what is not written there."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.IfExp):
        both = (node.body, node.orelse)
        return [text for one in both for text in readings(one) or ([] if isinstance(one, ast.Constant) else [ANY])]
    if isinstance(node, ast.JoinedStr):
        parts = [readings(part.value if isinstance(part, ast.FormattedValue) else part) for part in node.values]
        return ["".join(texts) for texts in itertools.product(*(part or [ANY] for part in parts))]
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Tuple):
        return [text for one in node.value.elts for text in readings(one)]
    return []


def said(nodes, room):
    """What the calls of a module say: a code and a form, which is "" where the code may have it."""
    for function in nodes:
        if isinstance(function, ast.FunctionDef):
            inside = list(ast.walk(function))
            known = dict(assigned(inside))
            for call in inside:
                if isinstance(call, ast.Call) and call.args:
                    yield from said_by(call, known, names(room))


def assigned(nodes):
    """The names that a function sets, each with the texts that it may be."""
    for node in nodes:
        if isinstance(node, ast.Assign):
            to, value = node.targets[0], node.value
            both = isinstance(to, ast.Tuple) and isinstance(value, ast.Tuple)
            pairs = zip(to.elts, value.elts) if both else [(to, value)]
            yield from ((name.id, readings(one)) for name, one in pairs if isinstance(name, ast.Name))


def said_by(call, known, sayers):
    """What one call says, where these names have these texts."""

    def may_be(node):
        return known.get(node.id, []) if isinstance(node, ast.Name) else readings(node)

    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name in sayers:
        for text in may_be(call.args[0]):
            code, dot, form = text.partition(".")
            yield code, form or ("text" if dot or ANY not in text else "")
    elif name in FINDINGS:
        forms = [(one.arg, form) for one in call.keywords if one.arg in PARTS for form in may_be(one.value) if form]
        for code in may_be(call.args[0]):
            yield code, "text"
            for part, form in forms:
                other, _, last = form.rpartition(".")
                yield (other, last) if other else (code, f"{part}-{form}")


@functools.cache
def written(room):
    """For each module of a room the texts that it has, those of f-strings among them, and the codes that it says."""
    return [
        ({text for node in nodes for text in readings(node)}, {code for code, _ in said(nodes, room)})
        for nodes in modules(room)
    ]


@functools.cache
def of_helpers(room):
    """The texts in the functions that make several findings: each may be a form of what they are called with."""
    every = (node for nodes in modules(room) for node in nodes)
    inside = [one for one in every if isinstance(one, ast.FunctionDef) and one.name in FINDINGS[1:]]
    return {text for function in inside for node in ast.walk(function) for text in readings(node)}


@functools.cache
def words():
    """The texts of all modules that stand between quotes."""
    every = "\n".join(text for _, text in sources())
    return {*re.findall('"([^"\n]*)"', every), *re.findall("'([^'\n]*)'", every)}


def matches(pattern, text):
    """Whether a text is of this pattern, with words that the source has in its gaps."""
    if ANY not in pattern:
        return pattern == text
    gaps = re.fullmatch("(.+)".join(map(re.escape, pattern.split(ANY))), text)
    return gaps is not None and all(gap in words() or gap.replace("-", " ") in words() for gap in gaps.groups())


def possible(pattern, text):
    """Whether a text is of this pattern, whatever is in its gaps."""
    return re.fullmatch(".+".join(map(re.escape, pattern.split(ANY))), text) is not None


def is_said(code, form, room):
    """Whether some module says a form of a code, or another entry: by both in one text, or as a part of a finding."""
    if f"{{@{code}.{form}}}" in (FOLDER / f"{room}.toml").read_text(encoding="utf-8"):
        return True
    for here, codes in written(room):
        whole = [text for text in here if matches(text, f"{code}.{form}")]
        if whole or (form == "text" and any(matches(text, code) for text in here)):
            return True
        part, _, variant = form.partition("-")
        if (
            part in PARTS
            and any(matches(one, code) for one in codes)
            and (not variant or variant in here | of_helpers(room))
        ):
            return True
    return False


@pytest.mark.parametrize("room", ROOMS)
def test_the_source_says_every_form_of_every_entry(room):
    unsaid = [f"{code}.{form}" for code, form in forms(room) if not is_said(code, form, room)]
    assert unsaid == []


@pytest.mark.parametrize("room", ROOMS)
def test_every_code_that_the_source_says_has_its_entry(room):
    there = [f"{code}.{form}" for code, form in forms(room)]
    asked = {f"{code}.{form}" if form else code for nodes in modules(room) for code, form in said(nodes, room)}
    asked |= {f"lines-{kind}.text" for kind in KINDS if room == "preflight"}
    missing = [one for one in asked if not any(possible(one, text) for text in there)]
    assert asked
    assert missing == []


def slots(text):
    """(slot, how its value is written), of each field, also of those inside another."""
    for _, name, spec, _ in Formatter().parse(text):
        if name is not None:
            inside = list(slots(spec)) if "{" in spec else []
            yield name, spec
            yield from inside


@pytest.mark.parametrize("room", ROOMS)
def test_every_slot_is_one_that_the_source_fills(room):
    given = {"size", "systems"}
    for nodes in modules(room):
        given |= {node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg}
        keys = [node.keys for node in nodes if isinstance(node, ast.Dict)]
        given |= {key.value for of in keys for key in of if isinstance(key, ast.Constant)}
        indexed = [node.slice for node in nodes if isinstance(node, ast.Subscript)]
        given |= {one.value for one in indexed if isinstance(one, ast.Constant)}
    asked = {name: text for of in forms(room).values() for text in of for name, _ in slots(text)}
    assert {name: text for name, text in asked.items() if name not in given} == {}


@pytest.mark.parametrize("n", [1, 2, 1_000])
@pytest.mark.parametrize("room", ROOMS)
def test_every_text_is_filled_with_few_and_with_many(room, n):
    for (code, form), of in forms(room).items():
        for text in of:
            assert [spec for _, spec in slots(text) if not SPECS.fullmatch(spec)] == [], (code, form)
            of_names = {name for name, spec in slots(text) if "@" in spec}
            numbers = {name for name, spec in slots(text) if spec in ("%", "%0", "p") or spec.isdecimal()}
            values = {name: ["a"] * n if name in of_names else n for name, _ in slots(text)}
            values |= dict.fromkeys(numbers - of_names, 0.25)
            told = fill(text, **values)
            assert told or set("?!|") & set(text), (code, form)
            assert not re.search("[{}|@#]|  ", told), (code, form, told)
            assert "1,000s" not in told


def test_a_missing_slot_is_an_error_and_no_hole():
    with pytest.raises(KeyError, match="tested"):
        Room("verdict")("share-queries", settled=1)
