"""An experiment from its plan: sets, models, runs and one page, each step once; and what it will take."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from irassay.collection.instances import Instances
from irassay.collection.runs import Runs
from irassay.errors import InputError, cut
from irassay.files import make_folder, sha256_of, write_whole
from irassay.formats import read_runs, write_runs
from irassay.formats.reading.instances import also_path, read_instances
from irassay.leakage.instance_sets import write_training_sets
from irassay.leakage.training_sets import LabelledQueries, training_sets
from irassay.progress import Progress
from irassay.provenance import VERSION
from irassay.result import Column, Result, Section, Table
from irassay.search.index import queries_of
from irassay.search.neural import Settings, settings_of
from irassay.search.neural.documents import texts_of
from irassay.search.neural.settings import base_digest
from irassay.studies.memorisation.outcomes import Leakage, Setup
from irassay.studies.memorisation.plan import Plan, PlannedCollection
from irassay.studies.memorisation.sections import SAID
from irassay.studies.memorisation.study import memorisation
from irassay.workflows import Executor, Shard, Shelf, finished, lasting_shelf

PLAN, TABLE, STEPS, SETS, MODELS, RUNS = "plan.json", "runs.tsv", "steps", "sets", "models", "runs"
TRIED = 64  # instances that each model is tried on
OF_A_LINE = 80  # bytes of a document in a run, roughly, here and among the steps


@dataclass(frozen=True, slots=True)
class Prepared:
    """A collection whose sets are made, with what is reranked."""

    collection: PlannedCollection
    sets: Mapping[tuple[Leakage, int], str]  # condition and size -> file
    candidates: str  # file of `_candidates`

    def leaking(self) -> list[str]:
        """The largest set of each condition with leaks."""
        largest = {condition: path for (condition, _), path in sorted(self.sets.items(), key=lambda one: one[0][1])}
        return [path for condition, path in largest.items() if condition != "none"]


def experiment(plan: Plan, out: str | os.PathLike[str], executor: Executor, *, device: str = "auto") -> Result:
    """Make the sets, train and rerank with each model and seed, and hold the runs together.

    Parameters
    ----------
    plan : Plan
    out : path
        The folder of sets, runs and steps; what is finished there is not done again.
    executor : Executor
        Who trains.
    device : str

    Returns
    -------
    Result

    Raises
    ------
    InputError
        Another plan's folder, or what `training_sets`, `train` and `rerank` raise.

    Notes
    -----
    *Source*: Froebe, Akiki, Potthast and Hagen, SPIRE 2022, sections 4 and 5.
    """
    folder = os.fspath(out)
    with lasting_shelf(os.path.join(folder, STEPS)) as shelf:
        prepared = prepare(plan, folder, shelf)
        shards = {shard.name: (setup, shard) for setup, shard in shards_of(plan, prepared, folder, device)}
        cards: dict[Setup, dict[str, Any]] = {}
        with executor, Progress("models", len(shards)) as progress:
            for shard, value in finished([shard for _, shard in shards.values()], executor, shelf):
                setup = shards[shard.name][0]
                if not cards:  # from the first model on the folder is this plan's
                    write_whole(os.path.join(folder, PLAN), _said(plan, folder))
                cards[setup] = _write(value, setup, folder)
                progress.step()
    rows = "".join(f"{path_of(setup)}\t" + "\t".join(map(str, setup)) + "\n" for setup, _ in shards.values())
    write_whole(os.path.join(folder, TABLE), "run\tcollection\tmodel\tcondition\tsize\tseed\n" + rows)
    result = memorisation(
        os.path.join(folder, TABLE),
        {one.collection.name: one.collection.files["qrels"] for one in prepared},
        leaks={one.collection.name: one.leaking() for one in prepared if one.leaking()},
        measures=plan.measures,
        depth=plan.depth,
        folds=plan.folds,
        seed=plan.seed,
    )
    trainings = _trainings({setup: cards[setup] for setup, _ in shards.values()})
    models = Section("models", SAID("models.title"), [_models(plan.models), trainings])
    return replace(result, sections=[*result.sections, models])


def prepare(plan: Plan, folder: str, shelf: Shelf) -> list[Prepared]:
    """The sets and candidates of each collection. InputError where the folder is another plan's."""
    make_folder(folder)
    _said(plan, folder)
    prepared = []
    for collection in plan.collections:
        sets = _sets(plan, collection, folder, shelf)
        prepared.append(Prepared(collection, sets, _candidates(plan, collection, sets, folder)))
    return prepared


def _said(plan: Plan, folder: str) -> str:
    """What this plan and those before it say, as JSON; a plan may grow by collections, models, sizes and seeds."""
    said: dict[str, dict[str, Any]] = {
        "plan": {"queries": [*plan.queries], "training": {**plan.training}, "seed": plan.seed, "depth": plan.depth},
        "collections": {one.name: {**one.files, "leaked": one.leaked} for one in plan.collections},
        "models": {name: settings.to_dict() for name, settings in plan.models.items()},
    }
    path = os.path.join(folder, PLAN)
    before: dict[str, dict[str, Any]] = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            before = json.load(file)
    for part, names in before.items():
        for name, value in names.items():
            if name in said[part] and said[part][name] != value:
                raise InputError(
                    f"{folder} holds another plan, with other {cut(name)} of {part}; name another folder, or another "
                    "name in the plan"
                )
            said[part][name] = value
    return json.dumps(said, indent=2, ensure_ascii=False) + "\n"


def _sets(plan: Plan, collection: PlannedCollection, folder: str, shelf: Shelf) -> dict[tuple[Leakage, int], str]:
    """Condition and size -> file of the set, made where its inputs have changed."""
    train, test = plan.training, collection.files
    inputs = {f"queries {i + 1}": path for i, path in enumerate(plan.queries)}
    inputs |= {f"training {name}": path for name, path in train.items()} | dict(test)
    hashes = {name: sha256_of(path) for name, path in inputs.items()}
    key = _key(hashes, plan.sizes, plan.seed, collection.leaked, plan.skip_missing)
    to = os.path.join(folder, SETS, collection.name)
    names = {(kind, size): os.path.join(to, f"{kind}-{size}.jsonl") for kind in plan.conditions for size in plan.sizes}
    if shelf.get(f"sets-{key}") is None or not all(map(os.path.exists, names.values())):
        sets = training_sets(
            LabelledQueries(plan.queries, train["qrels"], train["corpus"], train["candidates"], plan.skip_missing),
            LabelledQueries(test["queries"], test["qrels"], test["corpus"], skip_missing=plan.skip_missing),
            test["leaks"],
            leaked=collection.leaked,
            sizes=plan.sizes,
            seed=plan.seed,
        )
        write_training_sets(sets, to, inputs=inputs)
        shelf.put(f"sets-{key}", b"")
    return names


def _candidates(plan: Plan, collection: PlannedCollection, sets: Mapping[tuple[Leakage, int], str], folder: str) -> str:
    """The file of queries, lists, leaked documents and the texts of all: what a model reads to rerank."""
    runs = read_runs([collection.files["run"]])
    system = runs.systems[0]
    texts = queries_of(collection.files["queries"])
    also: dict[str, dict[str, str]] = {}
    for condition in plan.conditions:  # sets of every size have the same leaks
        for one in read_instances(sets[condition, min(plan.sizes)]).leaked:
            if one.topic in texts:
                also.setdefault(one.topic, {})[one.doc] = one.text
    files = [collection.files[name] for name in ("run", "queries", "corpus")]
    path = os.path.join(folder, STEPS, f"candidates-{_key([sha256_of(one) for one in files], also, plan.depth)}.json")
    if not os.path.exists(path):
        lists = {query: list(runs.ranking(system, query)[: plan.depth]) for query in runs.queries if query in texts}
        docs = texts_of({doc for of in lists.values() for doc in of}, collection.files["corpus"])
        value = {"queries": texts, "lists": lists, "texts": docs, "also": also}
        write_whole(path, json.dumps(value, ensure_ascii=False))
    return path


def shards_of(plan: Plan, prepared: Sequence[Prepared], folder: str, device: str) -> Iterator[tuple[Setup, Shard]]:
    """Each training with its shard, named by what decides its run."""
    digests = {path: sha256_of(path) for one in prepared for path in (*one.sets.values(), one.candidates)}
    bases = {name: base_digest(settings.base) for name, settings in plan.models.items()}
    for one in prepared:
        for name, settings in plan.models.items():
            for (condition, size), path in one.sets.items():
                for seed in plan.seeds:
                    setup = Setup(one.collection.name, name, condition, size, str(seed))
                    key = _key(digests[path], digests[one.candidates], settings.to_dict(), bases[name], seed, VERSION)
                    model = os.path.join(folder, MODELS, f"{name}-{key}")
                    arguments = settings.to_dict(), path, seed, one.candidates, model, device, plan.keep_models
                    yield setup, Shard(f"{name}-{key}", trained_run, arguments)


def trained_run(
    settings: Mapping[str, Any], instances: str, seed: int, candidates: str, model: str, device: str, keep: bool
) -> bytes:
    """Train, rerank, and score leaked documents: a shard's value. The model goes with it unless it is kept."""
    from irassay.search.neural import train

    reranker = train(Settings(**settings), read_instances(instances), seed=seed, device=device, out=model)
    with open(candidates, encoding="utf-8") as file:
        of = json.load(file)
    texts = {query: {doc: of["texts"][doc] for doc in docs} for query, docs in of["lists"].items()}
    value = {
        "run": reranker.score_lists(texts, of["queries"]),
        "cut": reranker.n_cut,
        "also": reranker.score_lists(of["also"], of["queries"]),
        "training": dict(reranker.training),
    }
    if not keep:
        shutil.rmtree(model)
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _write(value: bytes, setup: Setup, folder: str) -> dict[str, Any]:
    """The runs of a shard's value as files; how its model was trained."""
    of: dict[str, Any] = json.loads(value)
    path = os.path.join(folder, path_of(setup))
    make_folder(os.path.dirname(path))
    for to, scores in ((path, of["run"]), (also_path(path), of["also"])):
        if scores:
            name = "-".join(map(str, setup[1:]))
            write_runs(Runs.from_dict({name: scores}, keep="scores"), to)
    return {**of["training"], "cut": of["cut"]}


def path_of(setup: Setup) -> str:
    """The run's path in the folder of the experiment."""
    return f"{RUNS}/{setup.collection}/{setup.model}-{setup.condition}-{setup.size}-{setup.seed}.run"


def _key(*of: Any) -> str:
    """A short digest of values that have a JSON form."""
    return hashlib.sha256(json.dumps(of, sort_keys=True, default=list).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Cost:
    """What is still to be done, and what it takes on one processor or GPU."""

    n_trainings: int
    hours: float
    n_bytes: int


def cost(plan: Plan, out: str | os.PathLike[str], *, device: str = "auto") -> Cost:
    """Make the sets, try each model on the first of the smallest, and scale up. Raises what `experiment` does."""
    folder = os.fspath(out)
    with lasting_shelf(os.path.join(folder, STEPS)) as shelf:
        prepared = prepare(plan, folder, shelf)
        shards = [(setup, shard) for setup, shard in shards_of(plan, prepared, folder, device)]
        left = [setup for setup, shard in shards if shelf.get(shard.name) is None]
    seconds, n_bytes = 0.0, 0
    for one in prepared:
        with open(one.candidates, encoding="utf-8") as file:
            candidates = json.load(file)
        n_docs = sum(map(len, candidates["lists"].values())) + sum(map(len, candidates["also"].values()))
        for name, settings in plan.models.items():
            mine = [setup for setup in left if setup[:2] == (one.collection.name, name)]
            if not mine:
                continue
            begin, a_step, a_score, size = _tried(settings, one, device)
            seconds += len(mine) * (begin + n_docs * a_score)
            seconds += sum(setup.size for setup in mine) * settings.epochs * a_step
            n_bytes += 2 * OF_A_LINE * n_docs * len(mine) + size * (len(mine) if plan.keep_models else 3)
    return Cost(len(left), seconds / 3600, n_bytes)


def _tried(settings: Settings, of: Prepared, device: str) -> tuple[float, float, float, int]:
    """Seconds to begin, for an instance of training and for a document's score; and bytes of the model."""
    from irassay.search.neural import train

    instances = read_instances(next(iter(of.sets.values())))
    some = Instances(instances.pairs[: TRIED // 2])
    with tempfile.TemporaryDirectory() as folder:
        took = []
        for name, tried in (("first", some), ("second", some), ("twice", Instances([*some.pairs, *some.pairs]))):
            start = time.perf_counter()
            reranker = train(settings, tried, device=device, out=os.path.join(folder, name))
            took.append(time.perf_counter() - start)
        a_step = max(took[2] - took[1], 0.0) / len(some)
        size = sum(os.path.getsize(path) for path in os.scandir(os.path.join(folder, "first")))
        start = time.perf_counter()
        reranker.score_pairs([(one.query_text, one.text) for one in some])
        return max(took[1] - len(some) * a_step, 0.0), a_step, (time.perf_counter() - start) / len(some), size


def _models(models: Mapping[str, Settings]) -> Table:
    settings = {name: of.to_dict() for name, of in models.items()}
    rest = [_changed(of) for of in settings.values()]
    columns = [
        Column("model", list(settings)),
        Column("network", [of["model"] for of in settings.values()]),
        Column("base", [of["base"] or "none" for of in settings.values()]),
        Column("settings", rest),
    ]
    return Table("models", SAID("models.table"), columns)


def _changed(of: Mapping[str, Any]) -> str:
    """Settings that are not the model's own, in words."""
    own = settings_of(of["model"], base=of["base"] or None).to_dict()
    changed = (f"{name.replace('_', ' ')} {value}" for name, value in of.items() if value != own[name])
    return ", ".join(changed) or "its own"


def _trainings(cards: Mapping[Setup, Mapping[str, Any]]) -> Table:
    setups = list(cards)
    columns = [
        *(Column(name, [getattr(one, name) for one in setups]) for name in ("collection", "model")),
        Column("leakage", [one.condition for one in setups]),
        *(Column(name, [getattr(one, name) for one in setups]) for name in ("size", "seed")),
        Column("leaked", [cards[one]["leaked"] for one in setups], definition=SAID("trainings.leaked")),
        Column("cut", [cards[one]["cut"] for one in setups], definition=SAID("trainings.cut")),
        Column("instances", [cards[one]["sha256"][:12] for one in setups], definition=SAID("trainings.instances")),
        Column("torch", [cards[one]["versions"]["torch"] for one in setups]),
    ]
    return Table("trainings", "Every training", columns)
