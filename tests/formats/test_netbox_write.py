"""Our own entries as NetBox types: valid by the rules of the library, and the same entry again in all that NetBox can say."""

import json
import math
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.formats.netbox.netbox import Kind, Mappings, NotInNetBox, document_of, file_name_of, quality_of, written
from gpudesk.formats.netbox.netbox_read import kind_of_document, read_type
from gpudesk.formats.netbox.netbox_remarks import Remarks
from gpudesk.formats.netbox.netbox_stated import kind_of, list_of
from gpudesk.formats.netbox.netbox_text import INTERFACES, Socket, words
from gpudesk.formats.netbox.netbox_yaml import read_yaml
from tests.formats import netbox_schema

SCHEMAS = {Kind.DEVICE: netbox_schema.DEVICE, Kind.MODULE: netbox_schema.MODULE, Kind.RACK: netbox_schema.RACK}


def valid(document: Any, schema: Any) -> list[str]:
    """What the rules say against a document; a multiple of a hundredth is judged in decimals, not in binary fractions."""
    hundredths = {name: value for name, value in document.items() if isinstance(value, float)}
    for name, value in hundredths.items():
        assert math.isclose(value * 100, round(value * 100), abs_tol=1e-6), (name, value)
    whole = {name: math.ceil(value) if name in hundredths and name != "u_height" else value for name, value in document.items()}
    return [f"{list(error.absolute_path)}: {error.message}" for error in jsonschema.Draft202012Validator(schema).iter_errors(whole)]


def expressible() -> Iterator[HardwareType]:
    for entry in open_catalog().all():
        try:
            kind_of(entry.type)
        except NotInNetBox:
            continue
        yield entry.type


def test_every_entry_is_valid_or_told_to_be_none_for_netbox() -> None:
    count = 0
    for hardware in expressible():
        body = json.loads(json.dumps(hardware.body))
        document = document_of(body)
        assert valid(document, SCHEMAS[kind_of(hardware)]) == [], hardware.key
        assert file_name_of(body).startswith(kind_of(hardware).folder)
        count += 1
    assert count > 50


def test_every_entry_comes_back_in_all_that_netbox_can_say() -> None:
    for hardware in expressible():
        document = document_of(hardware.body)
        remarks = Remarks()
        again = read_type(document, file_name_of(hardware.body), remarks)
        assert kind_of_document(file_name_of(hardware.body), document) is kind_of(hardware)
        back = parse_type(again.body)
        assert document_of(again.body, Mappings.AS_READ) == document, hardware.key
        assert (back.vendor, back.model) == (hardware.vendor, hardware.model)
        assert kind_of(hardware) is Kind.RACK or back.part_numbers == hardware.part_numbers[:1]
        assert back.number("height_u") == hardware.number("height_u") or hardware.mount.name != "UNITS"
        if hardware.number("weight_kg") is not None:
            assert back.number("weight_kg") == pytest.approx(hardware.number("weight_kg"), abs=0.006)
        assert _ports(back) == _ports(hardware, in_module=kind_of(hardware) is Kind.MODULE), hardware.key
        ways = {_way(way) for way in back.passages}
        assert ways == {_way(way, in_module=kind_of(hardware) is Kind.MODULE) for way in hardware.passages}


def _ports(hardware: HardwareType, *, in_module: bool = False) -> list[tuple[str, str, str]]:
    """List, name and word of every port: what NetBox can say of it; ports of our modules are named after the bay."""
    found = []
    for group in hardware.port_groups:
        name = list_of(group)
        rate = group.rate_gbps if name == INTERFACES else None
        rate = int(rate) if rate is not None and rate == int(rate) else rate
        word = words().word(name, Socket(group.kind, rate), infiniband=False)
        found += [(name, f"{{module}}-{port.name}" if in_module else port.name, word) for port in group.ports]
    return sorted(found)


def _way(way: Any, *, in_module: bool = False) -> tuple[str, int, str, int]:
    start = "{module}-" if in_module else ""
    return start + way.front, way.front_position, start + way.rear, way.rear_position


def test_the_flagship_switch() -> None:
    document = document_of(json.loads(open_catalog().body("nvidia.qm9700")))
    assert [item["name"] for item in document["interfaces"][:2]] == ["1/1", "1/2"]
    assert {item["type"] for item in document["interfaces"]} == {"infiniband-ndr", "1000base-t"}
    assert len(document["interfaces"]) == 65
    assert document["power-ports"][0] == {"name": "PSU1", "type": "iec-60320-c14", "maximum_draw": 1720, "allocated_draw": 860}
    assert (document["slug"], document["airflow"], document["weight"]) == ("nvidia-qm9700", "rear-to-front", 14.8)


def test_a_whole_number_is_written_without_a_fraction() -> None:
    """As in the devicetype-library: `u_height: 1`, `width: 19`."""
    for hardware in expressible():
        document = document_of(hardware.body)
        numbers = {name: document[name] for name in ("width", "u_height", "outer_width", "outer_height", "outer_depth") if name in document}
        for name, number in numbers.items():
            assert isinstance(number, int) or number != int(number), (hardware.key, name)


def test_shares_of_inlets_add_up_to_the_power_of_the_device() -> None:
    for key in ("nvidia.dgx-h100", "nvidia.qm9700"):
        hardware = open_catalog().get(key)
        inlets = document_of(hardware.body)["power-ports"]
        power_w = hardware.number("power_provisioned_w") or hardware.number("power_max_w")
        assert power_w is not None
        assert 0 <= sum(item["allocated_draw"] for item in inlets) - power_w < len(inlets)
        assert hardware.supplies is not None
        assert inlets[0]["maximum_draw"] == math.ceil((hardware.number("power_max_w") or 0) / hardware.supplies.needed)


@pytest.mark.parametrize(
    ("watts", "draws"),
    [
        # (provisioned, maximum, nameplate), then (maximum_draw, allocated_draw) of each of two inlets.
        ((1001, 2000, 3000), (2000, 501)),
        ((1001, None, 3000), (3000, 501)),
        ((1001, None, None), (None, 501)),
        ((5000, 2000, None), (2000, 2000)),
        ((None, 2001, 3000), (2001, 1001)),
        ((None, None, 3000), (3000, 1500)),
        ((None, None, None), (None, None)),
    ],
)
def test_an_inlet_states_the_most_it_can_carry_and_its_share_of_the_usual_power(
    watts: tuple[int | None, int | None, int | None], draws: tuple[int | None, int | None]
) -> None:
    names = ("power_provisioned_w", "power_max_w", "power_nameplate_w")
    given = {name: {"value": value, "source": "s", "confidence": "read"} for name, value in zip(names, watts, strict=True) if value}
    body = {key: value for key, value in open_catalog().get("nvidia.qm9700").body.items() if key not in (*names, "supplies", "netbox")}
    body["facts"] = {name: fact for name, fact in body.get("facts", {}).items() if name not in names} | given
    inlets = document_of(body)["power-ports"]
    assert [(inlet.get("maximum_draw"), inlet.get("allocated_draw")) for inlet in inlets] == [draws] * 2


@pytest.mark.parametrize(("key", "power_w"), [("nvidia.qm9700", 1720), ("nvidia.dgx-h100", 10200), ("nvidia.dgx-b200", 14300)])
def test_shares_of_inlets_come_back_as_the_power_of_the_device(key: str, power_w: int) -> None:
    document = {**document_of(open_catalog().entry(key).type.body), "model": "Another name", "slug": "another-name"}
    remarks = Remarks()
    back = parse_type(read_type(document, "device-types/X/another.yaml", remarks).body)
    assert back.number("power_provisioned_w") == power_w
    assert "draw-of-several" not in {remark.code for remark in remarks.found}


@pytest.mark.parametrize(
    "draws",
    [
        [{"maximum_draw": 1100, "allocated_draw": 800}] * 2,
        [{"maximum_draw": 1100, "allocated_draw": 1100}] * 2,
        [{"maximum_draw": 1100, "allocated_draw": 550}, {"maximum_draw": 1100}],
        [{"allocated_draw": 550}] * 2,
    ],
)
def test_draws_that_may_be_the_whole_load_each_are_not_added_up(draws: list[dict[str, int]]) -> None:
    ports = [{"name": f"PSU{number}", "type": "iec-60320-c14", **draw} for number, draw in enumerate(draws)]
    document = {"manufacturer": "X", "model": "Y", "slug": "x-y", "u_height": 1, "is_full_depth": True, "power-ports": ports}
    remarks = Remarks()
    back = parse_type(read_type(document, "device-types/X/y.yaml", remarks).body)
    assert "power_provisioned_w" not in back.facts
    assert "draw-of-several" in {remark.code for remark in remarks.found}


def test_what_an_edit_changes_is_written_and_the_rest_stays() -> None:
    document = {
        "manufacturer": "Maker",
        "model": "M1",
        "slug": "other-slug",
        "u_height": 2,
        "is_full_depth": True,
        "weight": 33.5,
        "weight_unit": "lb",
        "comments": "kept",
        "interfaces": [{"name": "e0", "type": "1000base-tx", "label": "L"}, {"name": "e1", "type": "1000base-tx"}],
    }
    body = read_type(document, "device-types/Maker/M1.yaml", Remarks()).body
    assert document_of(body) == document
    body["facts"]["weight_kg"]["value"] = 20
    body["ports"][0]["kind"] = "sfp28"
    body["ports"][0]["rate_gbps"] = 25
    written_now = document_of(body)
    assert (written_now["weight"], written_now["weight_unit"], written_now["slug"], written_now["comments"]) == (
        20,
        "kg",
        "other-slug",
        "kept",
    )
    assert written_now["interfaces"] == [
        {"name": "e0", "type": "25gbase-x-sfp28", "label": "L"},
        {"name": "e1", "type": "25gbase-x-sfp28"},
    ]
    body["model"] = "M2"
    assert document_of(body)["slug"] == "maker-m2"


def test_several_entries_in_one_text() -> None:
    bodies = [json.loads(open_catalog().body(key)) for key in ("nvidia.qm9700", "nvidia.sn2201")]
    text = written(bodies)
    assert text.isascii()
    assert [document.data["model"] for document in read_yaml(text)] == ["QM9700", "SN2201"]
    assert [document.data for document in read_yaml(text)] == [document_of(body) for body in bodies]


def test_a_cable_is_none_of_netbox() -> None:
    body = {"key": "a.b", "family": "cable", "vendor": "A", "model": "B", "mount": "part"}
    with pytest.raises(NotInNetBox, match=r"no type for a\.b"):
        document_of(body)


def test_a_long_description_goes_into_the_comments() -> None:
    body = {"key": "a.b", "family": "server", "vendor": "A", "model": "B", "mount": "zero_u", "description": "word " * 60}
    document = document_of(body)
    assert len(document["description"]) <= 200
    assert document["comments"] == body["description"]
    assert valid(document, netbox_schema.DEVICE) == []


def test_quality_of_our_own_is_higher_than_of_bare_ones() -> None:
    ours = quality_of(json.loads(open_catalog().body("nvidia.qm9700")))
    bare = quality_of({"key": "a.b", "family": "server", "vendor": "A", "model": "B", "mount": "zero_u"})
    assert ours.score >= 95
    assert bare.score <= 20
    assert ours.score + sum(1 for _ in ours.missing) <= 100
