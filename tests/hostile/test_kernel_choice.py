"""A processor without AVX2 and a kernel that needs it. That a wheel holds another one is seen in tests/wheel."""

from __future__ import annotations

import os
import subprocess
import sys

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
