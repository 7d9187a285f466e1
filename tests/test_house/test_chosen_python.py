"""With which Python environments are made (packaging/choose_python.sh)."""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "choose_python.sh"
OPTIMIZED = "#!/bin/sh\nexit 1\n"
PLAIN = "#!/bin/sh\nexit 0\n"
"""Stand in for a python3 that is asked whether it was built without profile-guided optimization."""


def chosen(first: str, folder: Path, **environment: str) -> str:
    """What is chosen where `first` is the content of the first python3 on the path."""
    path = folder / "python3"
    path.write_text(first, encoding="ascii")
    path.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHON3"}
    kept |= {"PATH": f"{folder}:/usr/bin:/bin", **environment}
    return subprocess.run(["sh", SCRIPT], env=kept, capture_output=True, text=True, check=True).stdout.strip()


def test_the_first_on_the_path_is_taken(tmp_path: Path) -> None:
    assert chosen(OPTIMIZED, tmp_path) == str(tmp_path / "python3")


def test_one_without_optimization_gives_way_to_that_of_the_system(tmp_path: Path) -> None:
    system = Path("/usr/bin/python3")
    code = "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))"
    fit = system.exists() and subprocess.run([system, "-c", code], capture_output=True, check=False).returncode == 0
    assert chosen(PLAIN, tmp_path) == str(system if fit else tmp_path / "python3")


@pytest.mark.parametrize("first", [OPTIMIZED, PLAIN])
def test_a_named_one_is_taken_before_all_others(first: str, tmp_path: Path) -> None:
    assert chosen(first, tmp_path, PYTHON3="/opt/python3.13") == "/opt/python3.13"
