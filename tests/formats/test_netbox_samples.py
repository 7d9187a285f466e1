"""Real files of the public library, where they lie next to the checkout."""

from pathlib import Path

import pytest
import yaml

from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.formats.netbox.netbox import LibraryImport, Mappings, Verdict, document_of, read_library
from gpudesk.formats.netbox.netbox_kept import same

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "samples" / "devicetype-library"


@pytest.fixture(scope="module")
def read() -> LibraryImport:
    if not SAMPLES.is_dir():
        pytest.skip("the public samples are not beside the checkout")
    return read_library(SAMPLES)


def test_all_are_imported(read: LibraryImport) -> None:
    files = [path for path in SAMPLES.rglob("*") if path.suffix in (".yaml", ".yml")]
    assert len(read.types) == len(files) > 100
    assert read.report.count(Verdict.REFUSED) == read.report.count(Verdict.IGNORED) == 0


def test_all_are_written_back_equal(read: LibraryImport) -> None:
    for found in read.types:
        original = yaml.load((SAMPLES / found.file).read_bytes(), Loader=yaml.CSafeLoader)
        assert same(document_of(found.body, Mappings.AS_READ), original), found.file


def test_a_switch_says_what_its_file_says(read: LibraryImport) -> None:
    body = next(found.body for found in read.types if found.key == "mellanox.sn2010")
    kind = parse_type(body)
    assert (kind.family, kind.number("height_u"), kind.number("weight_kg")) == ("switch", 1, None)
    groups = [(group.kind, group.rate_gbps, len(group.ports)) for group in kind.port_groups if group.role == "network"]
    assert groups == [("rj45", 1, 1), ("sfp28", 25, 18), ("qsfp28", 100, 4)]


def test_draws_of_two_supplies_are_not_added_up(read: LibraryImport) -> None:
    body = next(found.body for found in read.types if found.key == "mellanox.sx6036")
    assert not any(name.startswith("power_") for name in body["facts"])
    assert [item["maximum_draw"] for item in document_of(body)["power-ports"]] == [500, 500]
