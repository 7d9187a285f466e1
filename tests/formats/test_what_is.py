"""What a file is, whatever it is called."""

import errno
import io
import os
import zipfile
from pathlib import Path

import pytest

from benchmarks.generated_fabric import superpod_file
from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.own_templates import own_path
from gpudesk.catalog.templates import load_template
from gpudesk.catalog.type_exchange import shared
from gpudesk.formats.recognize.what_is import LARGEST_BYTES, Nature, what_is
from gpudesk.formats.tables.tables import csv_bytes, xlsx_bytes
from gpudesk.formats.tables.type_tables import one_table, type_rows
from gpudesk.locate import resource
from gpudesk.operations.exchange.exchange import export_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.catalog.test_own_templates import saved
from tests.operations.netbox_lists import CABLES_ALL, CABLES_VIEW, DEVICES_ALL, DEVICES_VIEW, RACKS_ALL, RACKS_VIEW

KEYS = ["nvidia.dgx-h100", "nvidia.qm9700"]
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0"
NETBOX_TYPE = b"---\nmanufacturer: NVIDIA\nmodel: QM9700\nslug: nvidia-qm9700\nu_height: 1\n"

LISTINGS = Path(__file__).with_name("fabric_listings")


def packed(files: dict[str, bytes]) -> bytes:
    """An archive."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def nature(tmp_path: Path, content: bytes, name: str = "thing") -> Nature:
    """What a file of that content is."""
    path = tmp_path / name
    path.write_bytes(content)
    found = what_is(path)
    assert (found.why is None) == (found.nature is not Nature.UNKNOWN)
    return found.nature


@pytest.mark.parametrize("name", ["plan.gpudesk", "plan.txt", "plan"])
def test_a_project_open_or_not_is_one_whatever_it_is_called(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with Document.create(path):
        assert what_is(path).nature is Nature.PROJECT, "and looking did not drop the locks of the one that is open"
    assert what_is(path).nature is Nature.PROJECT


@pytest.mark.parametrize(
    ("name", "suffix", "wanted"),
    [
        ("cables-csv", ".csv", Nature.CABLE_LIST),
        ("cables-xlsx", ".xlsx", Nature.CABLE_LIST),
        ("ibsim", ".net", Nature.SUBNET),
        ("dot", ".dot", Nature.LINK_GRAPH),
    ],
)
def test_links_are_known_again(name: str, suffix: str, wanted: Nature, tmp_path: Path) -> None:
    path = superpod_file(tmp_path / "pod.gpudesk", 1)
    with Document.open(path, write=False) as document:
        export_project(document.snapshot, document.uid, "site", name, tmp_path / f"out{suffix}")
    found = what_is(tmp_path / f"out{suffix}")
    assert (found.nature, found.import_format) == (wanted, name)


@pytest.mark.parametrize("name", sorted(path.name for path in LISTINGS.glob("*.txt")))
def test_a_listing_of_a_fabric_is_known_in_each_form(name: str) -> None:
    assert what_is(LISTINGS / name).nature is Nature.SUBNET


def test_what_the_program_writes_is_known_again(tmp_path: Path) -> None:
    catalog = open_catalog()
    with Document.scratch() as document:
        run(document, build, load_template("small-pod"))
        for name, suffix, wanted in (
            ("devices-csv", ".csv", Nature.DEVICE_LIST),
            ("devices-xlsx", ".xlsx", Nature.DEVICE_LIST),
            ("netbox", ".zip", Nature.NETBOX_LIST),
            ("floor-dxf", ".dxf", Nature.UNDERLAY),
        ):
            out = tmp_path / f"out{suffix}"
            export_project(document.snapshot, document.uid, "site", name, out)
            again = tmp_path / "renamed"
            again.write_bytes(out.read_bytes())
            assert what_is(again).nature is wanted, name
            if wanted in (Nature.DEVICE_LIST, Nature.NETBOX_LIST):
                assert what_is(out).import_format == name
    assert nature(tmp_path, shared(catalog, KEYS)) is Nature.OWN_TYPES
    assert nature(tmp_path, csv_bytes(one_table(catalog, KEYS))) is Nature.OWN_TYPES
    assert nature(tmp_path, xlsx_bytes(dict(type_rows(catalog, KEYS)))) is Nature.OWN_TYPES
    assert what_is(own_path(saved())).nature is Nature.TEMPLATE
    for path in resource("templates").glob("*.yaml"):
        assert what_is(path).nature is Nature.TEMPLATE, path.name
    for path in resource("catalog").glob("[a-z]*.yaml"):
        assert what_is(path).nature is Nature.OWN_TYPES, path.name


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (PNG, Nature.UNDERLAY),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", Nature.UNDERLAY),
        (b"\n%PDF-1.7\n", Nature.UNDERLAY),
        (b"  0\r\nSECTION\r\n  2\r\nHEADER\r\n", Nature.UNDERLAY),
        (b"Rack;Device;U position\nA01;dgx-1;1\n", Nature.DEVICE_LIST),
        ("﻿Sala,Bastidor,Equipo\nN,A01,x\n".encode(), Nature.DEVICE_LIST),
        ("Rack\tDevice\nA01\tdgx\n".encode("utf-16"), Nature.DEVICE_LIST),
        (b"name,role,manufacturer,device_type,site,rack,position\n", Nature.NETBOX_LIST),
        (b"site,hostname,rack,position,model,asset_tag\n", Nature.DEVICE_LIST),
        (b"manufacturer,model,form_factor,width,u_height\n", Nature.NETBOX_LIST),
        (f"{DEVICES_VIEW}\n".encode(), Nature.NETBOX_LIST),
        (f"{DEVICES_ALL}\n".encode(), Nature.NETBOX_LIST),
        (f"{RACKS_VIEW}\n".encode(), Nature.NETBOX_LIST),
        (f"{RACKS_ALL}\n".encode(), Nature.NETBOX_LIST),
        (b"side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,type,status\n", Nature.NETBOX_LIST),
        (f"{CABLES_VIEW}\n".encode(), Nature.NETBOX_LIST),
        (f"{CABLES_ALL}\n".encode(), Nature.NETBOX_LIST),
        (NETBOX_TYPE, Nature.LIBRARY),
        (packed({"lib-main/device-types/NVIDIA/QM9700.yaml": NETBOX_TYPE}), Nature.LIBRARY),
        (packed({"QM9700.yaml": NETBOX_TYPE}), Nature.LIBRARY),
        (packed({"04-racks.csv": b"site,name\n"}), Nature.NETBOX_LIST),
        (packed({"a.txt": b"x"}), Nature.UNKNOWN),
        (b"", Nature.UNKNOWN),
        (b"Dear all,\nthe racks come on Monday, I think.\n", Nature.UNKNOWN),
        (b"\0\1\2\3" * 100, Nature.UNKNOWN),
        (b"PK\x03\x04 broken", Nature.UNKNOWN),
        (b"SQLite format 3\0" + b"\0" * 100, Nature.UNKNOWN),
        (b"plan: a\ntypes_of_people: b\n", Nature.UNKNOWN),
    ],
)
def test_the_content_decides(tmp_path: Path, content: bytes, wanted: Nature) -> None:
    assert nature(tmp_path, content) is wanted


def test_folders(tmp_path: Path) -> None:
    assert what_is(tmp_path / "none").nature is Nature.UNKNOWN
    (tmp_path / "lib" / "device-types" / "NVIDIA").mkdir(parents=True)
    assert what_is(tmp_path / "lib").nature is Nature.LIBRARY
    assert what_is(tmp_path / "lib" / "device-types").nature is Nature.UNKNOWN
    (tmp_path / "lib" / "device-types" / "NVIDIA" / "QM9700.yaml").write_bytes(NETBOX_TYPE)
    assert what_is(tmp_path / "lib" / "device-types").nature is Nature.LIBRARY
    (tmp_path / "out").mkdir()
    assert what_is(tmp_path / "out").nature is Nature.UNKNOWN
    (tmp_path / "out" / "devices.csv").write_bytes(b"name\n")
    assert what_is(tmp_path / "out").nature is Nature.NETBOX_LIST


def test_a_part_of_beginnings_alone_is_looked_at(tmp_path: Path) -> None:
    # That it takes no time is measured: python -m benchmarks hostile_files.
    content = packed({"xl/sharedStrings.xml": b"<t " * 100_000})
    assert nature(tmp_path, content) is Nature.DEVICE_LIST


def test_a_name_that_no_file_can_have() -> None:
    assert what_is(Path("a\0b")).nature is Nature.UNKNOWN


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.write(b"Rack,Device\n")
        file.truncate(LARGEST_BYTES + 1)
    found = what_is(path)
    assert found.nature is Nature.UNKNOWN
    assert "too large" in str(found.why)
    many = bytearray(packed({"a.yaml": b""}))
    at = many.rfind(b"PK\x05\x06")
    many[at + 12 : at + 16] = (1 << 30).to_bytes(4, "little")
    assert nature(tmp_path, bytes(many)) is Nature.UNKNOWN


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (PermissionError(errno.EACCES, os.strerror(errno.EACCES)), "This user does not have permission to read"),
        (OSError(errno.EIO, os.strerror(errno.EIO)), "cannot be read: Input/output error"),
    ],
)
def test_a_file_that_cannot_be_read_says_why_in_our_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, says: str
) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(b"a,1\n")

    def refused(*_: object) -> None:
        raise error

    monkeypatch.setattr(Path, "open", refused)
    found = what_is(path)
    assert found.nature is Nature.UNKNOWN
    assert found.why is not None
    assert found.why.context == "disk"
    assert says in found.why.plain()
    assert str(path) in found.why.plain()


@pytest.mark.parametrize(
    ("stated", "size", "is_model"),
    [(2, 10, True), (1, 10, False), (0, 10, False), (56, 64, True), (57, 64, False), (56, 63, False)],
)
def test_a_safetensors_file_holds_the_header_whose_length_it_states(tmp_path: Path, stated: int, size: int, is_model: bool) -> None:
    """Eight bytes of length, then JSON of at least `{}` (huggingface.co/docs/safetensors, Format)."""
    content = (stated.to_bytes(8, "little") + b"{" + b" " * 100)[: size - 1] + b"}"
    assert len(content) == size
    assert (nature(tmp_path, content) is Nature.MODEL) == is_model
