"""Runs the cases and prints both sides; see `--help`."""

from __future__ import annotations

import os

os.environ["POLARS_MAX_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before any import: one thread each side

import argparse
import json
import platform
import sys
import traceback
from datetime import UTC, datetime
from importlib import import_module, metadata
from pathlib import Path

from benchmarks.collections import Missing
from benchmarks.row import HEADER, Row, line, notes

FAMILIES = {
    "parse": "parsing",
    "memory": "memory",
    "scores": "files_to_scores",
    "variants": "variants",
    "draws": "draws",
    "pairs": "all_pairs",
    "bounds": "bounding",
    "startup": "startup",
    "streaming": "streaming",
    "report": "whole_report",
    "retrieval": "retrieval",
    "leak": "leak_words",
    "leak-vectors": "leak_vectors",
    "dawid-skene": "dawid_skene",
    "prefer": "preferring",
    "decisions": "decisions",
}
PEERS = (
    *("pytrec_eval-terrier", "ir-measures", "ranx", "scipy", "numpy", "polars", "bm25s", "numba", "datasketch"),
    "crowd-kit",
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 where a figure is below its goal")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write both sides' figures")
    parser.add_argument("--only", action="append", choices=FAMILIES, metavar="NAME", help=f"of {', '.join(FAMILIES)}")
    parser.add_argument(
        "--rounds", type=int, default=3, help="of the peers; ours runs three times as often (default 3)"
    )
    args = parser.parse_args()
    print(HEADER)
    rows: list[Row] = []
    failed: list[str] = []
    for name in args.only or FAMILIES:
        try:
            for row in import_module(f"benchmarks.{FAMILIES[name]}").rows(args.rounds):
                rows.append(row)
                print(line(row), flush=True)
        except Missing as missing:
            print(f"{name}: {missing}")
            failed.append(name)
        except Exception:
            traceback.print_exc()
            failed.append(name)
    print(*("", *notes(rows)), sep="\n")
    if args.json:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        args.json.write_text(
            json.dumps({**about(), "failed": failed, "rows": [row.to_json() for row in rows]}, indent=1)
        )
    below = [row for row in rows if row.reached is False]
    if below or failed:
        print(f"\n{len(below)} of {len(rows)} figures below the goal; {len(failed)} families not measured: {failed}")
    return int(args.check and bool(below or failed))


def about() -> dict[str, object]:
    """What the figures depend on."""
    cpu = platform.processor()
    if os.path.exists("/proc/cpuinfo"):
        models = [part for part in Path("/proc/cpuinfo").read_text().splitlines() if part.startswith("model name")]
        cpu = models[0].split(":")[1].strip() if models else cpu
    return {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "processor": cpu,
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "irassay": metadata.version("irassay"),
        "peers": {name: metadata.version(name) for name in PEERS},
    }


if __name__ == "__main__":
    sys.exit(main())
