"""A file of own types, told from others without reading more of it than can be taken."""

from pathlib import Path
from typing import Any

import pytest

from gpudesk.catalog import plain_yaml
from gpudesk.catalog.catalog import open_catalog
from gpudesk.formats.tables import type_files
from gpudesk.formats.tables.type_files import holds_own_types, proposed_file

MOST = 10_000


def test_of_what_is_too_large_no_more_is_read_than_shows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type_files, "MAXIMUM_BYTES", MOST)
    monkeypatch.setattr(plain_yaml, "MAXIMUM_BYTES", MOST)
    path = tmp_path / "types.yaml"
    path.write_bytes(b"types:\n".ljust(5 * MOST, b"#"))
    catalog = open_catalog()
    asked: list[tuple[int, ...]] = []
    opened = Path.open

    def noted(at: Path, *arguments: Any, **values: Any) -> Any:
        file = opened(at, *arguments, **values)
        if at != path:
            return file

        class Noting:
            def __enter__(self) -> "Noting":
                return self

            def __exit__(self, *_: object) -> None:
                file.close()

            def read(self, *count: int) -> Any:
                asked.append(count)
                return file.read(*count)

        return Noting()

    monkeypatch.setattr(Path, "open", noted)
    assert holds_own_types(path)
    [misfit] = proposed_file(catalog, path).misfits
    assert "larger than" in misfit.message.plain()
    assert asked == [(MOST + 1,), (MOST + 1,)]


def test_a_file_as_large_as_may_be_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type_files, "MAXIMUM_BYTES", MOST)
    monkeypatch.setattr(plain_yaml, "MAXIMUM_BYTES", MOST)
    path = tmp_path / "types.yaml"
    path.write_bytes(b"types: []\n".ljust(MOST, b"#"))
    assert not any("larger than" in misfit.message.plain() for misfit in proposed_file(open_catalog(), path).misfits)
