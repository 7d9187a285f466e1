"""Opening the catalog: from the built file, from the cache, made again; and the built file itself."""

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gpudesk import locate
from gpudesk.catalog import catalog
from gpudesk.catalog.build import main
from gpudesk.catalog.catalog import UnknownType, is_built, open_catalog, open_shipped
from gpudesk.catalog.entry import CatalogFaults, Origin
from gpudesk.core.hardware.hardware import Family
from gpudesk.store import catalog_db
from gpudesk.store.store_errors import StoreError

ENOUGH = (
    "_",
    "adapter_nvidia",
    "blank",
    "gpu_nvidia_b",
    "gpu_nvidia_datacenter",
    "gpu_nvidia_hopper",
    "power_shelf",
    "rack",
    "shelf",
    "switch",
    "system",
)
"""How the names of the files begin that these tests look at. A catalog of all files takes three times as long to build."""


def left_out(_folder: str, names: list[str]) -> list[str]:
    return [name for name in names if not name.startswith(ENOUGH)]


@pytest.fixture
def resources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped files that a test may change, with no catalog built from it."""
    folder = tmp_path / "resources" / "catalog"
    shutil.copytree(locate.resource("catalog"), folder, ignore=left_out)
    names = ("translations", "type_names_es.json")
    (tmp_path / "resources" / names[0]).mkdir()
    shutil.copy(locate.resource(*names), tmp_path.joinpath("resources", *names))
    monkeypatch.setattr(locate, "resource", lambda *parts: tmp_path.joinpath("resources", *parts))
    monkeypatch.setattr(locate, "built_catalog_path", lambda: tmp_path / "built" / "catalog.sqlite")
    return folder


def cached() -> Path:
    return locate.user_cache_dir() / "catalog.sqlite"


def test_a_missing_catalog_is_built_into_the_cache_and_found_there(resources: Path) -> None:
    assert not is_built()
    first = open_catalog()
    assert cached().is_file()
    assert is_built()
    assert open_catalog() is first
    assert open_shipped().version == first.version
    assert len(list(resources.glob("*.yaml"))) > 5


def test_an_older_catalog_is_rebuilt(resources: Path) -> None:
    before = open_catalog()
    blank = resources / "blank.yaml"
    blank.write_bytes(blank.read_bytes().replace(b"weight_kg: {value: 0.3", b"weight_kg: {value: 0.4"))
    after = open_catalog()
    assert after.version != before.version
    assert after.get("generic.blank-1u").number("weight_kg") == 0.4
    assert before.entry("generic.blank-1u").version != after.entry("generic.blank-1u").version
    assert before.entry("generic.blank-2u").version == after.entry("generic.blank-2u").version


def test_the_catalog_that_came_with_the_program_is_used(resources: Path) -> None:
    assert main([str(locate.built_catalog_path())]) == 0
    open_catalog()
    assert not cached().exists()
    assert resources.is_dir()


@pytest.mark.parametrize("spoil", [b"", b"not a database", b"SQLite format 3\0" + b"\xff" * 4000])
def test_a_damaged_cache_is_replaced(resources: Path, spoil: bytes) -> None:
    cached().parent.mkdir(parents=True)
    cached().write_bytes(spoil)
    assert len(open_catalog()) > 40
    assert catalog_db.read_version(cached()) is not None
    assert resources.is_dir()


def test_a_torn_cache_is_replaced(resources: Path) -> None:
    open_catalog()
    whole = cached().read_bytes()
    cached().write_bytes(whole[:8192])
    assert len(open_shipped().items) > 40
    assert resources.is_dir()


def test_without_a_place_for_the_cache_the_catalog_still_opens(resources: Path, gpudesk_home: Path) -> None:
    gpudesk_home.parent.mkdir(parents=True, exist_ok=True)
    gpudesk_home.write_text("a file where the folder should be")
    catalog = open_catalog()
    assert catalog.get("nvidia.dgx-h100").gpu_count == 8
    assert len(list(catalog.all())) == len(catalog)
    assert resources.is_dir()


def test_a_faulty_shipped_file_is_told_with_all_its_faults(resources: Path) -> None:
    (resources / "extra.yaml").write_text("types:\n  - {key: a.b}\n  - 7\n")
    with pytest.raises(CatalogFaults) as caught:
        open_catalog()
    assert {(fault.file, fault.line) for fault in caught.value.faults} == {("extra.yaml", 2), ("extra.yaml", 3)}
    assert "extra.yaml, line 3" in str(caught.value)


def test_get_entry_body(resources: Path) -> None:
    catalog = open_catalog()
    entry = catalog.entry("nvidia.qm9700")
    assert entry.origin is Origin.SHIPPED
    assert len(entry.version) == 12
    assert catalog.get("nvidia.qm9700") is entry.type
    assert '"model":"QM9700"' in catalog.body("nvidia.qm9700")
    assert "nvidia.qm9700" in catalog
    assert catalog.shipped("no.such") is None
    with pytest.raises(UnknownType, match=r"no entry no\.such"):
        catalog.get("no.such")
    assert resources.is_dir()


def test_one_catalog_serves_many_threads(resources: Path) -> None:
    catalog = open_catalog()
    seen: list[int] = []

    def read() -> None:
        seen.append(sum(len(list(entry.type.ports())) for entry in catalog.all()) + len(catalog.search("dgx")))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 4
    assert len(set(seen)) == 1
    assert resources.is_dir()


def test_opening_a_built_catalog_reads_no_yaml() -> None:
    built = locate.built_catalog_path()
    assert catalog_db.read_version(built) is not None, "run make catalog"
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from gpudesk import locate\n"
        f"locate.built_catalog_path = lambda: Path({str(built)!r})\n"
        "from gpudesk.catalog.catalog import open_catalog\n"
        "open_catalog().get('nvidia.dgx-h100')\n"
        "before = [name for name in ('yaml', 'sqlite_utils', 'numpy', 'PySide6') if name in sys.modules]\n"
        "open_catalog().search('dgx')\n"
        "print(before + [name for name in ('yaml', 'sqlite_utils', 'PySide6') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_equal_files_give_equal_bytes(resources: Path, tmp_path: Path) -> None:
    assert resources.is_dir()
    tmp_path /= "out"
    tmp_path.mkdir()
    first, second = tmp_path / "first.sqlite", tmp_path / "second.sqlite"
    assert main([str(first)]) == 0
    assert main([str(second)]) == 0
    assert first.read_bytes() == second.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.sqlite", "second.sqlite"]


def test_check_says_whether_a_build_is_needed(tmp_path: Path, resources: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "catalog.sqlite"
    assert main([str(out), "--check"]) == 5
    assert main([str(out)]) == 0
    assert main([str(out), "--check"]) == 0
    shelf = resources / "shelf.yaml"
    shelf.write_bytes(shelf.read_bytes().replace(b"value: 6", b"value: 7"))
    assert main([str(out), "--check", "--resources", str(resources)]) == 5
    (resources / "bad.yaml").write_text("types: 3\n")
    capsys.readouterr()
    assert main([str(out), "--resources", str(resources)]) == 3
    assert capsys.readouterr().err.startswith("bad.yaml:1: ")


def test_a_catalog_of_another_format_is_not_read(tmp_path: Path, resources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "catalog.sqlite"
    assert main([str(out)]) == 0
    assert resources.is_dir()
    assert catalog_db.read_version(out) is not None
    monkeypatch.setattr(catalog_db, "FORMAT", catalog_db.FORMAT + 1)
    assert catalog_db.read_version(out) is None
    assert catalog_db.read_version(tmp_path / "no.sqlite") is None


def test_a_folder_that_cannot_be_written_is_told(resources: Path, tmp_path: Path) -> None:
    assert resources.is_dir()
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError):
        main([str(tmp_path / "file" / "catalog.sqlite")])


def test_entries_that_were_made_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_latest", catalog._Latest())
    found = open_catalog()
    read: list[Path] = []

    def noted(path: Path, key: str | None = None) -> dict[str, str]:
        read.append(path)
        return catalog_db.read_bodies(path, key)

    monkeypatch.setattr(catalog, "read_bodies", noted)
    boards = list(found.of_families(Family.GPU))
    assert len(read) == 1
    assert list(found.of_families(Family.GPU)) == boards
    assert len(read) == 1
    assert len(list(found.all())) == len(found)
    assert len(read) == 2
