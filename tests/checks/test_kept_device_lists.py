"""What is kept of devices from edit to edit equals that of a state that keeps nothing: halls, lists, counts of types, and feeds."""

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.checks.rules.cooling.cooling_reach import carry_units_without_cooling, units_without_cooling
from gpudesk.checks.rules.power.power_sources import _on_nodes, _subject, carry_sides_of_racks
from gpudesk.checks.rules.weight.weight_rules import _still_to_lift, carry_still_to_lift
from gpudesk.derived.power.fed_devices import carry_fed_devices, devices_on_no_feed, halls_on_feeds, racks_giving_power
from gpudesk.derived.power.power_plan import carry_beside_racks, hangs_beside, stands_and_gives
from gpudesk.derived.scope.device_locations import (
    carry_device_lists,
    carry_whereabouts,
    devices_on_floors,
    devices_outside_racks,
    unplaced_devices,
    whereabouts,
)
from gpudesk.derived.scope.type_counts import carry_uses, uses, uses_by_devices
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from tests.checks.site import Site

MAKERS: tuple[Callable[[Snapshot], Any], ...] = (
    *(unplaced_devices, devices_outside_racks, devices_on_floors, uses_by_devices, uses, devices_on_no_feed),
    *(halls_on_feeds, racks_giving_power, _still_to_lift, _on_nodes, _subject),
    *(stands_and_gives, hangs_beside, units_without_cooling),
)
STEPS = (
    *(carry_whereabouts, carry_device_lists, carry_beside_racks, carry_uses, carry_fed_devices, carry_still_to_lift),
    *(carry_sides_of_racks, carry_units_without_cooling),
)
KEYS = ("pair", "strip", "pdu", "chassis", "blade", "panel", "crah")


def made() -> tuple[Site, list[int]]:
    """Two halls, a rack in each with a strip on a feed and a server on it."""
    site = Site()
    racks = [site.rack(hall_id=hall) for hall in (site.hall, site.insert("hall", name="Other", width_mm=9_000, depth_mm=9_000))]
    for rack in racks:
        strip = site.strip(rack, site.feed())
        site.plug(site.device(rack, 1, "pair"), (strip, 1), (strip, 2))
    for key in KEYS:
        site.use(key)
    return site, racks


def location(data: st.DataObject, site: Site, racks: list[int], *, nested: bool) -> dict[str, int | None]:
    nowhere: dict[str, int | None] = {"rack_id": None, "hall_id": None, "parent_id": None, "position": None}
    kind = data.draw(st.sampled_from(["rack", "rack", "rack", "floor", "nowhere", *(["inside"] if nested else [])]))
    if kind == "rack":
        return {**nowhere, "rack_id": data.draw(st.sampled_from(racks)), "position": 20}
    if kind == "floor":
        return {**nowhere, "hall_id": site.hall}
    holders = [place for place in range(site.snapshot["device"].rows) if site.snapshot["device"]["parent_id"][place] < 0]
    return {**nowhere, "parent_id": int(site.snapshot["device"].ids[holders[0]])} if kind == "inside" and holders else nowhere


def edit_devices(data: st.DataObject, site: Site, racks: list[int], *, nested: bool) -> None:
    """Some devices without cords go, change and come in one step."""
    devices, cords = site.snapshot["device"], site.snapshot["power_cord"]
    kept = {*devices["parent_id"].tolist(), *cords["device_id"].tolist(), *cords["from_device_id"].tolist()}
    ids = [device for device in devices.ids.tolist() if device not in kept]
    gone = data.draw(st.sets(st.sampled_from(ids), max_size=2)) if ids else set()
    changed = data.draw(st.sets(st.sampled_from(ids), max_size=1)) - gone if ids else set()

    def values() -> dict[str, Any]:
        place = location(data, site, racks, nested=nested)
        return {**place, "type_id": site.types[data.draw(st.sampled_from(KEYS))], "status": data.draw(st.sampled_from([0, 3, 5]))}

    drawn = [values() for _ in range(data.draw(st.integers(0, 2)))]
    changes = {device: values() for device in changed}

    def step(edit: Edit) -> None:
        for device in gone:
            edit.delete("device", device)
        for device, other in changes.items():
            edit.update("device", device, **other)
        for each in drawn:
            edit.insert("device", name="x", **each)

    site.step(step)


def assert_kept(before: Snapshot, site: Site) -> set[Callable[[Snapshot], Any]]:
    """The results that are kept over the last edit; each equals that of a state that keeps nothing."""
    after, other = Snapshot(site.snapshot.revision, site.snapshot.tables), Snapshot(site.snapshot.revision, site.snapshot.tables)
    assert site.applied is not None
    for step in STEPS:
        step(before, after, site.applied.changes)
    kept = {maker for maker in MAKERS if after.known(maker) is not None}
    for maker in kept:
        np.testing.assert_equal(after.known(maker), other.cached(maker), maker.__name__)
    where, fresh = after.cached(whereabouts), other.cached(whereabouts)
    assert where.nested == fresh.nested
    for name in ("root", "rack", "hall", "row"):
        np.testing.assert_array_equal(getattr(where, name), getattr(fresh, name), name)
    places = np.arange(after["device"].rows)
    for name in ("racks", "halls", "rows"):
        np.testing.assert_array_equal(getattr(where, name)(places), getattr(fresh, name)(places), name)
    for maker in MAKERS:
        site.snapshot.cached(maker)
    assert len(site.snapshot.cached(whereabouts).hall) == len(places)
    return kept


@given(st.data(), st.booleans())
def test_lists_of_devices_after_random_edits(data: st.DataObject, nested: bool) -> None:
    site, racks = made()
    assert_kept(site.snapshot, site)
    for _ in range(data.draw(st.integers(1, 5))):
        before = site.snapshot
        edit_devices(data, site, racks, nested=nested)
        assert_kept(before, site)
    site.document.close()


def test_a_server_without_cords_keeps_all_lists() -> None:
    site, racks = made()
    for maker in MAKERS:
        site.snapshot.cached(maker)
    before = site.snapshot
    server = site.device(racks[1], 5, "pair")
    # `uses` is made of the kept counts and the racks.
    assert assert_kept(before, site) == set(MAKERS) - {uses}
    assert site.snapshot.cached(devices_on_no_feed).tolist() == [server]
    assert site.snapshot.cached(halls_on_feeds) == {1, 2}
    assert site.snapshot.cached(racks_giving_power) == set(racks)
    before = site.snapshot
    site.delete("device", server)
    assert assert_kept(before, site) == set(MAKERS) - {uses}
    assert site.snapshot.cached(devices_on_no_feed).tolist() == []


def test_a_cord_keeps_no_list_of_feeds() -> None:
    site, racks = made()
    server = site.device(racks[1], 5, "pair")
    for maker in MAKERS:
        site.snapshot.cached(maker)
    before = site.snapshot
    site.plug(server, (int(site.snapshot["power_cord"]["from_device_id"].max()), 3))
    assert assert_kept(before, site).isdisjoint({devices_on_no_feed, halls_on_feeds, racks_giving_power, _on_nodes, _subject})
    assert site.snapshot.cached(devices_on_no_feed).tolist() == []


def test_a_pdu_that_comes_gives_power_in_its_rack() -> None:
    site, _ = made()
    other = site.rack()
    for maker in MAKERS:
        site.snapshot.cached(maker)
    before = site.snapshot
    site.device(other, 1, "pdu")
    assert racks_giving_power not in assert_kept(before, site)
    assert other in site.snapshot.cached(racks_giving_power)


def test_an_air_unit_that_comes_is_without_cooling() -> None:
    site, _ = made()
    site.use("crah")
    for maker in MAKERS:
        site.snapshot.cached(maker)
    before = site.snapshot
    unit = site.device(None, 1, "crah", hall_id=site.hall)
    assert units_without_cooling not in assert_kept(before, site)
    assert site.snapshot.cached(units_without_cooling) == (unit,)
