"""What the documentation of a public name holds: what it takes, gives and raises, and an example that the tests run."""

from __future__ import annotations

import inspect
import re

import pytest

import irassay

NOT_FOR_USERS = re.compile(r"_|core$|join$|.*_core$|.*_view$")  # as on the page of the Python functions
SECTION = re.compile(r"^(Parameters|Returns|Raises|Examples)\n-+$", re.M)


def functions_of(noun):
    """Public methods of a class, with the functions that they are."""
    for name in dir(noun):
        held = inspect.getattr_static(noun, name)
        function = held.__func__ if isinstance(held, classmethod | staticmethod) else held
        is_method = inspect.isfunction(function) and "." in function.__qualname__  # not what another module set
        if is_method and not NOT_FOR_USERS.match(name):
            yield f"{noun.__name__}.{name}", function


THINGS = {name: getattr(irassay, name) for name in irassay.__all__ if name != "__version__"}
CLASSES = {name: thing for name, thing in THINGS.items() if inspect.isclass(thing) and not issubclass(thing, Exception)}
FUNCTIONS = {name: thing for name, thing in THINGS.items() if inspect.isfunction(thing)}
FUNCTIONS |= dict(pair for noun in CLASSES.values() for pair in functions_of(noun))


def needed(function):
    """The sections that a function's documentation must have."""
    signature = inspect.signature(function)
    sections = {"Examples"}
    if set(signature.parameters) - {"self", "cls"}:
        sections.add("Parameters")
    if signature.return_annotation not in (None, "None"):
        sections.add("Returns")
    if re.search(r"^ +raise ", inspect.getsource(function), re.M):
        sections.add("Raises")
    return sections


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_takes_gives_and_raises_and_shows_it(name):
    text = inspect.getdoc(FUNCTIONS[name]) or ""
    assert needed(FUNCTIONS[name]) <= set(SECTION.findall(text))
    assert ">>> " in text
    missing = [p for p in own_parameters(FUNCTIONS[name]) if p not in ("self", "cls") and not told(p, text)]
    assert not missing


def own_parameters(function):
    """Names in the function's own heading: keywords that it hands on are told where they come from."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def told(parameter, text):
    """Whether a parameter stands at the beginning of a line, alone or with others."""
    listed = text[text.index("Parameters") :]
    return re.search(rf"^([\w, ]+, )?{parameter}(, [\w, ]+)?( : .+)?$", listed, re.M)


@pytest.mark.parametrize("name", CLASSES)
def test_a_noun_says_what_it_holds_and_shows_it(name):
    text = inspect.getdoc(CLASSES[name])
    assert re.search(r"^(Attributes|Parameters)\n-+$", text, re.M)
    assert re.search(r"^Examples\n-+\n+>>> ", text, re.M)
    for attribute in dir(CLASSES[name]):
        held = inspect.getattr_static(CLASSES[name], attribute)
        getter = getattr(held, "fget", None) or getattr(held, "func", None)  # of a property, cached or not
        if getter is not None and not NOT_FOR_USERS.match(attribute):
            text = inspect.getdoc(getter)
            assert text
            if re.search("F64|Flags|NDArray", str(inspect.signature(getter).return_annotation)):
                assert re.search(r"\((measure|system), ?(\w.*)?\)", text), "the shape"
