"""`irassay fuse`: one run from several."""

from __future__ import annotations

from irassay.cli import output
from irassay.cli.answers.nearly_equal_ids import runs_apart
from irassay.formats import read_runs, write_runs
from irassay.messages import plural
from irassay.search import fuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any


def run(args: argparse.Namespace) -> int:
    """Read, fuse and write."""
    how: dict[str, Any] = {"input_format": args.input_format, "leave_out": args.leave_out, "threads": args.threads}
    runs = read_runs(args.runs, keep="scores", **how)
    for sentence in runs_apart(runs):
        args.screen.warn(sentence)
    names = ("method", "phi", "rrf_k", "weight", "normalise", "depth", "threads")
    fused = fuse(runs, name=output.system_of(args.output, "fused"), **{name: getattr(args, name) for name in names})
    write_runs(fused, args.output or "-")
    n = f"{plural(len(fused.queries), 'query')}, {plural(fused.core.n_documents, 'document')}"
    args.screen.explain(f"{plural(len(runs.systems), 'run')} fused: {n}")
    return 0
