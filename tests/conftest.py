"""What every test gets: a home of its own, no screen, and a look at what it left running.

Nothing here imports Qt: the core's tests run in an environment without it.
"""

import itertools
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from tests.examples import USUAL, example_count

pytest_plugins = [
    "pytester",
    "tests.plugins.broken_rules",
    "tests.plugins.crashes",
    "tests.plugins.garbage",
    "tests.plugins.leftovers",
    "tests.plugins.reported",
    "tests.plugins.skips",
    "tests.plugins.real_window",
]

# What was compiled is kept, whatever the machine says: else each process that a test starts compiles the program again, which takes longer
# than what it is started for, and each worker compiles all tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

settings.register_profile("desk", deadline=None, max_examples=example_count(USUAL))
settings.register_profile("ci", settings.get_profile("desk"), derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")
if os.environ.get("CI"):
    # Hypothesis also tries the constants of every module that is loaded. Which ones are depends on the worker and on the tests before, so
    # the examples would differ from run to run, and each worker parses the whole program for them. Everywhere else they are tried.
    providers._get_local_constants = Constants

_homes = itertools.count()


@pytest.fixture(scope="session")
def _homes_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def gpudesk_home(_homes_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user folder that no other test sees; it is not made before the program makes it."""
    home = _homes_dir / str(next(_homes))
    monkeypatch.setenv("GPUDESK_HOME", str(home))
    return home
