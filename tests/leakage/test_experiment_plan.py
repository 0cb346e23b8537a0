"""The plan of an experiment: what it says, and what it refuses with its place."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from irassay.cli.main import main
from irassay.collection.instances import Instances
from irassay.errors import InputError, MissingLibrary
from irassay.search import neural
from irassay.studies.memorisation.plan import read_plan
from simulations.leakage_world import write_world

PLAN = """sizes = [120, 240]
seeds = [1, 2]

[[models]]
model = "knrm"
preset = "paper"
epochs = 3
"""


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    return write_world(tmp_path_factory.mktemp("world"), topics=4, training=20)


def written(world, name, text=PLAN):
    (world / name).write_text(text + (world / "collections.toml").read_text())
    return world / name


def test_paths_start_at_the_plan_and_what_is_not_said_is_as_in_the_paper(world):
    plan = read_plan(written(world, "plan.toml"))
    assert plan.queries == [str(world / "train.tsv")]
    assert plan.collections[0].files["run"] == str(world / "test.run")
    assert (plan.sizes, plan.seeds, plan.conditions) == ([120, 240], [1, 2], ["none", "train", "test"])
    assert (plan.measures, plan.folds, plan.depth) == (["nDCG@10", "P@1", "MFR"], 5, 100)
    assert (plan.models["knrm"].query_length, plan.models["knrm"].epochs) == (4, 3)
    assert plan.n_trainings == 3 * 2 * 2


def test_the_plan_of_the_guide_can_be_read(tmp_path):
    guide = (Path(__file__).parents[2] / "docs" / "leakage-experiment.md").read_text(encoding="utf-8")
    text = guide.partition("```toml\n")[2].partition("```")[0]
    for name in re.findall(r'"([\w.-]+\.(?:tsv|jsonl|txt|run))"', text):
        (tmp_path / name).write_text("")
    (tmp_path / "plan.toml").write_text(text)
    plan = read_plan(tmp_path / "plan.toml")
    assert list(plan.models) == ["monoT5", "KNRM"]
    assert (plan.n_trainings, plan.collections[0].leaked) == (2 * 3 * 3 * 3, 498)


def test_without_torch_the_line_that_installs_it_is_said(world, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)  # as where it is not installed
    with pytest.raises(MissingLibrary, match="torch-backend=cpu"):
        neural.train("knrm", Instances([]), out=tmp_path)
    assert main(["experiment", str(written(world, "plan.toml")), "-o", str(tmp_path / "out")]) == 2
    assert "torch-backend=cpu" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("leaked =", "leeked ="), "collections 1  has leeked, expected queries, qrels"),
        (("test.run", "no.run"), "collections 1.run  "),
        (("[training]", "[trainings]"), "lacks training"),
        (('"knrm"', '"bert"'), "model"),
        (("sizes = [120, 240]", "sizes = [-1]"), "sizes"),
        (('"made-up"', '"made/up"'), "expected letters"),
        (("seeds = [1, 2]", 'conditions = ["train"]'), "expected none"),
        (("[1, 2]", "[1, 2"), "is not TOML"),
    ],
)
def test_a_plan_that_means_nothing_is_refused_with_its_place(world, change, said):
    path = written(world, "wrong.toml")
    assert change[0] in path.read_text()
    path.write_text(path.read_text().replace(*change))
    with pytest.raises(InputError, match=r"wrong\.toml") as error:
        read_plan(path)
    assert said in str(error.value)
