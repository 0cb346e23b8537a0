"""A short use of an installed irassay, with nothing else installed but what it depends on.

cibuildwheel and ``make wheel`` run it with the Python that the wheel was put into. It scores two runs with both
kernels, and as on a processor without AVX2, compares them, and holds what is printed to scores worked out by hand.
``usual`` leaves out the kernel for processors without AVX2.

    python tests/wheel/short_check.py [usual]
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

QRELS = "q1 0 a 2\nq1 0 b 0\nq2 0 c 1\n"
RUNS = {
    "one": "q1 Q0 a 1 2.5 one\nq1 Q0 b 2 1.5 one\nq2 Q0 x 1 3.0 one\nq2 Q0 c 2 1.0 one\n",
    "two": "q1 Q0 b 1 2.5 two\nq1 Q0 a 2 1.5 two\nq2 Q0 x 1 3.0 two\nq2 Q0 y 2 1.0 two\n",
}
MEANS = ("one\tall\tRR\t0.75", "two\tall\tRR\t0.25")
RANKS = ("one\tq1\tRR\t1.0", "one\tq2\tRR\t0.5", "two\tq1\tRR\t0.5", "two\tq2\tRR\t0.0")  # of the first relevant one
X86 = platform.machine() in ("x86_64", "AMD64")
WITHOUT_AVX2 = """
import importlib.abc, sys
class Refuses(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "irassay.kernel._core":
            raise ImportError("this processor has no AVX2, which this build of irassay's kernel needs")
sys.meta_path.insert(0, Refuses())
from irassay.cli.main import main
code = main(sys.argv[1:])
from irassay.kernel import _core
sys.exit(code or _core.__name__ != "irassay.kernel._core_baseline" or sys.modules["irassay.kernel._core"] is not _core)
"""


def irassay(*words: str, folder: Path, kernel: str = "", program: tuple[str, ...] = ("-m", "irassay")) -> list[str]:
    """The lines that a command prints."""
    env = {**os.environ, "IRASSAY_KERNEL": kernel}
    done = subprocess.run([sys.executable, *program, *words], cwd=folder, env=env, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"irassay {' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines()


def main() -> None:
    """Score, compare, and say so."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "qrels").write_text(QRELS)
        for name, text in RUNS.items():
            (folder / name).write_text(text)
        scoring = ("eval", "qrels", "one", "two", "-m", "RR", "-q", "--format", "tsv")
        scored = [irassay(*scoring, folder=folder)]
        if X86 and "usual" not in sys.argv:
            scored.append(irassay(*scoring, folder=folder, kernel="baseline"))
            scored.append(irassay(*scoring, folder=folder, program=("-c", WITHOUT_AVX2)))
        for got in scored:
            if sorted(got) != sorted(RANKS + MEANS):
                sys.exit(f"scores differ from those worked out by hand:\n{chr(10).join(got)}")
        words = ("qrels", "one", "two", "-m", "RR", "--pair", "one", "two", "--format", "table")
        said = " ".join(" ".join(irassay("compare", *words, folder=folder)).split())
        if "difference 0.5000" not in said:
            sys.exit(f"the difference is not 0.75 - 0.25: {said}")
        (version,) = irassay("--version", folder=folder)
    print(f"{version}, Python {platform.python_version()}, {platform.machine()}: scores and differences are right")


if __name__ == "__main__":
    main()
