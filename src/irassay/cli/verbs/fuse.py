"""`irassay fuse`: one run from several."""

from __future__ import annotations

from irassay.cli import output

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any


DONE = "written"


def run(args: argparse.Namespace) -> int:
    """Read, fuse and write."""
    from irassay.cli.answers.nearly_equal_ids import runs_apart
    from irassay.formats import read_runs, write_runs
    from irassay.messages import plural
    from irassay.search import fuse

    how: dict[str, Any] = {"input_format": args.input_format, "leave_out": args.leave_out, "threads": args.threads}
    runs = read_runs(args.runs, keep="scores", **how)
    for sentence in runs_apart(runs):
        args.screen.warn(sentence)
    fused = fuse(
        runs,
        method=args.method,
        phi=args.phi,
        rrf_k=args.rrf_k,
        weight=args.weight,
        normalise=args.normalise,
        depth=args.depth,
        name=output.system_of(args.output, "fused"),
        threads=args.threads,
    )
    write_runs(fused, args.output or "-")
    n = f"{plural(len(fused.queries), 'query')}, {plural(fused.core.n_documents, 'document')}"
    args.screen.explain(f"{plural(len(runs.systems), 'run')} fused: {n}")
    return 0
