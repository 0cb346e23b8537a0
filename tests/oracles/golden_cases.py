"""The cases of trec_eval's printed values, and how each maps to measures and options of ours."""

from __future__ import annotations

import json
import lzma
import re
from functools import cache
from pathlib import Path

from irassay.collection import Runs
from irassay.measures import Measure
from tests.collections_at_hand import GOLDEN

# trec_eval's measures that have a name of ours, as they are printed.
_PRINTED = re.compile(
    r"num_q|num_ret|num_rel|num_rel_ret|map|gm_map|Rprec|bpref|recip_rank|infAP|ndcg|dcg|set_P|set_recall|set_map"
    r"|gm_bpref|11pt_avg|binG|num_nonrel_judged_ret|Rprec_mult_[\d.]+|relative_P_\d+|unj_\d+"
    r"|ndcg_\d+=[-\d.=,]+|set_relative_P|set_F(_0\.5)?|iprec_at_recall_[\d.]+|P_\d+|recall_\d+|ndcg_cut_\d+|map_cut_\d+|success_\d+|rbp_resid(_p=[\d.]+)?"
)


class Case:
    """One run of trec_eval: its inputs, options and what it printed."""

    def __init__(self, entry):
        self.id = entry["id"]
        self.collection = entry["collection"]
        self.system = entry["system"]
        self.version = entry["version"]
        self.options = entry["options"]
        self.exit = entry["exit"]
        self.qrels = GOLDEN / entry["qrels"]
        self.run = GOLDEN / entry["run"]
        self.output = GOLDEN / entry["output"] if entry["output"] else None

    @property
    def complete(self):
        return any(o.startswith("-c") for o in self.options)

    @property
    def judged_only(self):
        return "-J" in self.options

    def number(self, flag, default):
        for i, option in enumerate(self.options):
            if option == flag:
                return int(self.options[i + 1])
            if re.fullmatch(re.escape(flag) + r"\d+", option):
                return int(option[2:])
        return default

    def printed(self):
        """{(trec_eval's measure, query): value} for the measures we share."""
        with lzma.open(self.output, "rt", encoding="utf-8") as lines:
            rows = [line.rstrip("\n").split("\t") for line in lines]
        return {(name.strip(), query): float(value) for name, query, value in rows if _PRINTED.fullmatch(name.strip())}

    def measure(self, name):
        """Ours for a printed name, with the case's options as parameters."""
        plain = Measure.parse(name)
        params = dict(plain.params)
        if "rel" in params:
            params["rel"] = self.number("-l", 1)
        if self.judged_only and "judged_only" in params:
            params["judged_only"] = True
        return Measure(plain.name, params, cutoff=plain.cutoff)


@cache
def cases(*groups):
    """All cases of some groups that read plain qrels and a run."""
    index = json.loads((GOLDEN / "index.json").read_text())
    foreign = ("-R", "-Z")
    found = []
    for entry in index["cases"]:
        if entry["group"] not in groups or entry.get("undefined"):
            continue
        if any(o in foreign for o in entry["options"]):
            continue  # preferences, z-scores: nothing of ours
        found.append(Case(entry))
    return tuple(found)


def cut_at(runs: Runs, depth: int, ties: str) -> Runs:
    """The runs with every list cut, as trec_eval's -M does after ordering."""
    lists = {}
    for system in runs.systems:
        lists[system] = {}
        for query in runs.queries:
            docs = runs.ranking(system, query, ties=ties)[:depth]
            if docs:
                lists[system][query] = {doc: float(-rank) for rank, doc in enumerate(docs)}
    return Runs.from_dict(lists)


def plain_columns(path: Path) -> dict[str, dict[str, dict[str, float]]]:
    """A run file's first six columns: trec_eval ignores what follows, which our reader refuses."""
    lists: dict[str, dict[str, float]] = {}
    system = ""
    for line in text_of(path).decode().splitlines():
        query, _, doc, _, score, system = line.split()[:6]
        lists.setdefault(query, {})[doc] = float(score)
    return {system: lists}


def text_of(path: Path) -> bytes:
    """A file's text, unpacked."""
    return lzma.open(path).read() if path.suffix == ".xz" else path.read_bytes()
