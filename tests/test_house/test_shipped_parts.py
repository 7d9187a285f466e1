"""What is needed to run is named wherever it is owed: in the window about the program and among what is frozen."""

import ast
import re
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = [Requirement(line) for line in distribution("gpudesk").requires or []]
NEEDED = {re.sub(r"[-_.]+", "-", each.name).lower() for each in REQUIREMENTS if each.marker is None}


def named_in(path: str, name: str) -> set[str]:
    """The texts of the constant `name` of a Python file, as names of packages."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    values = [node.value for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name]
    texts = [node.value for value in values for node in ast.walk(value) if isinstance(node, ast.Constant)]
    return {re.sub(r"[-_.]+", "-", str(text)).lower() for text in texts}


def test_the_window_about_the_program_names_every_part() -> None:
    assert NEEDED - named_in("gpudesk/ui/app/dialogs/about.py", "_PARTS") == set()


def test_the_frozen_program_carries_the_licences_of_every_part() -> None:
    assert NEEDED - named_in("packaging/gpudesk.spec", "DISTRIBUTIONS") == set()
