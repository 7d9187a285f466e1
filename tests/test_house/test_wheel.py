"""The wheel brings the data that the program needs, where `gpudesk.locate` looks for it."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True, text=True)
    return next(folder.glob("gpudesk-*.whl"))


def test_everything_under_resources_and_db_travels(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    files = [path for folder in ("resources", "db") for path in (ROOT / folder).rglob("*") if path.is_file()]
    assert files
    assert {f"gpudesk/_data/{path.relative_to(ROOT).as_posix()}" for path in files} - names == set()


def test_an_unpacked_wheel_finds_its_data(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = (
        "from gpudesk import locate; import gpudesk; print(gpudesk.__file__);"
        "assert not locate.is_source_tree();"
        "assert locate.built_catalog_path().is_file(), locate.built_catalog_path();"
        "assert any(locate.migrations_dir('project').glob('*.sql'));"
        "assert locate.resource('catalog').is_dir()"
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    result = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith(str(tmp_path))
