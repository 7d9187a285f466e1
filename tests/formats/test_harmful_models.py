"""Damaged and harmful files of models, each read in a child with two seconds and one gigabyte: a clear refusal of each."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.formats.harmful_models import harmful_files
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
IN_ONE_CHILD = 13
FILES = harmful_files()


def test_there_are_enough() -> None:
    assert len(FILES) >= 60
    assert len({name for name, _, _ in FILES}) == len(FILES)


@pytest.mark.parametrize("first", range(0, len(FILES), IN_ONE_CHILD))
def test_a_harmful_file_is_refused(first: int, tmp_path: Path) -> None:
    paths = {}
    for number, (name, read, files) in enumerate(FILES[first : first + IN_ONE_CHILD]):
        folder = tmp_path / str(number)
        folder.mkdir()
        for file, data in files.items():
            (folder / file).write_bytes(data)
        paths[str(folder / read)] = name
    command = [sys.executable, "-m", "tests.formats.harmful_models", *paths]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    said = {paths[path]: told for path, told in map(json.loads, done.stdout.splitlines())}
    missing = set(paths.values()) - set(said)
    assert not missing, (sorted(missing), done.returncode, done.stderr[-2000:])
    wrong = {name: told for name, told in said.items() if not told.startswith("refused: ") or len(told) < 30}
    assert wrong == {}
