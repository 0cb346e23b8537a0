"""Whatever CONTRIBUTING tells people to make is there, and runs in a short form or is named as having none."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHECKS = {"setup", "test", "format", "types", "contracts", "stubs", "short"}  # themselves, whole, or what they need


def recipes():
    """Target -> its recipe."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return {m[1]: m[2] for m in re.finditer(r"^([a-z-]+):[^=\n]*\n((?:\t.*\n)*)", text, re.M)}


def test_every_target_that_people_are_told_of_has_a_short_form_or_a_reason():
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = set(re.findall(r"(?:`|^    )make ([a-z-]+)", guide, re.M)) - {"study-"}
    without = set(re.findall(r"`make ([a-z-]+)`", guide[guide.index("What has no short form") :].partition("\n\n")[0]))
    made = recipes()
    short = "".join(recipe for target, recipe in made.items() if target.startswith("short"))
    assert told <= set(made)
    for target in told - CHECKS - without:
        module = re.search(r"-m (\S+)", made[target])
        words = module[1] if module else f"irassay {target}" if target == "demo" else target
        assert words in short, target
    assert "short" in re.search(r"^test: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)[1].split()


def test_every_simulation_has_a_short_form_and_is_named_in_the_page_of_simulations():
    made = {path.stem for path in (ROOT / "simulations").glob("*.py") if "__main__" in path.read_text(encoding="utf-8")}
    by_neural = {
        name for name in made if f"simulations.{name} import" in (ROOT / "tests/neural/test_study.py").read_text()
    }
    short = set(re.findall(r"([a-z]\w+):--\w+:\d", (ROOT / "Makefile").read_text(encoding="utf-8")))
    assert short == made - by_neural
    page = (ROOT / "docs" / "simulations.md").read_text(encoding="utf-8")
    named = re.findall(r"^    make study-(\S+)$", page, re.M)
    assert {name.replace("-", "_") for name in named} == made
