"""The package's own TOML files: what is read of them is what `tomllib` reads."""

import tomllib
from pathlib import Path

import pytest

import irassay
from irassay.messages import entries

ROOT = Path(irassay.__file__).parent
FILES = sorted(ROOT.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_of_the_package_is_read_as_tomllib_reads_it(path):
    assert entries.read(str(path)) == tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        """words = ["a, [b]", 'c\\d', 3, -0.5, true]""",
        'many = [\n  "one \\"two\\"", \'#3\',\n  4,\n]\nnone = []\nempty = ""',
        'wrapped = """\\\n    a \\\n    b "c" \\\\"""\nlast = """d \\"e\\""""\n"two words" = 1  # a key',
        """plain = \'\'\'\n  \\n "x"\'\'\'\nfalse = false\nsum = 1000000""",
    ],
)
def test_a_value_of_each_kind_is_read_as_tomllib_reads_it(text):
    assert entries.values(text) == tomllib.loads(text) != {}
