"""The kernel's reader of flat JSON lines against Python's json: the same values, or none where a line is unusual."""

from __future__ import annotations

import json
import math

from hypothesis import example, given
from hypothesis import strategies as st

from irassay.kernel import _core

KEYS = ["q", "d", "s"]
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
values = st.one_of(texts, st.integers(-(10**12), 10**12), st.floats(allow_nan=False, allow_infinity=False))
others = st.one_of(values, st.none(), st.booleans())


@st.composite
def objects(draw):
    record = {key: draw(values) for key in KEYS}
    record.update(draw(st.dictionaries(st.sampled_from(["x", "run", "é"]), others, max_size=2)))
    names = draw(st.permutations(list(record)))
    space = draw(st.sampled_from(["", " ", "\t"]))
    ascii_only = draw(st.booleans())
    inner = f",{space}".join(
        f"{json.dumps(n, ensure_ascii=ascii_only)}{space}:{json.dumps(record[n], ensure_ascii=ascii_only)}"
        for n in names
    )
    return f"{space}{{{inner}{space}}}{space}", record


@given(st.lists(objects(), min_size=1, max_size=4))
def test_values_are_those_of_json_or_none_where_an_escape_asks_for_it(lines):
    raw = "\n".join(line for line, _ in lines).encode()
    found = _core.json_rows(raw, KEYS)
    if any("\\" in line for line, _ in lines):
        assert found is None
        return
    expected = [[record[key] for _, record in lines] for key in KEYS]
    assert found == expected
    assert [[type(v) for v in column] for column in found] == [[type(v) for v in column] for column in expected]


ODD = st.text(st.sampled_from('{}[]":,\\ 0123-+.eEqdsnulltrue\n\t\0'), max_size=40)


@given(
    st.one_of(ODD, st.tuples(ODD, ODD).map(lambda t: f'{t[0]}{{"q": 1, "d": "a", "s": {t[1]}}}')), st.binary(max_size=3)
)
@example('{"q": 01, "d": "a", "s": 1}', b"")
@example('{"q": 1, "d": "a", "s": 1, "s": 2}', b"")
@example('{"q": 1, "d": "a", "s": 1}}', b"")
@example('{"q": 1, "d": "a", "s": 1e999}', b"")
@example('{"q": 1, "d": "a", "s": 1,}', b"")
@example('{"q": 1, "d": "a"', b"\xff")
def test_nothing_that_json_refuses_is_taken(text, tail):
    raw = text.encode() + tail
    found = _core.json_rows(raw, KEYS)
    if found is None or not raw:
        return
    expected = [json.loads(line) for line in raw.removesuffix(b"\n").decode().split("\n")]
    assert found == [[record[key] for record in expected] for key in KEYS]
    assert all(math.isfinite(v) for v in found[2] if isinstance(v, float))
