"""A file of own types, told from others without reading more of it than can be taken."""

import tracemalloc
from pathlib import Path

from gpudesk.catalog import open_catalog
from gpudesk.formats.type_files import holds_own_types, proposed_file


def test_of_what_is_too_large_no_more_is_read_than_shows_it(tmp_path: Path) -> None:
    path = tmp_path / "types.yaml"
    with path.open("wb") as file:
        file.write(b"types:\n")
        file.truncate(200 << 20)
    catalog = open_catalog()
    tracemalloc.start()
    assert holds_own_types(path)
    [misfit] = proposed_file(catalog, path).misfits
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "larger than" in misfit.message.plain()
    assert peak < 20 << 20
