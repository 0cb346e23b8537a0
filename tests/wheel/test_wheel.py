"""The wheel that users install: built, put into an empty environment, and used there.

It holds the kernel that `make setup` has compiled. The one for every processor is compiled, and tried, by `make wheel`.
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*command: object, cwd: Path) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])  # where cmake and ninja are
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory, testrun_uid: str) -> Path:
    """Built once for all test processes, where the development build is and of what it has compiled."""
    folder = tmp_path_factory.getbasetemp().parent / f"wheel-{testrun_uid}"
    folder.mkdir(exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(folder.glob("irassay-*.whl")):
            build = (
                "pip",
                "wheel",
                "-q",
                "--disable-pip-version-check",
                "--no-deps",
                "--no-build-isolation",
                "--config-settings",
                "cmake.define.IRASSAY_BASELINE=OFF",
                "-w",
                folder,
            )
            run(sys.executable, "-m", *build, ".", cwd=ROOT)
    (built,) = folder.glob("irassay-*.whl")
    return built


@pytest.fixture(scope="session")
def empty(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that holds the wheel alone: not even what it depends on. Returns its programs' folder."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    install = (
        "pip",
        "-q",
        "--disable-pip-version-check",
        "--python",
        python,
        "install",
        "--no-deps",
        "--no-index",
        wheel,
    )
    run(sys.executable, "-m", *install, cwd=folder)
    return folder / "bin"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "qrels").write_text("q1 0 a 2\nq1 0 b 0\nq2 0 c 1\n")
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "one").write_text(
        "q1 Q0 a 1 2.5 one\nq1 Q0 b 2 1.5 one\nq2 Q0 x 1 3.0 one\nq2 Q0 c 2 1.0 one\n"
    )
    (tmp_path / "runs" / "two").write_text(
        "q1 Q0 b 1 2.5 two\nq1 Q0 a 2 1.5 two\nq2 Q0 c 1 3.0 two\nq2 Q0 x 2 1.0 two\n"
    )
    return tmp_path


def test_wheel_holds_the_package_and_no_sources(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert any(name.startswith("irassay/kernel/_core.") and name.endswith(".so") for name in names)
    assert "irassay/py.typed" in names
    assert "irassay/kernel/_core.pyi" in names
    assert any(name.startswith("irassay/reporting/assets/") for name in names)
    assert any(name.startswith("irassay/reporting/templates/") for name in names)
    assert not [name for name in names if name.endswith((".cpp", ".hpp")) or name.startswith(("tests/", "benchmarks/"))]
    assert any(name.endswith("/licenses/LICENSE") for name in names)


def test_version_is_said_in_one_place_and_is_the_same_everywhere(empty: Path, wheel: Path, files: Path) -> None:
    version = wheel.name.split("-")[1]
    assert run(empty / "irassay", "--version", cwd=files) == f"irassay {version}\n"
    ask = "import irassay, importlib.metadata as m; print(irassay.__version__, m.version('irassay'))"
    assert run(empty / "python", "-c", ask, cwd=files).split() == [version, version]
    run(empty / "irassay", "eval", "qrels", "runs", "-m", "RR", "-o", "scores.tsv", cwd=files)
    said = json.loads((files / "scores.tsv.provenance.json").read_text())
    assert said["versions"]["irassay"] == version
    written = [line for line in (ROOT / "pyproject.toml").read_text().splitlines() if line.startswith("version")]
    assert written == []
    assert version in (ROOT / "CHANGELOG.md").read_text()


def test_wheel_is_for_this_python_or_from_312_on_for_every_later_one(wheel: Path) -> None:
    named = f"cp{sys.version_info.major}{sys.version_info.minor}"
    python, abi, _ = wheel.stem.split("-")[-3:]
    assert (python, abi) == (("cp312", "abi3") if sys.version_info >= (3, 12) else (named, named))


def test_sources_hold_what_a_build_needs_and_no_more(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "-o", tmp_path, ".", cwd=ROOT)
    (sources,) = tmp_path.glob("irassay-*.tar.gz")
    with tarfile.open(sources) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    tracked = set(run("git", "ls-files", cwd=ROOT).split()) if (ROOT / ".git").exists() else names
    assert {"CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml", "PKG-INFO"} <= names
    assert {name for name in tracked if name.startswith("src/")} <= names
    assert not [name for name in names if name.startswith((".venv", ".ci", "build/", "dist/", "site/"))]


def test_installed_wheel_passes_the_check_of_every_build(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", sysconfig.get_paths()["platlib"])  # what it depends on
    assert "are right" in run(empty / "python", ROOT / "tests" / "wheel" / "short_check.py", "usual", cwd=empty)


def test_installed_wheel_scores_without_its_dependencies(empty: Path, files: Path) -> None:
    out = run(empty / "irassay", "eval", "qrels", "runs", "-m", "RR", "--format", "tsv", cwd=files)
    assert out.splitlines() == ["one\tall\tRR\t0.75", "two\tall\tRR\t0.75"]


def test_installed_wheel_checks_without_its_dependencies(empty: Path, files: Path) -> None:
    out = run(empty / "irassay", "check", "qrels", "runs", cwd=files)
    assert "short-lists" in out
