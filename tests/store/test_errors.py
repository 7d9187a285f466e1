"""The answers to errors fit whatever file they are about: projects, catalogs and what else is stored."""

from pathlib import Path

import pytest

from gpudesk.store.catalog_db import CatalogRows, write_catalog
from gpudesk.store.store_errors import DiskFull, Missing, disk_full


def test_a_catalog_is_not_called_a_project(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    rows = CatalogRows("1", (), (), {}, ())
    with pytest.raises(Missing) as caught:
        write_catalog(tmp_path / "file" / "deeper" / "catalog.db", rows, tmp_path)
    full = disk_full(tmp_path / "catalog.db")
    assert isinstance(full, DiskFull)
    for error in (caught.value, full):
        assert "catalog.db" in str(error)
        assert "project" not in str(error)
        assert "edit" not in str(error)
