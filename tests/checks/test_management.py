"""A port for management without a planned link is found, of a BMC as of a switch inside a rack-scale system."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.findings.finding import Severity
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import Message
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.cabling.network_stage_operations import add_stage, change_stage
from gpudesk.operations.floor.halls import create_hall, create_rack, create_row, delete_objects
from gpudesk.operations.project.fixes import choose_fixes
from gpudesk.operations.racks.device_operations import place_device, place_on_floor
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit

TRAY = "supermicro.ars-121gl-nb3-lcc-r1"
"""A compute tray with its BMC and that of its BlueField-3."""


def entry_of_before(edit: Edit, type_id: int, body: str) -> None:
    """The entry of a type as an earlier catalog had it."""
    edit.title = Message("test", "Entry of before")
    edit.update("catalog_item", type_id, body=body)


class Planned:
    """Two GB300 NVL72 and a switch for management, with a network of one link for each device."""

    def __init__(self, document: Document) -> None:
        self.document = document
        hall = self.do(create_hall, "Hall 1")
        row = self.do(create_row, hall, x_mm=1000, y_mm=1000)
        self.rack = self.do(create_rack, "generic.rack-52u-700x1200", row)
        self.systems = [
            self.do(place_on_floor, "nvidia.gb300-nvl72", hall, 2000 + 700 * n, 1000, name=f"gb300-{n}", role="compute") for n in (1, 2)
        ]
        self.do(place_device, "nvidia.sn2201", self.rack, 90, name="oob-1", role="out-of-band")
        network = self.do(add_network, NetworkKind.OUT_OF_BAND, "Out-of-band", 1)
        self.do(add_stage, network, "", "out-of-band", 1)

    def do(self, verb: Any, *arguments: Any, **values: Any) -> int:
        return int(run(self.document, verb, *arguments, **values).result or 0)

    def found(self) -> dict[str, str]:
        findings = findings_of(self.document.snapshot)
        assert list(findings) == list(check_all(self.document.fresh_snapshot()))
        return {
            each.rule: each.message.plain()
            for each in findings
            if each.rule in ("absent.management", "absent.out_of_band", "fabric.open_ports")
        }

    def cables_of(self, device: int) -> list[int]:
        cables = self.document.snapshot["cable"]
        return [*cables.where("a_device_id", device).tolist(), *cables.where("b_device_id", device).tolist()]


@pytest.fixture
def planned() -> Iterator[Planned]:
    with Document.scratch() as document:
        yield Planned(document)


def test_each_switch_inside_a_rack_scale_system_needs_its_uplink(planned: Planned) -> None:
    assert planned.found() == {}, "that the network has no cable yet is said by another rule"
    run(planned.document, cable_project)
    assert [len(planned.cables_of(system)) for system in planned.systems] == [2, 2], "a link for each of its two switches"
    assert planned.found() == {}
    first, second = planned.cables_of(planned.systems[1])
    planned.do(delete_objects, "cable", [first])
    assert planned.found() == {
        "absent.management": "1 device in Hall 1 has management ports without a link to a switch: gb300-2 tor2.",
        "fabric.open_ports": "gb300-2 has 1 of 2 ports in Out-of-band cabled.",
    }
    (finding,) = findings_of(planned.document.snapshot).of_rule("absent.management")
    assert (finding.severity, finding.found, finding.required) == (Severity.WARNING, 1, 0)
    planned.do(delete_objects, "cable", [second])
    assert set(planned.found()) == {"absent.out_of_band"}, "what has no cable at all lacks the whole network"


def test_cdus_of_a_project_that_was_cabled_before_are_fixed_by_cabling(planned: Planned) -> None:
    """Earlier versions left CDUs on the floor unmanaged: the fix says how many it connects, and `gpudesk fix` offers it."""
    run(planned.document, cable_project)
    hall = int(planned.document.snapshot["hall"].ids[0])
    cdus = [planned.do(place_on_floor, "generic.cdu-row-300kw", hall, 4000 + 1000 * n, 1000, name=f"CDU {n}") for n in (1, 2)]
    (finding,) = findings_of(planned.document.snapshot).of_rule("absent.out_of_band")
    assert finding.message.plain() == "2 devices in Hall 1 have no out-of-band network cable: CDU 1, CDU 2."
    assert finding.fix is not None
    assert finding.fix.title.plain() == "Cable this project: 2 devices"
    assert [each.key for each in choose_fixes(planned.document.snapshot, "absent.out_of_band").fixed] == [finding.key]
    run(planned.document, cable_project)
    assert planned.found() == {}
    assert [len(planned.cables_of(cdu)) for cdu in cdus] == [1, 1]


def test_a_type_from_before_without_uplinks_is_not_taken_for_managed(planned: Planned) -> None:
    """A project keeps the types that it was made with: theirs had addresses for 82 ports, and no port that leads out of the rack."""
    run(planned.document, place_device, "nvidia.q3400-ra", planned.rack, 2, name="leaf-1", role="leaf")
    items = planned.document.snapshot["catalog_item"]
    at = items["key"].tolist().index("nvidia.gb300-nvl72")
    body = json.loads(items["body"][at])
    body["ports"] = [group for group in body["ports"] if not group["group"].startswith("uplink")]
    for tray in body["trays"]:
        if tray["name"] == "tor{n}":
            del tray["ports"]
    run(planned.document, entry_of_before, int(items.ids[at]), json.dumps(body))
    run(planned.document, cable_project)
    assert planned.found() == {
        "absent.management": "2 devices in Hall 1 have management ports without a link to a switch: gb300-1 c01 BMC, gb300-2 c01 BMC."
    }


def test_each_bmc_needs_its_own_link(planned: Planned) -> None:
    planned.do(place_device, TRAY, planned.rack, 10, name="tray-1", role="compute")
    run(planned.document, cable_project)
    assert planned.found()["absent.management"] == "1 device in Hall 1 has management ports without a link to a switch: tray-1 BMC-BF3."
    stage = int(planned.document.snapshot["network_stage"].ids[0])
    planned.do(change_stage, stage, {"links": 2})
    run(planned.document, cable_project)
    assert "absent.management" not in planned.found()
