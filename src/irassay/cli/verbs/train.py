"""`irassay train`: a reranker from a training set."""

from __future__ import annotations

from irassay.errors import MissingLibrary, UsageError
from irassay.messages import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def run(args: argparse.Namespace) -> int:
    """Train, and say where the model is."""
    from irassay.formats.reading.instances import read_instances
    from irassay.search.neural import settings_of

    if not args.output:
        raise UsageError("-o names the folder of the model, such as -o models/a")
    names = ("base", "query_length", "document_length", "pieces", "learning_rate", "epochs")
    more = {name: getattr(args, name) for name in names}
    settings = settings_of(args.network, args.preset, batch=args.instances_a_step, **more)
    MissingLibrary.load("torch", "neural")
    from irassay.search.neural import train

    instances = read_instances(args.instances)
    train(settings, instances, seed=args.seed, device=args.device, out=args.output)
    leaked = f", {len(instances.leaked):,} of them leaks" if instances.leaked else ""
    args.screen.explain(
        f"{args.output}: {args.network}, {plural(len(instances), 'instance')}{leaked}, seed {args.seed}"
    )
    args.screen.next(
        f"irassay rerank {args.output} bm25.run --query-texts QUERIES --doc-texts TEXTS -o {args.network}.run"
    )
    return 0
