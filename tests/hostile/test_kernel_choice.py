"""A processor without AVX2 and a kernel that needs it. That a wheel holds another one is seen by `make wheel`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

REFUSES = """
import importlib.abc, sys
class Refuses(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "irassay.kernel._core":
            raise ImportError("this processor has no AVX2, which this build of irassay's kernel needs")
        if name == "irassay.kernel._core_baseline":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Refuses())
import irassay.kernel
"""


def test_a_processor_without_avx2_is_told_so_where_there_is_no_other_kernel():
    command = [sys.executable, "-c", REFUSES]
    done = subprocess.run(command, env={**os.environ, "IRASSAY_KERNEL": ""}, capture_output=True, text=True)
    assert done.returncode == 1
    said = done.stderr.splitlines()[-1]
    assert said.startswith(
        "ImportError: this processor has no AVX2, which this build of irassay's kernel needs, and the"
    )
    assert "pip install --no-binary irassay irassay" in said


INSTEAD = """
import importlib.abc, sys
from irassay.kernel import _core as other
for name in ("irassay.kernel._core", "irassay.kernel"):
    del sys.modules[name]
sys.modules["irassay.kernel._core_baseline"] = other
class Refuses(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "irassay.kernel._core":
            raise ImportError("this processor has no AVX2, which this build of irassay's kernel needs")
sys.meta_path.insert(0, Refuses())
from irassay.kernel import _core
import irassay.kernel._core as again
sys.exit(not _core is again is other)
"""


def test_a_processor_without_avx2_gets_the_other_kernel_under_the_same_name():
    assert subprocess.run([sys.executable, "-c", INSTEAD], env={**os.environ, "IRASSAY_KERNEL": ""}).returncode == 0


def test_wider_vectors_change_no_bit():
    command = [sys.executable, "-m", "tests.kernel_digest"]
    root = Path(__file__).parents[2]
    narrow, wide = (
        subprocess.run(command, cwd=root, env={**os.environ, "IRASSAY_KERNEL": chosen}, capture_output=True, check=True)
        for chosen in ("avx2", "")
    )
    assert b"under variants" in wide.stdout
    assert narrow.stdout == wide.stdout
