"""What `make fresh` runs in the bare tree, and what of it `.ci/run` leaves to it alone."""

import shutil
import subprocess
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
SCRIPT = "packaging/sample_tests.sh"


def listed(top: Path, *arguments: str) -> set[str]:
    """The files and folders that the script prints."""
    command = ["sh", str(top / SCRIPT), *arguments]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_what_is_left_to_the_bare_tree_runs_there() -> None:
    sample, complete = listed(TOP), listed(TOP, "complete")
    files = {path.relative_to(TOP).as_posix() for name in sample for path in [TOP / name, *(TOP / name).rglob("test_*.py")]}
    assert complete < files
    assert "tests/test_house/test_wheel.py" in complete
    assert "tests/end_to_end/test_title.py" in complete


def test_a_file_that_may_skip_is_not_left_to_it() -> None:
    complete = listed(TOP, "complete")
    skipped_in_bare_trees = {"foreign_readers", "launch_watching", "onsite_page", "slurm_gpus", "subnet_manager"}
    assert not complete & {f"tests/end_to_end/test_{name}.py" for name in skipped_in_bare_trees}
    assert not complete & {"tests/golden/test_fabric_tables.py", "tests/onsite/test_values_in_javascript.py"}


def test_skips_are_seen_in_the_file_and_in_what_it_imports(tmp_path: Path) -> None:
    folder = tmp_path / "tests" / "end_to_end"
    (tmp_path / "packaging").mkdir()
    folder.mkdir(parents=True)
    shutil.copy(TOP / SCRIPT, tmp_path / SCRIPT)
    texts = {
        "reader": "import pytest\n\n\ndef need() -> None:\n    pytest.skip('no reader')\n",
        "helper": "LIMIT = 3\n",
        "test_own": "import pytest\n\npytestmark = pytest.mark.skipif(True, reason='never')\n",
        "test_module": "import tests.end_to_end.reader\n",
        "test_name": "from tests.end_to_end.reader import need\n",
        "test_member": "from tests.end_to_end import helper, reader\n",
        "test_none": "from tests.end_to_end.helper import LIMIT\n",
    }
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text + "#" * 3000, encoding="utf-8")
    assert listed(tmp_path) == {"tests/end_to_end"}
    assert listed(tmp_path, "complete") == {"tests/end_to_end/test_none.py"}
