"""Totals of a small project by hand, of any project against plain loops, and the working of each figure."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.hardware.hardware import POWER_NAMES
from gpudesk.derived.totals.explain import RACK_FIGURES, SUMMED, UNITS, explain
from gpudesk.derived.totals.totals import rack_totals, totals
from gpudesk.project.snapshot import Snapshot
from tests.checks.site import TYPES, Site


@pytest.fixture(scope="module")
def site() -> Site:
    """Rack A1 with two systems, one of unknown power, a half-wide server, a PDU; rack B1 with a panel; a tower and a spare system."""
    site = Site()
    row = site.insert("rack_row", hall_id=site.hall, name="A")
    other = site.insert("hall", name="Other", width_mm=9000, depth_mm=9000)
    a1, b1 = site.rack("A1", row_id=row), site.rack("B1", hall_id=other, phase=2)
    site.device(a1, 1)
    site.device(a1, 9, type_id=site.use("system", power_max_w=None, weight_kg=None))
    site.device(a1, 20, "half", side=0)
    site.device(a1, 1, "pdu", face=1, side=0)
    site.device(b1, 3, "panel", phase=2)
    site.device(None, key="tower", hall_id=other)
    site.device(None, key="system")
    site.insert("reservation", rack_id=a1, position=76, height=4)
    return site


def test_the_project(site: Site) -> None:
    found = totals(site.snapshot, "project")
    assert (found.racks, found.devices, found.gpus, found.systems) == (2, 7, 28, 4)
    assert found.power_w["max"] == 10_200 + 300 + 5_000 + 10_200
    assert found.power_missing["max"] == 1
    assert found.power_w["average"] == 3 * 9_000
    assert found.power_missing["average"] == 2
    assert found.mass_kg == 2 * 120 + 130 + 5 + 9 + 3 + 300 + 130
    assert found.mass_missing == 1
    assert (found.used_half_units, found.reserved_half_units, found.free_half_units) == (34 + 2, 4, 168 - 40)
    assert found.families["system"] == 3


@pytest.mark.parametrize(
    ("scope", "scope_id", "gpus", "devices"), [("hall", 1, 16, 4), ("hall", 2, 4, 2), ("rack_row", 1, 16, 4), ("rack", 2, 0, 1)]
)
def test_its_parts(site: Site, scope: str, scope_id: int, gpus: int, devices: int) -> None:
    found = totals(site.snapshot, scope, scope_id)
    assert (found.gpus, found.devices) == (gpus, devices)


def test_a_phase(site: Site) -> None:
    found = totals(site.snapshot, "project", phase=2)
    assert (found.racks, found.devices, found.used_half_units, found.gpus) == (1, 1, 2, 0)


def test_no_such_part(site: Site) -> None:
    with pytest.raises(ValueError, match="planet"):
        totals(site.snapshot, "planet", 3)
    with pytest.raises(ValueError, match="colour"):
        explain(site.snapshot, "rack", 1, "colour")


def test_each_rack(site: Site) -> None:
    each = rack_totals(site.snapshot)
    assert each.rack.tolist() == [1, 2]
    assert each.used_half_units.tolist() == [34, 2]
    assert each.free_half_units.tolist() == [84 - 38, 82]
    assert each.largest_free_half_units.tolist() == [36, 78]
    assert each.power_w["max"].tolist() == [10_500, 0]
    assert each.power_missing["max"].tolist() == [1, 0]
    assert each.gpus.tolist() == [16, 0]
    assert each.pdus.tolist() == [1, 0]
    assert each.loads.contents_kg.tolist() == [144, 3]
    assert each.loads.missing.tolist() == [1, 0]


def test_the_centre_of_gravity_of_a_rack(site: Site) -> None:
    pitch, first = 44.45, 100
    pdu_top = np.ceil(2 * 1800 / pitch - 0.05)
    moments = 130 * (first + 4 * pitch) + 5 * (first + 19.5 * pitch) + 9 * (first + pdu_top / 2 * pitch / 2) + 120 * 1000
    assert rack_totals(site.snapshot).loads.centre_of_gravity_mm[0] == pytest.approx(moments / (130 + 5 + 9 + 120))


@pytest.mark.parametrize("figure", sorted(SUMMED | {"heat_w", "gpus", "systems"}))
@pytest.mark.parametrize(("scope", "scope_id"), [("project", None), ("hall", 2), ("rack_row", 1), ("rack", 1)])
def test_the_terms_of_a_figure_make_its_total(site: Site, figure: str, scope: str, scope_id: int | None) -> None:
    found = explain(site.snapshot, scope, scope_id, figure)
    whole = totals(site.snapshot, scope, scope_id)
    assert found.total == pytest.approx(sum(term.value or 0 for term in found.terms))
    if figure == "mass_kg":
        assert found.total == pytest.approx(whole.mass_kg)
        assert found.missing == whole.mass_missing
    elif figure.startswith("power"):
        name = figure.removeprefix("power_").removesuffix("_w")
        assert found.total == pytest.approx(whole.power_w[name])
        assert found.missing == whole.power_missing[name]
    elif figure in ("gpus", "systems"):
        assert found.total == getattr(whole, figure)
    for term in found.terms:
        assert term.fact is None or term.fact.source


@pytest.mark.parametrize("figure", [*UNITS, *RACK_FIGURES])
def test_every_figure_of_a_rack_opens(site: Site, figure: str) -> None:
    found = explain(site.snapshot, "rack", 1, figure)
    assert found.total is not None
    assert found.formula is None or found.formula.plain()


PLACES = st.tuples(st.sampled_from(sorted(TYPES)), st.integers(0, 3), st.integers(0, 82), st.integers(0, 1), st.sampled_from([None, 0, 1]))


@given(st.lists(PLACES, max_size=12), st.lists(st.tuples(st.integers(0, 2), st.integers(0, 90), st.integers(1, 9)), max_size=3))
def test_they_equal_plain_sums(places: list[tuple[str, int, int, int, int | None]], reservations: list[tuple[int, int, int]]) -> None:
    site = Site()
    racks = [site.rack() for _ in range(3)]
    for key, where, position, face, side in places:
        inside = {} if where == 3 else {"rack_id": racks[where], "position": position}
        site.insert("device", type_id=site.use(key), name="x", face=face, side=side, **inside)
    for where, position, height in reservations:
        site.insert("reservation", rack_id=racks[where], position=position, height=height)
    _compare(site.snapshot)
    site.document.close()


def _compare(snapshot: Snapshot) -> None:
    devices, types = snapshot["device"], snapshot.types
    each = rack_totals(snapshot)
    for place, rack in enumerate(each.rack.tolist()):
        inside = [devices.row(int(device)) for device in devices.where("rack_id", rack)]
        kinds = [types[row["type_id"]] for row in inside]
        kind = types[int(snapshot["rack"]["type_id"][place])]
        taken = {
            unit
            for row, device in zip(inside, kinds, strict=True)
            if device.mount == 0
            for unit in range(row["position"], row["position"] + device.height_half_units)
            if unit < 84
        }
        held = [snapshot["reservation"].row(int(row)) for row in snapshot["reservation"].where("rack_id", rack)]
        kept = {unit for row in held for unit in range(row["position"], row["position"] + row["height"]) if unit < 84} - taken
        assert (each.used_half_units[place], each.reserved_half_units[place]) == (len(taken), len(kept))
        assert each.free_half_units[place] == 84 - len(taken) - len(kept)
        runs = "".join("-" if unit in taken | kept else "x" for unit in range(84)).split("-")
        assert each.largest_free_half_units[place] == max(map(len, runs))
        assert each.loads.contents_kg[place] == pytest.approx(sum(device.number("weight_kg") or 0 for device in kinds))
        assert each.loads.total_kg[place] == pytest.approx(each.loads.contents_kg[place] + (kind.number("weight_kg") or 0))
        for name in POWER_NAMES:
            assert each.power_w[name][place] == pytest.approx(sum(device.number(f"power_{name}_w") or 0 for device in kinds))
    whole = totals(snapshot, "project")
    halls = totals(snapshot, "hall", 1)
    nowhere = int(((devices["rack_id"] < 0) & (devices["hall_id"] < 0)).sum())
    assert halls.devices + nowhere == whole.devices
    assert whole.used_half_units == each.used_half_units.sum()


def test_the_pdus_of_each_rack_are_counted() -> None:
    project = Site()
    project.device(project.rack(), 5)
    project.rack()
    other = project.rack()
    for _ in range(2):
        project.strip(other, project.feed())
    assert rack_totals(project.snapshot).pdus.tolist() == [0, 0, 2]
    project.document.close()
