"""Random arguments for the operations on networks and cables."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from gpudesk.formats.fabric.cable_list import cable_rows, read_cable_list
from gpudesk.formats.fabric.host_name_list import read_host_names
from gpudesk.formats.tables.tables import csv_bytes, tables_of
from gpudesk.operations.cabling.cable_operations import NewCable

if TYPE_CHECKING:
    from tests.operations.chooser import Arguments, Chooser


def _name_roles(choose: "Chooser") -> "Arguments":
    roles = [*sorted(set(choose.snapshot["device"]["role"].tolist())), "nobody"]
    patterns = ["host-{n}", "{rack:lower}-{n_rack:02}-{n}", "{rail}-{n_rail}", "{name}-x", "same", "_{n}"]
    return ({choose.of(roles): choose.of(patterns) for _ in range(choose.whole(0, 3))},), {}


def _name_hosts_from(choose: "Chooser") -> "Arguments":
    names = choose.snapshot["device"]["name"].tolist() or ["nobody"]
    rows = [
        (choose.of([*names, "nobody"]), f"host-{number}" if choose.whole(0, 9) else choose.text()) for number in range(choose.whole(0, 3))
    ]
    return (read_host_names(tables_of(csv_bytes([("device", "name"), *rows]), "names.csv")),), {}


CABLES = ("", "", "nvidia.mfp7e10", "nvidia.mfp7e20", "nvidia.mma4z00-ns", "generic.server-1u", "nobody.knows")


def _add_network(choose: "Chooser") -> "Arguments":
    settings: list[dict[str, Any]] = [
        {},
        {"unit_nodes": choose.whole(0, 40), "leaf_up": choose.maybe(lambda: choose.whole(0, 40))},
        {"planes": choose.whole(0, 3), "by_hall": choose.of([0, 1, 2]), "tiers": choose.maybe(lambda: choose.whole(0, 4))},
        {"nothing": 1},
    ]
    return (choose.whole(-1, 5), choose.text(), choose.of([0, 100, 400, 400, 800])), {
        "settings": choose.of(settings),
        "phase": choose.phase(),
    }


def _free_port(choose: "Chooser", device_id: int) -> tuple[int, int]:
    """A device and a port of it in which no cable ends, if it has one."""
    devices, cables = choose.snapshot["device"], choose.snapshot["cable"]
    if not devices.has(device_id):
        return device_id, 0
    used = {port for side in "ab" for port in cables[f"{side}_port"][cables[f"{side}_device_id"] == device_id].tolist()}
    kind = choose.snapshot.types[int(devices.row(device_id)["type_id"])]
    return device_id, choose.of([port.index for port in kind.ports() if port.lanes and port.index not in used] or [0])


def _new_cable(choose: "Chooser") -> NewCable:
    ends: dict[str, Any] = {}
    if choose.of([True, False]):
        free = [_free_port(choose, choose.id("device")) for _ in "ab"]
        return NewCable(*free[0], *free[1], by_hand=choose.of([True, False]))
    for side in "ab":
        ends |= {f"{side}_device_id": choose.id("device"), f"{side}_port": choose.whole(-1, 70), f"{side}_lane": choose.of([0, 0, 0, 2, 5])}
    return NewCable(
        **ends,
        lanes=choose.maybe(lambda: choose.of([-1, 0, 1, 2, 4])),
        type=choose.of(CABLES),
        b_module=choose.of(CABLES),
        length_mm=choose.maybe(lambda: choose.whole(0, 9000)),
        network_id=choose.maybe(lambda: choose.id("network")),
        assembly=choose.maybe(lambda: choose.whole(0, 2)),
        phase=choose.maybe(choose.phase),
        by_hand=choose.of([True, False]),
    )


def _set_cables(choose: "Chooser") -> "Arguments":
    values: list[dict[str, Any]] = [
        {},
        {"type": choose.of(CABLES), "length_mm": choose.maybe(lambda: choose.whole(0, 9000))},
        {"a_module": choose.of(CABLES), "phase": choose.phase()},
        {"by_hand": choose.whole(0, 2), "network_id": choose.maybe(lambda: choose.id("network"))},
        {"colour": 3},
    ]
    return (choose.ids("cable"), choose.of(values)), {}


_ROLES = ("", "compute", "leaf", "spine", "out-of-band", "no such role")


def _stage(choose: "Chooser") -> dict[str, Any]:
    return {
        "lower": choose.of(_ROLES),
        "upper": choose.of(_ROLES),
        "links": choose.maybe(lambda: choose.whole(0, 4)),
        "spread": choose.whole(0, 3),
        "rate_gbps": choose.maybe(lambda: choose.of([0, 1, 100, 400])),
        **choose.of(
            [
                {},
                {"per_tray": choose.of([0, 1, 2]), "switches": choose.of(["", "1", "2, 1", "1-3", "0", "9-", "a"])},
                {"first_port": choose.maybe(lambda: choose.whole(0, 70))},
                {"accepted_gbps": choose.of([None, 0, 100]), "reason": choose.of(["as published", " "])},
            ]
        ),
    }


def _change_network(choose: "Chooser") -> "Arguments":
    settings: list[dict[str, Any]] = [
        {"name": choose.text(), "kind": choose.whole(-1, 5)},
        {"rate_gbps": choose.whole(0, 800), "notes": choose.text(), "phase": choose.phase()},
        {"tiers": None, "spine_up": choose.maybe(lambda: choose.whole(0, 3))},
        {"nothing": 1},
    ]
    return (choose.id("network"), choose.of(settings)), {}


def _change_stage(choose: "Chooser") -> "Arguments":
    return (choose.id("network_stage"), choose.of([_stage(choose), {"links": choose.whole(-1, 3)}, {"nothing": 1}])), {}


def _points(choose: "Chooser") -> list[tuple[int, int]]:
    return [(choose.whole(-2000, 20_000), choose.whole(-2000, 20_000)) for _ in range(choose.whole(0, 4))]


def _way_settings(choose: "Chooser") -> dict[str, Any]:
    return choose.of(
        [
            {},
            {"width_mm": choose.whole(0, 600), "depth_mm": 100, "carries": choose.of(["", "fibre", "copper", "water"])},
            {"height_mm": choose.whole(-400, 3000), "fill_percent": choose.maybe(lambda: choose.whole(0, 110))},
            {"length_mm": choose.maybe(lambda: choose.whole(0, 50_000)), "load_kg_per_m": choose.maybe(lambda: choose.whole(0, 60))},
            {"kind": choose.whole(-1, 6), "bend_radius_mm": choose.maybe(lambda: choose.whole(0, 60))},
            {"nothing": 1},
        ]
    )


def _add_pathway(choose: "Chooser") -> "Arguments":
    settings = {name: value for name, value in _way_settings(choose).items() if name not in ("kind", "height_mm")}
    return (choose.id("hall"), choose.whole(-1, 6), _points(choose)), {
        "name": choose.text(),
        "height_mm": choose.maybe(lambda: choose.whole(-300, 3000)),
        "to_hall_id": choose.maybe(lambda: choose.id("hall")),
        "settings": settings,
        "notes": choose.text(),
        "phase": choose.phase(),
    }


def _some_ways(choose: "Chooser") -> list[int]:
    return [choose.id("pathway") for _ in range(choose.whole(0, 2))]


def _shift_ways(choose: "Chooser") -> "Arguments":
    return (_some_ways(choose), choose.whole(-5000, 5000), choose.whole(-5000, 5000)), {}


def _propose_pathways(choose: "Chooser") -> "Arguments":
    sizes = {"width_mm": choose.whole(0, 600), "cross_width_mm": choose.maybe(lambda: choose.whole(1, 900))}
    every = {"cross_every_mm": choose.whole(500, 20_000)}
    rows = choose.maybe(lambda: [choose.id("rack_row")])
    return ([choose.id("hall")],), {**choose.of([{}, sizes, every]), "row_ids": rows}


def _import_cables(choose: "Chooser") -> "Arguments":
    """The project's own list of cables with a few cells otherwise, some lines left out, and perhaps a line between any two ports."""
    head, *lines = cable_rows(choose.snapshot)
    kept = [list(line) for line in lines if choose.of([True, True, False])][:40]
    for line in kept if choose.of([True, False]) else ():
        if choose.of([True, False, False]):
            line[choose.whole(1, len(line) - 1)] = choose.of(
                ["", "0", "1", "2.5", "leaf-1", "1/1", "swp1s1", choose.text(), choose.of(CABLES)]
            )
    names = choose.snapshot["device"]["name"].tolist() or ["nobody"]
    ports = ("OSFP1P1", "ibp24s0", "1/1", "2/1/2", "BMC", "no such port")
    if choose.of([True, False]):
        kept.append([None, None, choose.of(names), choose.of(ports), None, choose.of(names), choose.of(ports)])
    return (read_cable_list(tables_of(csv_bytes([head, *kept]), "cables.csv")), "cables.csv"), {}


FABRIC_ARGUMENTS: Mapping[str, Callable[["Chooser"], "Arguments"]] = {
    "add_network": _add_network,
    "propose_networks": lambda choose: ((), {}),
    "import_cables": _import_cables,
    "import_list": _import_cables,
    "name_hosts": lambda choose: (
        (
            choose.of([[], choose.ids("device")]),
            choose.of(["host-{n}", "{rack:lower}-{n_rack:02}-{n}", "{rail}-{n_rail}", "{name}-x", "same", "{nothing}", "_{n}"]),
        ),
        {},
    ),
    "name_hosts_from": _name_hosts_from,
    "name_roles": _name_roles,
    "add_pathway": _add_pathway,
    "change_pathways": lambda choose: ((_some_ways(choose), _way_settings(choose)), {}),
    "copy_pathways": _shift_ways,
    "move_pathways": _shift_ways,
    "reshape_pathway": lambda choose: ((choose.id("pathway"), _points(choose)), {}),
    "propose_pathways": _propose_pathways,
    "join_halls": lambda choose: (([choose.id("hall"), choose.id("hall")], choose.whole(0, 90_000)), {}),
    "lay_cable": lambda choose: ((_new_cable(choose),), {}),
    "lay_cables": lambda choose: (([_new_cable(choose) for _ in range(choose.whole(0, 3))],), {}),
    "pull_cables": lambda choose: ((choose.of([[], choose.ids("cable")]),), {}),
    "move_cable_end": lambda choose: (
        (choose.id("cable"), choose.of(["a", "b", "c"]), choose.id("device"), choose.whole(-1, 70), choose.of([0, 0, 2])),
        {},
    ),
    "set_cables": _set_cables,
    "cable_project": lambda choose: (
        (choose.of([(), (choose.id("network"),)]), choose.of([(), (choose.whole(0, 5),)])),
        {
            "accepted": choose.of([(), ((choose.id("network_stage"), choose.of([None, 0, 100]), choose.of(["as published", " "])),)]),
        },
    ),
    "structure_cabling": lambda choose: (
        (
            choose.of([(), (choose.id("network"),)]),
            choose.of(["generic.panel-1u-72-mpo", "generic.panel-1u-48-lc-duplex", "", "nobody.knows"]),
        ),
        {"most_fibres": choose.of([6, 24, 144]), "at": choose.of(["rack", "row", "sky"])},
    ),
    "add_stage": lambda choose: ((choose.id("network"),), _stage(choose)),
    "change_network": _change_network,
    "set_fabric_colour": lambda choose: (
        (
            choose.of(["network", "rail", "cable"]),
            choose.id("network") if choose.whole(0, 1) else choose.whole(-1, 70),
            choose.of([None, "rail.3", "network.storage", "#1754D8", "#12", "red"]),
        ),
        {},
    ),
    "reset_fabric_colours": lambda choose: ((), {}),
    "change_stage": _change_stage,
    "move_stage": lambda choose: ((choose.id("network_stage"), choose.whole(-1, 4)), {}),
    "remove_networks": lambda choose: ((choose.ids("network"),), {}),
    "remove_stages": lambda choose: ((choose.ids("network_stage"),), {}),
}
