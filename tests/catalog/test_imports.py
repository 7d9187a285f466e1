"""Imported libraries: kept as a layer below the person's and the program's entries, replaced and forgotten as a whole."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gpudesk.catalog.catalog import UnknownType, open_catalog
from gpudesk.catalog.entry import Hider, Origin
from gpudesk.catalog.imports import imports_dir, keep_library, libraries, library_name, remove_library
from gpudesk.catalog.user_entries import copied_body, delete_user_entry, save_user_entry
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.errors import Cancelled, InvalidData, Refused
from gpudesk.core.running.progress import Progress
from gpudesk.store import catalog_db

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def body(key: str, **more: Any) -> dict[str, Any]:
    vendor, _, model = key.partition(".")
    facts = {"height_u": {"value": 1, "source": "library", "confidence": "secondary"}}
    entry = {"key": key, "family": "switch", "vendor": vendor.title(), "model": model.upper(), "mount": "units", "facts": facts}
    return {**entry, "description": "imported", "description_es": "importado", "netbox": {"kind": "device"}, **more}


def keep(name: str, *keys: str) -> None:
    keep_library(name, [body(key) for key in keys], f"{name}.zip", NOW)


def test_a_kept_library_is_found_beside_our_own() -> None:
    before = open_catalog()
    keep("big", "maker.m1", "maker.m2")
    after = open_catalog()
    assert len(after) == len(before) + 2
    assert after.version != before.version
    entry = after.entry("maker.m1")
    assert (entry.origin, after.origin("maker.m1"), entry.type.number("height_u")) == (Origin.IMPORT, Origin.IMPORT, 1)
    assert [hit.key for hit in after.search("maker m2")] == ["maker.m2"]
    assert after.search("maker m2")[0].origin is Origin.IMPORT
    assert "maker.m2" in [hit.key for hit in after.search("", Family.SWITCH, 1000)]
    assert {"maker.m1", "maker.m2"} <= {each.type.key for each in after.all()}
    assert '"model":"M1"' in after.body("maker.m1")
    assert "maker.m1" in after.table().keys
    assert open_catalog() is after


def test_it_is_known_what_stands_before_a_type() -> None:
    shipped = next(iter(open_catalog()))
    keep("one", "maker.m1", "maker.m2", shipped)
    keep("one-more", "maker.m1", "maker.m3")
    catalog = open_catalog()
    assert catalog.hidden_in("one") == {shipped: Hider(Origin.SHIPPED)}
    assert catalog.hidden_in("one-more") == {"maker.m1": Hider(Origin.IMPORT, "one")}
    assert catalog.hidden_in("zoo", ["maker.m3", "maker.m4"]) == {"maker.m3": Hider(Origin.IMPORT, "one-more")}
    assert catalog.hidden_in("one", ["maker.m1", "maker.m3"]) == {}, "its own entries and those after it hide nothing"
    assert catalog.body("maker.m1")
    assert len(catalog.table()) == len(catalog)
    save_user_entry(catalog, copied_body(catalog, "maker.m2", "maker.m2"))
    assert open_catalog().hidden_in("one")["maker.m2"] == Hider(Origin.USER)


def test_what_is_kept_is_listed_replaced_and_forgotten() -> None:
    keep("big", "maker.m1", "maker.m2")
    keep("also", "other.m1")
    assert [(library.name, library.types, library.source, library.at_utc) for library in libraries()] == [
        ("also", 1, "also.zip", "2026-11-21T12:00:00+00:00"),
        ("big", 2, "big.zip", "2026-11-21T12:00:00+00:00"),
    ]
    keep("big", "maker.m3")
    assert "maker.m1" not in open_catalog()
    assert open_catalog().origin("maker.m3") is Origin.IMPORT
    remove_library("big")
    assert [library.name for library in libraries()] == ["also"]
    with pytest.raises(UnknownType):
        open_catalog().get("maker.m3")
    with pytest.raises(Refused, match="no imported library big"):
        remove_library("big")


def test_the_person_hides_the_program_and_both_hide_the_library() -> None:
    keep("big", "nvidia.qm9700", "maker.m1", "shared.m")
    keep("also", "shared.m")
    catalog = open_catalog()
    assert catalog.origin("nvidia.qm9700") is Origin.SHIPPED
    assert catalog.get("nvidia.qm9700").vendor == "NVIDIA"
    save_user_entry(catalog, {**copied_body(catalog, "maker.m1", "maker.m1"), "description": "my own"})
    mine = open_catalog()
    assert mine.origin("maker.m1") is Origin.USER
    assert mine.get("maker.m1").description == "my own"
    delete_user_entry("maker.m1")
    assert open_catalog().origin("maker.m1") is Origin.IMPORT
    keys = open_catalog().table().keys
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("name", ["", "Big", "../up", "a b", "x" * 61, ".hidden", "a/b"])
def test_names_that_are_no_files_are_refused(name: str) -> None:
    with pytest.raises(Refused, match="The name of a library can have lowercase letters, digits, dots, hyphens and underscores"):
        keep(name, "maker.m1")
    assert not imports_dir().exists()


def test_a_name_is_made_from_a_path() -> None:
    assert library_name(Path("/x/Device Types (2026).zip")) == "device-types-2026"
    assert library_name(Path("/x/¿?.zip")) == "library"


def test_a_library_is_replaced_as_a_whole_or_not_at_all() -> None:
    keep("big", "maker.m1")
    with pytest.raises(InvalidData, match="appears twice"):
        keep("big", "maker.m2", "maker.m2")
    with pytest.raises(InvalidData):
        keep_library("big", [{"key": "maker.m2"}], "x", NOW)
    stopped = Progress()
    stopped.cancel()
    with pytest.raises(Cancelled):
        keep_library("big", [body("maker.m2")], "x", NOW, stopped)
    assert open_catalog().origin("maker.m1") is Origin.IMPORT
    assert [path.name for path in imports_dir().iterdir()] == ["big.sqlite"]


def test_a_library_that_cannot_be_read_is_told_and_the_rest_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    keep("big", "maker.m1")
    keep("also", "other.m1")
    (imports_dir() / "big.sqlite").write_bytes(b"not a database")
    catalog = open_catalog()
    assert [(fault.file, fault.line) for fault in catalog.faults] == [("big.sqlite", 1)]
    assert "import it again" in catalog.faults[0].plain()
    assert catalog.origin("other.m1") is Origin.IMPORT
    assert [(library.name, library.types) for library in libraries()] == [("also", 1), ("big", 0)]
    remove_library("big")
    monkeypatch.setattr(catalog_db, "FORMAT", catalog_db.FORMAT + 1)
    assert [library.types for library in libraries()] == [0]


def test_equal_entries_have_equal_versions() -> None:
    first = keep_library("one", [body("maker.m1")], "a", NOW)
    second = keep_library("two", [body("maker.m1")], "b", NOW)
    third = keep_library("two", [body("maker.m1", colour="#112233")], "b", NOW)
    assert first.version == second.version != third.version
