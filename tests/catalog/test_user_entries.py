"""The person's own entries: added, copied, edited, deleted; they survive updates and never stop the program."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from gpudesk import locate
from gpudesk.catalog.catalog import open_catalog, user_catalog_dir
from gpudesk.catalog.entry import CatalogFaults, Origin
from gpudesk.catalog.user_entries import copied_body, delete_user_entry, proposed_key, save_user_entry
from gpudesk.core.hardware.hardware import Confidence, Family
from gpudesk.core.messages.errors import Refused
from gpudesk.store.store_errors import StoreError
from tests.catalog.samples import TYPE
from tests.examples import example_count


def own_blank(key: str = "me.blank") -> dict[str, Any]:
    body = copied_body(open_catalog(), "generic.blank-1u", key)
    body["model"] = "My blank"
    return body


def test_copy_edit_save_find_delete() -> None:
    body = own_blank()
    body["facts"]["weight_kg"] = {"value": 0.7, "source": "weighed on our scales", "confidence": "read"}
    path = save_user_entry(open_catalog(), body)
    assert path == user_catalog_dir() / "me.blank.yaml"
    catalog = open_catalog()
    entry = catalog.entry("me.blank")
    assert entry.origin is Origin.USER
    assert entry.type.facts["weight_kg"].source == "weighed on our scales"
    assert entry.type.facts["width_mm"].confidence is Confidence.MEMORY
    assert [hit.origin for hit in catalog.search("my blank")] == [Origin.USER]
    body["facts"]["weight_kg"]["value"] = 0.8
    assert save_user_entry(catalog, body) == path
    assert open_catalog().get("me.blank").number("weight_kg") == 0.8
    delete_user_entry("me.blank")
    assert "me.blank" not in open_catalog()
    assert not path.exists()


def test_an_own_entry_hides_a_shipped_one_until_it_is_deleted() -> None:
    shipped = open_catalog().entry("nvidia.qm9700")
    body = copied_body(open_catalog(), "nvidia.qm9700", "nvidia.qm9700")
    body["facts"]["weight_kg"]["value"] = 15.1
    save_user_entry(open_catalog(), body)
    catalog = open_catalog()
    assert catalog.entry("nvidia.qm9700").origin is Origin.USER
    assert catalog.get("nvidia.qm9700").number("weight_kg") == 15.1
    assert catalog.entry("nvidia.qm9700").version != shipped.version
    under = catalog.shipped("nvidia.qm9700")
    assert under is not None
    assert under.version == shipped.version
    assert len([entry for entry in catalog.all() if entry.type.key == "nvidia.qm9700"]) == 1
    delete_user_entry("nvidia.qm9700")
    assert open_catalog().entry("nvidia.qm9700").origin is Origin.SHIPPED


def test_own_entries_survive_a_new_version_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_user_entry(open_catalog(), own_blank())
    content = (user_catalog_dir() / "me.blank.yaml").read_bytes()
    version = open_catalog().version
    newer = tmp_path / "resources" / "catalog"
    shutil.copytree(locate.resource("catalog"), newer)
    (newer / "shelf.yaml").unlink()
    monkeypatch.setattr(locate, "resource", lambda *parts: tmp_path.joinpath("resources", *parts))
    catalog = open_catalog()
    assert catalog.version != version
    assert "generic.shelf-1u" not in catalog
    assert catalog.get("me.blank").model == "My blank"
    assert (user_catalog_dir() / "me.blank.yaml").read_bytes() == content


def write(name: str, content: bytes) -> None:
    user_catalog_dir().mkdir(parents=True, exist_ok=True)
    (user_catalog_dir() / name).write_bytes(content)


def test_faults_are_told_and_the_rest_is_whole() -> None:
    write("good.yaml", TYPE)
    write("bad.yaml", TYPE.replace(b"maker.thing", b"maker.bad").replace(b"value: 12.5", b"value: -12"))
    write("worse.yaml", b"types: [\n")
    catalog = open_catalog()
    assert "maker.thing" in catalog
    assert "maker.bad" not in catalog
    assert [(fault.file, fault.line) for fault in catalog.faults] == [("bad.yaml", 13), ("worse.yaml", 2)]
    again = open_catalog()
    assert again.faults == catalog.faults
    write("worse.yaml", TYPE.replace(b"maker.thing", b"maker.worse"))
    assert "maker.worse" in open_catalog()


def test_an_entry_with_a_fault_is_not_written() -> None:
    body = own_blank()
    body["facts"]["weight_kg"]["value"] = "light"
    body["facts"]["hight_u"] = body["facts"]["height_u"]
    with pytest.raises(CatalogFaults) as caught:
        save_user_entry(open_catalog(), body)
    assert len(caught.value.faults) == 2
    assert not user_catalog_dir().exists()


@pytest.mark.parametrize("key", ["../../evil", "a/b", "", "Caps.key", "a..b"])
def test_a_key_that_is_no_key_never_becomes_a_file(key: str) -> None:
    body = own_blank()
    body["key"] = key
    with pytest.raises(CatalogFaults):
        save_user_entry(open_catalog(), body)
    assert not user_catalog_dir().exists()


def test_an_own_entry_is_described_in_one_language_at_least() -> None:
    catalog = open_catalog()
    body = {**copied_body(catalog, "generic.blank-1u", "me.blank"), "description": ""}
    save_user_entry(catalog, body)
    kind = open_catalog().get("me.blank")
    assert kind.described_in("en") == kind.described_in("es") == body["description_es"] != ""
    with pytest.raises(CatalogFaults) as raised:
        save_user_entry(catalog, {**body, "description_es": ""})
    assert [(fault.path, fault.message.plain()) for fault in raised.value.faults] == [
        ("types[0].description", "a description is missing; one language is enough")
    ]


@pytest.mark.parametrize(
    ("vendor", "model", "key"),
    [
        ("Acme", "Node 1", "acme.node-1"),
        ("NVIDIA", "QM9700", "nvidia.qm9700-2"),
        ("Müller & Söhne", "Größe+", "muller-sohne.grosse"),
        ("", "Node", "node"),
        ("Acme", "", "acme"),
        ("", "", ""),
    ],
)
def test_a_key_is_proposed_from_the_names(vendor: str, model: str, key: str) -> None:
    assert proposed_key(open_catalog(), vendor, model) == key


def test_a_file_of_several_entries_is_changed_by_hand_only() -> None:
    second = TYPE[TYPE.index(b"  - key") :].replace(b"maker.thing", b"maker.second")
    write("both.yaml", TYPE + second)
    catalog = open_catalog()
    assert catalog.entry("maker.second").origin is Origin.USER
    with pytest.raises(Refused, match=r"both\.yaml"):
        delete_user_entry("maker.second")
    with pytest.raises(Refused, match="text editor"):
        save_user_entry(catalog, copied_body(catalog, "maker.second", "maker.second"))
    with pytest.raises(Refused, match="not one of your own"):
        delete_user_entry("nvidia.qm9700")


def test_every_shipped_entry_can_be_copied(gpudesk_home: Path) -> None:
    catalog = open_catalog()
    aside = gpudesk_home / "aside"
    aside.mkdir(parents=True)
    kinds: dict[Family, list[str]] = {}
    for key in catalog:
        kinds.setdefault(catalog.get(key).family, []).append(key)
    chosen = [key for keys in kinds.values() for key in keys[:: max(1, len(keys) // example_count(len(keys)))]]
    assert len(kinds) > 10
    for key in chosen:
        saved = save_user_entry(catalog, copied_body(catalog, key, f"mine.{key}"))
        # Each save looks through all files of the folder, so those of before wait elsewhere.
        saved.rename(aside / saved.name)
    for path in aside.iterdir():
        path.rename(user_catalog_dir() / path.name)
    mine = open_catalog()
    assert len(mine) == len(catalog) + len(chosen)
    for key in chosen:
        ours, theirs = mine.get(f"mine.{key}"), catalog.get(key)
        assert ours.facts == theirs.facts
        assert ours.port_groups == theirs.port_groups
    assert gpudesk_home.is_dir()


def test_the_example_of_the_documentation_is_a_file_that_can_be_read() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "catalog.md").read_text(encoding="utf-8")
    example = text.split("```yaml\n", 1)[1].split("```", 1)[0]
    write("example.yaml", example.encode())
    catalog = open_catalog()
    assert catalog.faults == ()
    assert catalog.get("maker.model-7").facts["weight_kg"].others[0].value == 33


def test_a_folder_that_cannot_be_made_is_told(gpudesk_home: Path) -> None:
    body = own_blank()
    catalog = open_catalog()
    shutil.rmtree(gpudesk_home, ignore_errors=True)
    gpudesk_home.write_text("a file where the folder should be")
    with pytest.raises(StoreError):
        save_user_entry(catalog, body)
