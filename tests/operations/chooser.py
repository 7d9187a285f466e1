"""Random arguments for every operation, drawn from what a project holds (and now and then from what it does not)."""

import struct
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

from gpudesk.catalog.bom_rule_files import bom_rules
from gpudesk.catalog.bom_values import bom_values
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.hardware.hardware import Face
from gpudesk.core.hardware.stock import StockLine
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanReservation, PlanRow
from gpudesk.core.plan.plan_domains import Domain
from gpudesk.derived.auto_place.auto_place_request import Choices, ToPlace, unplaced_devices
from gpudesk.derived.racks.device_placement import Spot
from gpudesk.formats.tables.device_list import read_device_list
from gpudesk.formats.tables.device_list_write import device_rows
from gpudesk.formats.tables.tables import csv_bytes, tables_of
from gpudesk.operations.copies.repeat import copied
from gpudesk.operations.run.field_operations import FIELDS
from gpudesk.project import versions
from gpudesk.project.document import Document
from gpudesk.project.site_sheet import baseline_definitions, site_definitions
from tests.operations.cooling_choices import COOLING_ARGUMENTS
from tests.operations.fabric_choices import FABRIC_ARGUMENTS
from tests.operations.floor_choices import FLOOR_ARGUMENTS
from tests.operations.onsite_choices import ONSITE_ARGUMENTS
from tests.operations.power_choices import POWER_ARGUMENTS
from tests.operations.workload_choices import WORKLOAD_ARGUMENTS

RACKS = ("generic.rack-42u-600x1200", "generic.rack-48u-600x1200", "ocp.open-rack-v3", "nvidia.gb200-nvl72")
DEVICES = (
    "nvidia.dgx-h100",
    "nvidia.qm9700",
    "nvidia.sn2201",
    "generic.server-1u",
    "generic.server-1u-half",
    "generic.blank-2u",
    "generic.pdu-0u-415v-32a",
    "generic.panel-1u-72-mpo",
    "generic.workstation-4-gpu",
    "nvidia.dgx-station-a100",
    "nvidia.gb200-compute-tray",
    "generic.chassis-2u-4-node",
    "generic.node-2u4n",
    "nvidia.gb200-nvl72",
)
TYPES = (*DEVICES, *RACKS, "nvidia.h100-sxm5-80gb", "nobody.knows")
Item = TypeVar("Item")
Arguments = tuple[tuple[Any, ...], dict[str, Any]]


def start_plan() -> Plan:
    """A small hall with two rows; one overlap, one device too high and one nested device among what is in it."""
    return Plan(
        "Start",
        halls=(PlanHall("Hall 1"),),
        rows=(PlanRow(0, "A"), PlanRow(0, "B", y_mm=3600)),
        racks=(
            PlanRack(RACKS[1], 0, "A01", row=0),
            PlanRack(RACKS[1], 0, "A02", row=0, x_mm=600),
            PlanRack(RACKS[2], 0, "B01", row=1, y_mm=3600),
            PlanRack(RACKS[0], 0, "alone", x_mm=-1, phase=2),
        ),
        devices=(
            PlanDevice("nvidia.dgx-h100", "dgx-001", rack=0, position=0, role="compute"),
            PlanDevice("nvidia.dgx-h100", "dgx-002", rack=0, position=14, role="compute"),
            PlanDevice("generic.server-1u", "server-001", rack=1, position=95),
            PlanDevice("nvidia.qm9700", "leaf-1", rack=1, position=40, face=1, phase=2),
            PlanDevice("generic.pdu-0u-415v-32a", "pdu-1", rack=0, position=0, face=1, side=0),
            PlanDevice("nvidia.dgx-station-a100", "station-1", hall=0, x_mm=500),
            PlanDevice("generic.blank-2u", "inside", parent=0, slot="1"),
            PlanDevice("generic.server-1u", "spare"),
            PlanDevice("generic.chassis-2u-4-node", "chassis-1", rack=1, position=10),
            PlanDevice("generic.node-2u4n", "node-1", parent=8, slot="Node A"),
            PlanDevice("generic.node-2u4n", "node-2", parent=8, slot="Node A"),
        ),
        reservations=(PlanReservation(1, 60, 8, reason="phase 2", phase=2),),
        phases={1: "First", 2: "Second"},
        site={"altitude_m": 650},
    )


class Chooser:
    """Draws arguments for operations on the present state of a document."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any], document: Document) -> None:
        self._draw = draw
        self.document = document
        self.snapshot = document.snapshot

    def of(self, items: Sequence[Item]) -> Item:
        """One of some items."""
        chosen: Item = self._draw(st.sampled_from(items))
        return chosen

    def maybe(self, item: Callable[[], Item]) -> Item | None:
        """An item or None."""
        return item() if self._draw(st.booleans()) else None

    def whole(self, low: int, high: int) -> int:
        """A whole number."""
        return int(self._draw(st.integers(low, high)))

    def text(self, longest: int = 12) -> str:
        """Any text that a person can type."""
        return str(self._draw(st.text(max_size=longest)))

    def id(self, table: str) -> int:
        """The id of a row, rarely of one that is not there."""
        return int(self.of([*self.snapshot[table].ids.tolist(), 9999]))

    def ids(self, table: str) -> list[int]:
        """One to three rows."""
        known = self.snapshot[table].ids.tolist() or [9999]
        return [int(row_id) for row_id in self._draw(st.lists(st.sampled_from(known), min_size=1, max_size=3, unique=True))]

    def position(self) -> int:
        """A half unit, mostly of a whole unit."""
        return int(self._draw(st.one_of(st.integers(0, 47).map(lambda unit: 2 * unit), st.integers(-2, 100))))

    def side(self) -> int | None:
        """Left, right or the whole width."""
        return self.maybe(lambda: self.whole(0, 1))

    def bay(self) -> str:
        """A bay, mostly of the chassis."""
        return self.of(["", "Node A", "Node B", "T01", "P1", "none"])

    def spot(self) -> Spot:
        """A place in a rack."""
        return Spot(self.id("rack"), self.position(), Face(self.whole(0, 1)), self.side())

    def phase(self) -> int:
        """A build phase."""
        return self.whole(0, 3)

    def finding(self) -> str:
        """The key of a finding, if there is any."""
        return self.of([*(finding.key for finding in findings_of(self.snapshot)), "space.overlap:device=1,device=2"])

    def findings(self) -> list[str]:
        """The keys of up to three findings."""
        return [self.finding() for _ in range(self.whole(0, 3))]

    def fixes(self) -> list[tuple[str, Any]]:
        """What the findings of one rule propose, now and then something impossible."""
        fixes = [(finding.rule, finding.fix) for finding in findings_of(self.snapshot) if finding.fix is not None]
        rule = self.of([*(rule for rule, _ in fixes), "none"])
        proposed = [(fix.operation, dict(fix.arguments)) for name, fix in fixes if name == rule]
        return self.of([proposed, proposed, [*proposed, ("delete_reservation", {"reservation_id": 10**6})], [("fly", {})]])

    def plan(self) -> Plan:
        """What is copied to the clipboard."""
        return copied(self.snapshot, [row_id for row_id in self.ids("device") if self.snapshot["device"].has(row_id)])


def _node(choose: Chooser) -> str:
    """A type, mostly of what goes into bays."""
    return choose.of([choose.of(TYPES), "generic.node-2u4n"])


def _holder(choose: Chooser) -> int:
    """A device, mostly one with bays."""
    devices, types = choose.snapshot["device"], choose.snapshot.types
    holders = [row_id for row_id, kind in zip(devices.ids.tolist(), devices["type_id"].tolist(), strict=True) if types[kind].bays]
    return int(choose.of([choose.id("device"), choose.of(holders or [9999])]))


def _in_bay(choose: Chooser) -> int:
    """A device, mostly one that sits in another."""
    devices = choose.snapshot["device"]
    inside = devices.ids[devices["parent_id"] >= 0].tolist()
    return int(choose.of([choose.id("device"), choose.of(inside or [9999])]))


def _place_device(choose: Chooser) -> Arguments:
    return (choose.of(TYPES), choose.id("rack"), choose.position(), choose.whole(0, 1), choose.side()), {"name": choose.text()}


def _create_rack(choose: Chooser) -> Arguments:
    where = choose.of([{"row_id": choose.id("rack_row")}, {"hall_id": choose.id("hall")}, {}])
    return (choose.of(TYPES),), {**where, "x_mm": choose.maybe(lambda: choose.whole(-2000, 9000)), "phase": choose.phase()}


def _set_fields(choose: Chooser) -> Arguments:
    table = choose.of(list(FIELDS))
    return (table, choose.ids(table), _fields(choose, table)), {}


def _fields(choose: Chooser, table: str) -> dict[str, Any]:
    name = choose.of(FIELDS[table])
    return {name: choose.of([choose.whole(-1, 4000), choose.text(), None])}


def _set_fields_of(choose: Chooser) -> Arguments:
    tables = [choose.of(["rack", "device"]), choose.of(["rack", "device"])]
    objects = [(table, choose.id(table)) for table in tables]
    return (objects, {choose.of(["phase", "status"]): choose.whole(0, 6), "notes": choose.text()}), {}


def _rename(choose: Chooser) -> Arguments:
    places = ["hall", "rack_row", "rack", "device", "reservation", "floor_item", "underlay"]
    table = choose.of([*places, "power_node", "cooling_node", "network", "pathway"])
    return (table, choose.id(table), choose.of([choose.text(), "dgx-001"])), {}


def _delete_objects(choose: Chooser) -> Arguments:
    table = choose.of(
        [
            "hall",
            "rack_row",
            "rack",
            "device",
            "device",
            "device",
            "reservation",
            "phase",
            "floor_item",
            "underlay",
            "power_node",
            "power_cord",
            "cooling_node",
            "cooling_service",
            "network",
            "cable",
        ]
    )
    return (table, choose.ids(table)), {}


def _delete_all(choose: Chooser) -> Arguments:
    return ({"device": choose.ids("device"), "reservation": choose.ids("reservation"), "rack": choose.ids("rack")[:1]},), {}


def _add_remark(choose: Chooser) -> Arguments:
    table = choose.of(["hall", "rack", "device"])
    remarks = choose.snapshot["journal"].ids.tolist()
    return (table, choose.id(table), choose.text(40)), {"corrects": choose.of([None, *remarks])}


def _save_version(choose: Chooser) -> Arguments:
    return (choose.text(),), {"note": choose.text()}


def _restore_version(choose: Chooser) -> Arguments:
    known = choose.document.versions()
    if not known:
        return (choose.snapshot, "now"), {}
    chosen = choose.of(known)
    return (versions.version_snapshot(choose.document, chosen[0]), chosen[1]), {}


def _delete_version(choose: Chooser) -> Arguments:
    return (choose.of([*(entry[0] for entry in choose.document.versions()), 99]),), {}


def _sheet_value(choose: Chooser) -> Any:
    return choose.of([None, True, False, choose.whole(-10, 5000), 0.8, choose.text(), "iec"])


def _move_devices(choose: Chooser) -> Arguments:
    device_ids = choose.ids("device")
    return (device_ids, [choose.spot() for _ in device_ids]), {}


def _auto_place(choose: Chooser) -> Arguments:
    lines = [
        ToPlace(
            choose.of(TYPES),
            choose.whole(0, 5),
            role=choose.of(["", "management", choose.text()]),
            face=choose.of([None, None, 0, 1, 7]),
            each_rack=choose.of([False, True]),
            most_in_rack=choose.of([None, 1, 2]),
            pairs=choose.of([False, True]),
            phase=choose.maybe(choose.phase),
        )
        for _ in range(choose.whole(0, 2))
    ]
    waiting = list(unplaced_devices(choose.snapshot))
    choices = Choices(network_racks=choose.of([False, True]), all_or_nothing=choose.of([False, True]), free_u=choose.whole(0, 4))
    return ([*lines, *(waiting if choose.of([False, True]) else [])], choose.ids("rack")), {"choices": choices}


def _import_devices(choose: Chooser) -> Arguments:
    """The project's own list with a few cells otherwise, some lines left out, and perhaps some of another project."""
    uid = choose.document.uid
    head, *lines = device_rows(choose.snapshot, choose.of([uid, uid, "another"]))
    kept = [list(line) for line in lines if choose.of([True, True, False])][:40]
    for line in kept:
        if choose.of([True, False, False]):
            line[choose.whole(0, len(line) - 1)] = choose.of(["", "1", "12.5", "front", "left", choose.text(), choose.of(TYPES)])
    return (read_device_list(tables_of(csv_bytes([head, *kept]), "list.csv"), uid), "list.csv"), {}


def _fill_pattern(choose: Chooser) -> Arguments:
    return (choose.ids("device"), choose.ids("rack")), {}


def _outline(choose: Chooser) -> list[tuple[int, int]]:
    return [(choose.whole(-3000, 9000), choose.whole(-3000, 9000)) for _ in range(choose.whole(1, 5))]


def _add_floor_item(choose: Chooser) -> Arguments:
    kind = choose.of([*FloorItemKind, 99])
    shapes: list[dict[str, Any]] = [
        {"width_mm": choose.whole(0, 4000), "depth_mm": choose.whole(1, 4000)},
        {"outline": _outline(choose)},
        {},
    ]
    clear = choose.of([{}, {}, {"clear_width_mm": choose.whole(0, 2000), "clear_height_mm": choose.whole(1, 3000)}])
    place = {"x_mm": choose.whole(-500, 9000), "y_mm": choose.whole(-500, 9000), "angle_ddeg": choose.whole(-900, 4000)}
    return (choose.id("hall"), int(kind)), {**place, **choose.of(shapes), **clear, "name": choose.text(), "phase": choose.phase()}


def _resize_floor_item(choose: Chooser) -> Arguments:
    return (choose.id("floor_item"), choose.whole(0, 5000), choose.whole(1, 5000)), {"x_mm": choose.maybe(lambda: choose.whole(0, 99))}


def _rename_racks(choose: Chooser) -> Arguments:
    pattern = choose.of([None, "R{row:02}-{n:02}", "{hall}/{row_name}{n}", "{n}", "same", "{what}", "", choose.text()])
    return (choose.id("hall"), pattern), {"row_ids": choose.maybe(lambda: choose.ids("rack_row")), "first": choose.whole(0, 3)}


def png(width: int, height: int) -> bytes:
    """The head of a picture, which is all that the project reads of it."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height) + b"\x08\x02\0\0\0"


def _add_underlay(choose: Chooser) -> Arguments:
    content = choose.of([png(400, 300), png(choose.whole(0, 9), 7), b"no picture", b""])
    return (choose.id("hall"), content), {"name": choose.text(), "opacity_percent": choose.whole(-1, 101)}


def _scale_underlay(choose: Chooser) -> Arguments:
    points = [(choose.whole(0, 400), choose.whole(0, 300)) for _ in range(2)]
    places = [(choose.whole(-9000, 9000), choose.whole(-9000, 9000)) for _ in range(2)]
    return (choose.id("underlay"), (points[0], points[1]), (places[0], places[1])), {}


ARGUMENTS: dict[str, Callable[[Chooser], Arguments]] = {
    **FLOOR_ARGUMENTS,
    **POWER_ARGUMENTS,
    **COOLING_ARGUMENTS,
    **FABRIC_ARGUMENTS,
    **ONSITE_ARGUMENTS,
    **WORKLOAD_ARGUMENTS,
    "add_floor_item": _add_floor_item,
    "add_racks": lambda choose: ((choose.of(RACKS), choose.whole(0, 3)), {"row_id": choose.maybe(lambda: choose.id("rack_row"))}),
    "add_remark": _add_remark,
    "add_row": lambda choose: ((choose.maybe(lambda: choose.id("hall")), choose.text(), choose.of(RACKS), choose.whole(0, 2)), {}),
    "add_underlay": _add_underlay,
    "auto_place": _auto_place,
    "insert_plan": lambda choose: (
        (
            choose.of([start_plan(), choose.plan(), Plan("empty")]),
            choose.maybe(lambda: choose.id("hall")),
            choose.whole(-5000, 15_000),
            choose.whole(-5000, 9_000),
        ),
        {},
    ),
    "build": lambda choose: ((choose.of([start_plan(), choose.plan(), Plan("empty")]),), {}),
    "create_hall": lambda choose: ((choose.text(), choose.whole(-1, 9000)), {"phase": choose.phase()}),
    "create_rack": _create_rack,
    "create_row": lambda choose: ((choose.id("hall"), choose.text()), {"angle_ddeg": choose.whole(-900, 4000), "phase": choose.phase()}),
    "delete_all": _delete_all,
    "delete_objects": _delete_objects,
    "delete_reservation": lambda choose: ((choose.id("reservation"),), {}),
    "delete_version": _delete_version,
    "duplicate_rack": lambda choose: ((choose.id("rack"), choose.whole(1, 2)), {}),
    "duplicate_up": lambda choose: ((choose.ids("device"), choose.maybe(lambda: choose.whole(1, 3))), {}),
    "exclude_finding": lambda choose: ((choose.finding(), choose.text()), {}),
    "exclude_findings": lambda choose: ((choose.findings(), choose.text()), {}),
    "fill_bays": lambda choose: ((_node(choose), _holder(choose)), {}),
    "fill_pattern": _fill_pattern,
    "fill_rack": lambda choose: (
        (choose.of(TYPES), choose.id("rack"), choose.whole(0, 20), choose.whole(0, 3)),
        {"count": choose.whole(1, 4)},
    ),
    "flip_devices": lambda choose: ((choose.ids("device"),), {}),
    "flip_face": lambda choose: ((choose.id("device"),), {}),
    "import_devices": _import_devices,
    "include_finding": lambda choose: ((choose.finding(),), {}),
    "include_findings": lambda choose: ((choose.findings(),), {}),
    "fix_findings": lambda choose: ((choose.fixes(),), {}),
    "apply_fixes": lambda choose: (([choose.fixes()],), {}),
    "move_device": lambda choose: ((choose.id("device"), choose.id("rack"), choose.position()), {"side": choose.side()}),
    "move_devices": _move_devices,
    "move_floor_item": lambda choose: (
        (choose.id("floor_item"), choose.whole(-(10**8), 5000), choose.whole(-5000, 5000)),
        {"angle_ddeg": choose.maybe(lambda: choose.whole(-900, 4000))},
    ),
    "move_floor_items": lambda choose: ((choose.ids("floor_item"), choose.whole(-5000, 5000), choose.whole(-5000, 10**8)), {}),
    "move_rack": lambda choose: (
        (choose.id("rack"), choose.whole(-5000, 5000), choose.whole(-5000, 5000)),
        {"angle_ddeg": choose.whole(0, 3600)},
    ),
    "move_to_bay": lambda choose: ((_in_bay(choose), _holder(choose), choose.bay()), {}),
    "fit_hall": lambda choose: (
        (choose.id("hall"), choose.whole(-5000, 5000), choose.whole(-(10**8), 5000), choose.whole(-1, 30_000), choose.whole(1, 30_000)),
        {},
    ),
    "move_underlay": lambda choose: ((choose.id("underlay"), choose.whole(-5000, 5000), choose.whole(-5000, 10**8)), {}),
    "name_phase": lambda choose: ((choose.whole(-1, 3), choose.text()), {}),
    "nudge": lambda choose: ((choose.ids("device"), choose.whole(-3, 3)), {}),
    "paste": lambda choose: ((choose.plan(), choose.id("rack"), choose.maybe(choose.position)), {}),
    "place_device": _place_device,
    "place_in_bay": lambda choose: ((_node(choose), _holder(choose), choose.bay()), {"name": choose.text()}),
    "place_on_floor": lambda choose: ((choose.of(TYPES), choose.id("hall")), {"x_mm": choose.whole(-10, 900), "name": choose.text()}),
    "rename": _rename,
    "rename_racks": _rename_racks,
    "reserve_units": lambda choose: ((choose.id("rack"), choose.position(), choose.whole(0, 9), choose.whole(0, 2), choose.text()), {}),
    "reshape_floor_item": lambda choose: ((choose.id("floor_item"), _outline(choose)), {}),
    "resize_floor_item": _resize_floor_item,
    "restore_version": _restore_version,
    "save_version": _save_version,
    "scale_underlay": _scale_underlay,
    "set_baseline_value": lambda choose: ((choose.text(), choose.of(list(baseline_definitions().values)), _sheet_value(choose)), {}),
    "set_bom_figure": lambda choose: (
        (choose.of([*bom_values(bom_rules()), "nothing"]), choose.of([0, 2.5, 7, -1, "2 * n", "sea + 1", None])),
        {},
    ),
    "set_fields": _set_fields,
    "set_fields_of": _set_fields_of,
    "set_stock": lambda choose: (
        ([StockLine(choose.of(["nvidia.mfp7e10", "nobody.knows"]), choose.of([None, 3000, 0]), choose.of([None, 0, 12, -1]), True)],),
        {},
    ),
    "accept_rate": lambda choose: ((choose.id("network_stage"), choose.of([None, 0, 100]), choose.of(["as published", " "])), {}),
    "set_outside_plan": lambda choose: ((choose.of([*Domain, "nothing"]), choose.of(["comes with the building", " ", None])), {}),
    "set_redundant_role": lambda choose: ((choose.of(["fabric management", "broker", " "]), choose.of([1, 2, 3, 1001])), {}),
    "set_setting": lambda choose: ((choose.of(["power_name", "colour"]), choose.of(["max", "average", "red"])), {}),
    "set_severity": lambda choose: ((choose.of(list(ALL_RULES)), choose.of(["error", "warning", "info", "off", "fatal", None])), {}),
    "set_site_value": lambda choose: ((choose.of([*site_definitions().values, "nothing"]), _sheet_value(choose)), {}),
    "set_underlay_opacity": lambda choose: ((choose.id("underlay"), choose.whole(-1, 101)), {}),
    "swap_devices": lambda choose: ((choose.id("device"), choose.id("device")), {}),
    "take_out": lambda choose: ((choose.ids("device"),), {}),
    "update_types": lambda choose: (([choose.of(TYPES)],), {}),
    "use_type": lambda choose: ((choose.of(TYPES),), {}),
}
"""How the arguments of each operation are drawn."""
