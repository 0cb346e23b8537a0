"""Writes ``recorded.json``: the largest error of each quantity, where it is smaller than the one recorded.

An error that grew is printed and not written, and the exit code is 1; ``--grow NAME ...`` writes those too.
"""

from __future__ import annotations

import argparse
import sys

from tests.accuracy.ratchet import as_recorded, errors, read, write


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--grow", nargs="+", default=[], metavar="NAME", help="quantities whose error may grow")
    args = parser.parse_args()
    recorded, present = read(), {name: as_recorded(error) for name, error in errors().items()}
    grown = [n for n, error in present.items() if error > recorded.get(n, error) and n not in args.grow]
    for name in grown:
        print(f"{name}: {present[name]} now, {recorded[name]} recorded; not written without --grow", file=sys.stderr)
    write({n: recorded[n] if n in grown else error for n, error in present.items()})
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
