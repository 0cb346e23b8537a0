"""An experiment from its plan: all of it, once, through kills, and what it refuses."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from irassay.errors import InputError
from irassay.studies.memorisation import experiment as steps
from irassay.studies.memorisation.experiment import cost, experiment
from irassay.studies.memorisation.plan import read_plan
from irassay.workflows import executor_of
from simulations.leakage_world import write_bert, write_t5, write_world

SIZES = "sizes = [120, 240]\nseeds = [1, 2]\n\n"
KNRM = '\n[[models]]\nname = "KNRM"\nmodel = "knrm"\nquery_length = 4\ndocument_length = 16\nlearning_rate = 0.01\n'
BERT = '\n[[models]]\nname = "BERT"\nmodel = "monobert"\nbase = "bert"\nlearning_rate = 0.001\n'
T5 = '\n[[models]]\nname = "T5"\nmodel = "monot5"\nbase = "t5"\nlearning_rate = 0.003\n'


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    folder = write_world(tmp_path_factory.mktemp("world"), topics=10, training=300)
    write_bert(folder / "bert")
    write_t5(folder / "t5")
    return folder


def planned(world, *models, first=SIZES, name="plan.toml"):
    path = world / name
    path.write_text(first + (world / "collections.toml").read_text() + "".join(models))
    return path


def runs_of(out):
    return {path.name: path.read_bytes() for path in sorted(Path(out).rglob("*.run"))}


def test_every_training_gives_a_run_and_scores_of_leaks_and_the_page_has_all_tables(world, tmp_path):
    result = experiment(read_plan(planned(world, KNRM, BERT, T5)), tmp_path / "out", executor_of(1))
    runs = runs_of(tmp_path / "out")
    assert len(runs) == 2 * 3 * 3 * 2 * 2  # with `.also`: models, conditions, sizes, seeds
    names = [section.name for section in result.sections]
    assert [name for name in names if name != "losses"] == [
        "scores",
        "sizes",
        "memory",
        "models",
    ]  # some topic may lose
    trainings = result.sections[-1].body[1]
    assert len(trainings) == 36
    leaked = dict(zip(trainings.column("leakage").values, trainings.column("leaked").values))
    assert leaked == {"none": 0, "train": 40, "test": 40}  # two queries a topic, two instances each
    assert not list((tmp_path / "out" / "models").iterdir())


def test_what_is_done_is_not_done_again_and_a_plan_may_grow(world, tmp_path, monkeypatch):
    plan = planned(world, KNRM)
    experiment(read_plan(plan), tmp_path, executor_of(1))
    before = runs_of(tmp_path)
    done = []
    train = steps.trained_run
    monkeypatch.setattr(steps, "trained_run", lambda *of: done.append(of[2]) or train(*of))
    experiment(read_plan(plan), tmp_path, executor_of(1))
    assert done == []
    experiment(read_plan(planned(world, KNRM, first=SIZES.replace("[1, 2]", "[1, 2, 3]"))), tmp_path, executor_of(1))
    assert done == [3] * 6
    larger = planned(world, KNRM, first="sizes = [60, 120, 240, 480]\nseeds = [1, 2]\n\n")
    experiment(read_plan(larger), tmp_path, executor_of(1))
    assert done == [3] * 6 + [1, 2] * 6  # the new sizes alone
    assert before.items() <= runs_of(tmp_path).items()


def test_another_plan_in_the_folder_is_refused(world, tmp_path):
    experiment(read_plan(planned(world, KNRM)), tmp_path, executor_of(1))
    with pytest.raises(InputError, match='other "KNRM" of models'):
        experiment(read_plan(planned(world, KNRM.replace("0.01", "0.02"))), tmp_path, executor_of(1))


def test_five_kills_and_two_processes_give_the_same_bytes(world, tmp_path):
    plan = planned(world, KNRM, BERT)
    command = [sys.executable, "-m", "irassay", "experiment", str(plan), "-o"]
    subprocess.run([*command, str(tmp_path / "whole")], check=True, capture_output=True)
    folder = tmp_path / "killed"
    for kill in range(5):
        process = subprocess.Popen(
            [*command, str(folder), "--workers", "2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        before = len(list(folder.glob("steps/*")))
        while process.poll() is None and len(list(folder.glob("steps/*"))) <= before + kill:
            time.sleep(0.01)
        process.kill()
        process.wait()
    subprocess.run([*command, str(folder), "--workers", "2"], check=True, capture_output=True)
    assert runs_of(folder) == runs_of(tmp_path / "whole")
    pages = [(one / "experiment.html").read_text().replace(str(one), "OUT") for one in (folder, tmp_path / "whole")]
    assert pages[0] == pages[1]


def test_cost_counts_trainings_and_foresees_time(world, tmp_path):
    plan = read_plan(planned(world, KNRM))
    of = cost(plan, tmp_path)
    assert of.n_trainings == 3 * 2 * 2
    assert 0 < of.hours < 0.1
    start = time.perf_counter()
    experiment(plan, tmp_path, executor_of(1))
    took = time.perf_counter() - start
    assert of.hours * 3600 < 5 * took + 5
    assert runs_of(tmp_path)
