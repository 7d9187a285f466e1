"""Where things lie, in a source tree and under GPUDESK_HOME."""

from pathlib import Path

import pytest

from gpudesk import locate

ROOT = Path(__file__).resolve().parents[2]


def test_a_source_tree_is_known(gpudesk_home: Path) -> None:
    assert locate.is_source_tree()
    assert locate.data_dir() == ROOT
    assert locate.resource("icons") == ROOT / "resources" / "icons"
    assert locate.migrations_dir("project") == ROOT / "db" / "project"
    assert locate.built_catalog_path() == ROOT / "build" / "data" / "catalog.sqlite"


def test_user_folders_follow_the_variable_and_are_not_made(gpudesk_home: Path) -> None:
    folders = (locate.user_data_dir(), locate.user_cache_dir(), locate.user_config_dir())
    assert len(set(folders)) == len(folders)
    assert all(folder.parent == gpudesk_home for folder in folders)
    assert not gpudesk_home.exists()


def test_without_the_variable_the_system_decides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(locate.HOME_VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert locate.user_cache_dir() == tmp_path / "gpudesk"


def test_the_font_has_the_weights_that_the_look_needs() -> None:
    names = {path.stem for path in locate.font_files()}
    assert {"SourceSansPro-Regular", "SourceSansPro-Semibold"} <= names
