"""How long cables have to be, calculated by hand for a few racks."""

import json

import numpy as np
import pytest

from gpudesk.core.cabling.link_ends import Ends
from gpudesk.derived.pathways.cable_routes import Routes, routes
from gpudesk.derived.pathways.pathway_network import way_plan
from tests.checks.site import SWITCH, Site, body


def port(face: str, x_mm: float, name: str) -> dict[str, object]:
    """A cage of one unit's height, 20 mm wide, its lower left corner 10 mm above the edge."""
    facts = {"kind": "osfp", "role": "network", "lanes": 4, "rate_gbps": 400, "source": "test", "confidence": "read"}
    return {"group": name, "face": face, "area": [x_mm, 10, 20, 20], "count": 1, "name": name, **facts}


class Wired(Site):
    """Racks of 600 × 1200 mm and 2 m in a hall, and boxes with a port near the left edge of the front and one near that of the rear."""

    def __init__(self) -> None:
        super().__init__()
        entry = body("box", "switch", "units", SWITCH) | {"ports": [port("front", 40, "f"), port("rear", 40, "r")]}
        self.box = self.insert("catalog_item", key="box", family="switch", version="1", origin="catalog", body=json.dumps(entry))

    def route(self, a: tuple[int, int], *b: tuple[int, int]) -> Routes:
        """The routes from a port of a device to others."""

        def ends(pairs: list[tuple[int, int]]) -> Ends:
            device, ports = np.array(pairs, np.int64).T
            return Ends(device, ports.astype(np.int32), np.zeros(len(pairs), np.int32), np.full(len(pairs), 4, np.int32))

        return routes(self.snapshot, ends([a] * len(b)), ends(list(b)))


# The face of a device in units is 482.6 mm wide, in the middle of 600 mm: the middle of a port is 58.7 + 40 + 10 mm from the left.
LEFT = (600 - 482.6) / 2 + 50


def test_within_a_rack_cables_run_along_the_nearer_edge() -> None:
    site = Wired()
    rack = site.rack()
    low, high = site.device(rack, 1, type_id=site.box), site.device(rack, 11, type_id=site.box)
    found = site.route((low, 0), (high, 0), (high, 1), (low, 0))
    slack = 2 * 150
    front = 2 * LEFT + 10 * 44.45 + slack
    through = LEFT + (600 - LEFT) + 10 * 44.45 + 1200 + slack
    assert found.length_mm.tolist() == pytest.approx([front, through, 2 * LEFT + slack])
    assert found.in_rack.all()
    assert not found.estimated.any()
    site.set("cable_rack_side", "right")
    assert site.route((low, 0), (high, 0)).length_mm[0] == pytest.approx(2 * (600 - LEFT) + 10 * 44.45 + slack)


def test_between_racks_cables_climb_run_at_right_angles_and_fall() -> None:
    site = Wired()
    site.insert("rack_row", hall_id=site.hall, name="A")
    here, there = site.rack(x_mm=0, y_mm=0), site.rack(x_mm=3000, y_mm=2400)
    a, b = site.device(here, 1, type_id=site.box), site.device(there, 42, type_id=site.box)
    found = site.route((a, 0), (b, 0))
    level = 2000 + 300
    climb = (level - (100 + 20)) + (level - (100 + 41 * 44.45 + 20))
    assert found.length_mm[0] == pytest.approx(2 * LEFT + climb + 3000 + 2400 + 2 * 1000)
    assert found.estimated.all()
    site.update("hall", site.hall, raised_floor=1)
    site.set("cable_exit", "floor")
    fall = (300 + 100 + 20) + (300 + 100 + 41 * 44.45 + 20)
    assert site.route((a, 0), (b, 0)).length_mm[0] == pytest.approx(2 * LEFT + fall + 3000 + 2400 + 2 * 1000)


def test_a_row_at_a_slant_is_measured_along_itself() -> None:
    site = Wired()
    turn = np.radians(30)
    here = site.rack(x_mm=0, y_mm=0, angle_ddeg=300)
    there = site.rack(x_mm=round(6000 * np.cos(turn)), y_mm=round(6000 * np.sin(turn)), angle_ddeg=300)
    a, b = site.device(here, 42, type_id=site.box), site.device(there, 42, type_id=site.box)
    climb = 2 * (2300 - (100 + 41 * 44.45 + 20))
    assert site.route((a, 0), (b, 0)).length_mm[0] == pytest.approx(2 * LEFT + climb + 6000 + 2000, abs=2)


def test_nothing_leads_to_another_hall_or_to_what_stands_nowhere() -> None:
    site = Wired()
    other = site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000)
    here, there = site.rack(), site.rack(hall_id=other)
    a, b = site.device(here, 1, type_id=site.box), site.device(there, 1, type_id=site.box)
    lost = site.device(None, type_id=site.box)
    found = site.route((a, 0), (b, 0), (lost, 0), (a, 0))
    assert np.isnan(found.length_mm).tolist() == [True, True, False]
    assert not found.estimated.any()


def test_a_blade_is_as_high_as_its_bay_and_a_device_behind_looks_out_of_the_rear() -> None:
    site = Wired()
    entry = body("sled", "server", "child", {"fits": "blade", "width_mm": 110, "height_mm": 140}) | {"ports": [port("front", 40, "f")]}
    sled = site.insert("catalog_item", key="sled", family="server", version="1", origin="catalog", body=json.dumps(entry))
    rack = site.rack()
    chassis = site.device(rack, 11, "chassis")
    child = site.device(None, type_id=sled, parent_id=chassis, slot="2")
    low = site.device(rack, 1, type_id=site.box)
    behind = site.device(rack, 1, type_id=site.box, face=1)
    found = site.route((low, 0), (child, 0), (behind, 0), (behind, 1))
    bay = (600 - 482.6) / 2 + 20 + 110 + 50
    assert found.length_mm.tolist() == pytest.approx([LEFT + bay + 10 * 44.45 + 300, 600 + 1200 + 300, 2 * LEFT + 300])


def test_cables_take_the_trays_that_join_their_racks() -> None:
    site = Wired()
    here, there = site.rack(x_mm=0, y_mm=0), site.rack(x_mm=6000, y_mm=4800)
    a, b = site.device(here, 42, type_id=site.box), site.device(there, 42, type_id=site.box)
    plain = site.route((a, 0), (b, 0))
    for name, line in (("A", "0 -200 9000 -200"), ("B", "0 4600 9000 4600"), ("X", "8000 -500 8000 5000")):
        site.insert("pathway", hall_id=site.hall, name=name, outline=line, height_mm=2400, width_mm=300, depth_mm=100)
    found = site.route((a, 0), (b, 0), (a, 0))
    climb = 2 * (2400 - (100 + 41 * 44.45 + 20))
    assert found.length_mm[0] == pytest.approx(2 * LEFT + climb + 2 * 200 + 8000 + 4800 + 2000 + 2000)
    assert found.length_mm[0] > plain.length_mm[0]
    assert found.estimated.tolist() == [False, False]
    first, sections = found.sections()
    ways = way_plan(site.snapshot).network.way[sections]
    assert first.tolist() == [0, 3, 3]
    assert ways.tolist() == [0, 2, 1]


def test_a_way_for_copper_is_passed_over_by_fibre() -> None:
    site = Wired()
    here, there = site.rack(x_mm=0, y_mm=0), site.rack(x_mm=6000, y_mm=0)
    a, b = site.device(here, 42, type_id=site.box), site.device(there, 42, type_id=site.box)
    site.insert("pathway", hall_id=site.hall, name="A", outline="0 0 9000 0", height_mm=2400, width_mm=300, depth_mm=100, carries="copper")
    assert site.route((a, 0), (b, 0)).estimated[0]
    ends = Ends(np.array([a]), np.array([0], np.int32), np.zeros(1, np.int32), np.full(1, 4, np.int32))
    others = Ends(np.array([b]), np.array([0], np.int32), np.zeros(1, np.int32), np.full(1, 4, np.int32))
    assert not routes(site.snapshot, ends, others, "copper").estimated[0]


def test_a_rack_that_is_far_from_every_tray_is_estimated() -> None:
    site = Wired()
    here, there = site.rack(x_mm=0, y_mm=0), site.rack(x_mm=0, y_mm=9000)
    a, b = site.device(here, 42, type_id=site.box), site.device(there, 42, type_id=site.box)
    site.insert("pathway", hall_id=site.hall, name="A", outline="0 0 9000 0", height_mm=2400, width_mm=300, depth_mm=100)
    assert site.route((a, 0), (b, 0)).estimated[0]
    site.set("way_reach_mm", 9500)
    assert not site.route((a, 0), (b, 0)).estimated[0]
