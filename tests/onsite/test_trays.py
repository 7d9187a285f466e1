"""Trays of rack-scale systems on site: what is asked of each, where it is counted, and that it is recorded, handed out and in the book."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.core.checklist.checklist_progress import State, counts_by_home, counts_by_rack
from gpudesk.core.checklist.entries import EvidenceFile, Recorder
from gpudesk.core.checklist.items import Scope
from gpudesk.core.checklist.tray_items import with_trays
from gpudesk.core.checklist.tray_targets import tray_of, tray_target
from gpudesk.core.messages.errors import Refused
from gpudesk.derived.checklist.fact_registry import PRODUCERS, fact_values
from gpudesk.derived.checklist.targets import layout, target_name, trays_called
from gpudesk.formats.onsite.work_files import WorkFile
from gpudesk.onsite.checklist import applied_to_whole_systems, applies, shipped_checklist, states, unmet_needs, unmet_targets
from gpudesk.onsite.group_counts import counts_by_row
from gpudesk.onsite.handover import Handover
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.package_contents import Selection, package_of
from gpudesk.onsite.record_log import history_of, log_faults
from gpudesk.onsite.scan_lookup import look_up
from gpudesk.onsite.target_places import target_places
from gpudesk.onsite.work_list import Show, Spot, Wanted, work_list
from gpudesk.onsite.work_shares import work_shares_on
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.onsite.record_site_work import add_person, override_hold, record_value, record_values, withdraw_entry
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.operations.work_packages import BEN, brought_back, handed_out, merge, opened
from tests.project.sample import Clock

ANA = Recorder("Ana", "0123456789abcdef", "+01:00")
TODAY = date(2026, 3, 1)
SYSTEMS, COMPUTE, NVLINK, SHELVES, TORS = 8, 18, 9, 8, 2
TRAYS = COMPUTE + NVLINK + SHELVES + TORS
TRAY_IN_BAY, INVENTORY, BMC, ADAPTERS = "RCKT-100", "BRGT-040", "BRGT-030", "NODT-140"
FATAL, DIAGNOSTICS, ADAPTERS_OF_HOST = "NOD-070", "NOD-020", "NOD-040"
LOG = EvidenceFile("kern.log", 3, "0" * 64)


@pytest.fixture(scope="module")
def built() -> Iterator[Document]:
    """One scalable unit of GB200 NVL72 with its cables."""
    with Document.scratch(Clock()) as document:
        run(document, build, load_template("gb200-nvl72-superpod"))
        run(document, cable_project)
        yield document


@pytest.fixture
def site(built: Document) -> Iterator[Document]:
    """The same, whose log may be written to."""
    with Document.scratch(Clock()) as document:
        run(document, build, load_template("gb200-nvl72-superpod"))
        run(document, add_person, "Ana")
        yield document


def system_of(document: Document, name: str = "nvl72-001") -> int:
    return int(document.snapshot["device"].where("name", name)[0])


def test_only_whole_systems_gave_their_place_to_their_trays(built: Document) -> None:
    """Not every target to which an item does not apply: a switch never had it."""
    snapshot = built.snapshot
    left_out = applied_to_whole_systems(snapshot)
    systems = [place for place, key in enumerate(snapshot["device"]["type_id"].tolist()) if snapshot.types[key].trays]
    assert len(systems) == SYSTEMS
    assert left_out
    for key, mask in left_out.items():
        assert np.flatnonzero(mask).tolist() == systems, key


def test_a_row_is_handed_out_with_its_systems(built: Document) -> None:
    package = package_of(built.snapshot, Selection(rows=("A",), stages=("rack",)), "ab" * 16, built.uid, "Site", "2026-03-01T12:00:00Z")
    trays = [row for row in package.rows if row.item == TRAY_IN_BAY]
    assert len(trays) == SYSTEMS * TRAYS
    assert {row.where.split()[0] for row in trays} == {f"nvl72-{number:03}" for number in range(1, SYSTEMS + 1)}
    assert {row.name for row in package.rows if package.scope_of(row.item) is Scope.RACK} == set(built.snapshot["rack"]["name"].tolist())


@pytest.mark.parametrize("names", [("nvl72-003",), ("nvl72-001", "nvl72-008")])
def test_chosen_systems_are_handed_out_without_the_others(built: Document, names: tuple[str, ...]) -> None:
    systems = [system_of(built, name) for name in names]
    for chosen in (Selection(system_ids=tuple(systems), stages=("rack",)), Selection(racks=names, stages=("rack",))):
        package = package_of(built.snapshot, chosen, "ab" * 16, built.uid, "Site", "2026-03-01T12:00:00Z")
        trays = [row for row in package.rows if row.item == TRAY_IN_BAY]
        assert {row.where.split()[0] for row in trays} == set(names)
        assert len(trays) == len(names) * TRAYS


def state_of(document: Document, item: str, device: int) -> State:
    place = document.snapshot.cached(layout).place(Scope.DEVICE, device)
    return State(int(document.snapshot.cached(states)[item][place]))


def test_a_tray_is_a_target_of_its_system_and_number() -> None:
    assert tray_target(12, 2) == 12_003
    assert tray_of(12_003) == (12, 2)


def test_each_tray_has_the_items_of_a_host_and_its_system_has_them_no_longer(built: Document) -> None:
    here, targets = built.snapshot.cached(applies), built.snapshot.cached(layout)
    assert targets.count(Scope.TRAY) == SYSTEMS * TRAYS == 296
    asked = {key: int(here[key].sum()) for key in (TRAY_IN_BAY, BMC, INVENTORY, "BRGT-055", "BRGT-060", "BRGT-090", "NODT-090")}
    assert asked == {
        TRAY_IN_BAY: SYSTEMS * TRAYS,
        BMC: SYSTEMS * TRAYS,
        INVENTORY: SYSTEMS * COMPUTE,
        "BRGT-055": SYSTEMS * SHELVES,
        "BRGT-060": SYSTEMS * (COMPUTE + NVLINK + TORS),
        "BRGT-090": SYSTEMS * (NVLINK + TORS),
        "NODT-090": SYSTEMS * COMPUTE,
    }
    place = targets.place(Scope.DEVICE, system_of(built))
    assert [key for key in ("BRG-030", "BRG-040", "NOD-040", "NOD-090", "NOD-150", "SWR-040") if here[key][place]] == []
    assert [key for key in ("RCV-030", "PWR-060", "SWRT-040") if here[key][place]] == ["RCV-030", "PWR-060", "SWRT-040"]


def test_a_tray_is_judged_by_what_the_plan_says_of_it(built: Document) -> None:
    (first,) = trays_called(built.snapshot, "nvl72-001-c01")
    ids = np.array([first, *trays_called(built.snapshot, "nvl72-001-nvsw1"), *trays_called(built.snapshot, "nvl72-001-ps8")], np.int64)
    facts = {name: fact_values(built.snapshot, Scope.TRAY, name, ids) for name in ("kind", "gpus", "compute_ports", "compute_port_gbps")}
    assert facts == {
        "kind": ["system", "switch", "power_shelf"],
        "gpus": [4, 0, 0],
        "compute_ports": [4, 0, 0],
        "compute_port_gbps": [400.0, None, None],
    }
    addresses = fact_values(built.snapshot, Scope.TRAY, "bmc_address", built.snapshot.cached(layout).ids[Scope.TRAY])
    assert None not in addresses
    assert len(set(addresses)) == SYSTEMS * TRAYS
    assert target_places(built.snapshot, Scope.TRAY, ids) == ["nvl72-001 T01", "nvl72-001 N1", "nvl72-001 P8"]
    (system,) = fact_values(built.snapshot, Scope.DEVICE, "hosts", np.array([system_of(built)], np.int64))
    assert system == COMPUTE


def test_a_cable_waits_for_its_own_tray_alone(built: Document) -> None:
    targets = built.snapshot.cached(layout)
    (first,) = trays_called(built.snapshot, "nvl72-001-c01")
    place = np.array([targets.place(Scope.TRAY, first)], np.int64)
    cables = targets.ids[Scope.CABLE][targets.related(place, Scope.TRAY, Scope.CABLE)]
    ends = {int(built.snapshot["cable"].row(int(cable))[f"{side}_device_id"]) for cable in cables for side in "ab"}
    # Four compute adapters; storage is outside of the template.
    assert len(cables) == 4
    assert system_of(built) in ends
    marked = np.zeros(targets.count(Scope.TRAY), bool)
    marked[place] = True
    assert targets.ids[Scope.CABLE][targets.lifted(marked, Scope.TRAY, Scope.CABLE)].tolist() == cables.tolist()
    groups = work_list(built.snapshot, Wanted(Show.ALL, spot=Spot(Scope.TRAY, first)), TODAY)
    assert {group.item.scope for group in groups} == {Scope.TRAY, Scope.CABLE}
    assert {group.count for group in groups if group.item.scope is Scope.TRAY} == {1}


def test_a_tray_waits_for_the_hold_before_power_on_of_its_system(built: Document) -> None:
    """As a DGX waits for BRG-020 of its rack, and that for the hold, the feeds and the leak test."""
    snapshot, items, system = built.snapshot, checklist_of(built.snapshot).items, system_of(built)
    (first,) = trays_called(snapshot, "nvl72-001-c01")
    assert unmet_targets(snapshot, items[BMC], first) == {"BRGT-025": [system], TRAY_IN_BAY: [first]}
    assert unmet_targets(snapshot, items["BRGT-025"], system) == {"BRGT-015": [system]}
    held = dict(unmet_targets(snapshot, items["BRGT-015"], system))
    cords = snapshot["power_cord"]
    feeds = sorted({int(cords.row(cord)["from_node_id"]) for cord in cords.where("device_id", system).tolist()})
    assert len(feeds) == SHELVES
    assert {key: held.pop(key) for key in ("PWR-010", "PWR-030", "PWR-140")} == dict.fromkeys(("PWR-010", "PWR-030", "PWR-140"), feeds)
    assert len(held.pop(TRAY_IN_BAY)) == TRAYS
    assert held == {key: [system] for key in ("PWR-070", "PWR-080", "RCKT-015", "RCKT-035", "COLT-065")}
    assert set(unmet_targets(snapshot, items["COLT-065"], system)) == {"COLT-045", "COL-050"}


def test_a_system_has_the_items_of_a_rack_that_its_vendor_does_not_do(built: Document) -> None:
    here, targets = built.snapshot.cached(applies), built.snapshot.cached(layout)
    cooling = ("COLT-045", "COLT-065", "COLT-075", "COLT-085", "COLT-095")
    systems = built.snapshot["device"].ids[built.snapshot["device"]["role"] == "compute"]
    for key in ("RCKT-015", "RCKT-035", "PWRT-155", *cooling, "BRGT-015", "BRGT-025", "BRGT-085"):
        assert targets.ids[Scope.DEVICE][here[key]].tolist() == systems.tolist(), key
    facts = {name: fact_values(built.snapshot, Scope.DEVICE, name, systems[:1]) for name in ("power_shelves", "nvlink_switch_trays")}
    assert facts == {"power_shelves": [SHELVES], "nvlink_switch_trays": [NVLINK]}
    # Of its catalog entry.
    assert fact_values(built.snapshot, Scope.DEVICE, "flow_l_min", systems[:1]) == [130.0]
    others = built.snapshot["device"].ids[built.snapshot["device"]["role"] == "leaf"][:1]
    assert fact_values(built.snapshot, Scope.DEVICE, "flow_l_min", others) == [None]


def test_what_a_feed_blocks_of_systems_is_the_same_in_columns_and_one_by_one(built: Document) -> None:
    targets = built.snapshot.cached(layout)
    for scope in (Scope.DEVICE, Scope.TRAY, Scope.CABLE):
        for place in range(0, targets.count(Scope.FEED), 7):
            marked = np.zeros(targets.count(Scope.FEED), bool)
            marked[place] = True
            there = targets.related(np.array([place], np.int64), Scope.FEED, scope)
            assert np.flatnonzero(targets.lifted(marked, Scope.FEED, scope)).tolist() == there.tolist()
            back = targets.related(there, scope, Scope.FEED)
            assert place in back.tolist() or not len(there)


def test_a_rack_scale_system_counts_as_a_rack(built: Document) -> None:
    snapshot = built.snapshot
    checklist, targets, known = shipped_checklist(), snapshot.cached(layout), snapshot.cached(states)
    by_home = counts_by_home(checklist, targets, known)
    racks = snapshot["rack"].rows
    assert by_home.shape == (racks + SYSTEMS, len(State))
    assert (by_home[:racks] == counts_by_rack(checklist, targets, known)).all()
    # All systems are alike: 37 trays, the system itself, its feeds and cables.
    left = by_home[racks:].sum(axis=1) - by_home[racks:, State.NOT_APPLICABLE]
    assert len(set(left.tolist())) == 1
    of_trays = sum(int(snapshot.cached(applies)[key].sum()) for key, item in checklist.items.items() if item.scope is Scope.TRAY)
    assert left[0] > of_trays // SYSTEMS
    (row,) = counts_by_row(snapshot, by_home).values()
    assert (row == by_home.sum(axis=0)).all()
    shares = snapshot.cached(work_shares_on(TODAY)).devices
    assert shares.asked[snapshot["device"].position(system_of(built))]


def test_scanning_the_name_of_a_tray_finds_it(built: Document) -> None:
    found = look_up(built.snapshot, built.uid, "NVL72-003-C17").spot
    assert found.scope is Scope.TRAY
    assert target_name(built.snapshot, Scope.TRAY, found.target) == "nvl72-003-c17"
    assert target_name(built.snapshot, Scope.TRAY, tray_target(system_of(built), TRAYS)) == ""


def test_a_tray_is_recorded_and_lies_in_the_book_under_its_system(site: Document) -> None:
    (first,) = trays_called(site.snapshot, "nvl72-001-c01")
    assert [need.item.key for need in unmet_needs(site.snapshot, shipped_checklist().items[TRAY_IN_BAY], first)] == ["RCV-030", "RCV-010"][
        :1
    ]
    for field, value in (("label", "nvl72-001-c01"), ("serial", "SN-TRAY-1"), ("seated", True), ("dry", True)):
        run(site, record_value, ANA, TRAY_IN_BAY, first, field, value)
    place = site.snapshot.cached(layout).place(Scope.TRAY, first)
    assert State(int(site.snapshot.cached(states)[TRAY_IN_BAY][place])) is State.PASSED
    handover = Handover(site.snapshot, TODAY, systems=[system_of(site)])
    (part,) = handover.parts()
    assert (part.rack, part.system, part.name, part.hall) == (None, system_of(site), "nvl72-001", "Hall 1")
    trays = [line for line in part.installed if line.holder == "nvl72-001"]
    assert len(trays) == TRAYS
    assert [(line.name, line.unit, line.serial) for line in trays if line.serial] == [("nvl72-001-c01", "T01", "SN-TRAY-1")]
    assert [(result.target_name, result.state) for result in part.results] == [("nvl72-001-c01", State.PASSED)]
    whole = [part.name for part in Handover(site.snapshot, TODAY).parts()]
    assert whole[0] == ""
    assert whole[-SYSTEMS:] == [f"nvl72-{number:03}" for number in range(1, SYSTEMS + 1)]


def test_a_system_is_handed_out_as_a_rack_is(built: Document) -> None:
    package = package_of(
        built.snapshot, Selection(racks=["nvl72-002"], stages=("rack", "node")), "ab" * 16, built.uid, "Site", "2026-03-01T12:00:00Z"
    )
    rows = [row for row in package.rows if package.scope_of(row.item) is Scope.TRAY]
    assert {row.name.rpartition("-")[0] for row in rows} == {"nvl72-002"}
    assert sum(row.item == TRAY_IN_BAY for row in rows) == TRAYS
    (adapters,) = [row for row in rows if row.item == ADAPTERS and row.name == "nvl72-002-c05"]
    assert (adapters.where, adapters.basis["d.compute_ports"]) == ("nvl72-002 T05", 4)


@pytest.fixture
def earlier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Document, WorkFile]]:
    """A project of an earlier version, which asked a system as one host of 72 GPUs, and a package that it handed out."""
    path = tmp_path / "earlier.gpudesk"
    with monkeypatch.context() as patch, Document.create(path, Clock()) as document:
        patch.setitem(PRODUCERS, (Scope.DEVICE, "has_trays"), lambda _snapshot, ids: np.zeros(len(ids), bool))
        run(document, build, load_template("gb200-nvl72-superpod"))
        run(document, add_person, "Ana")
        run(document, add_person, "Ben")
        first, second = system_of(document), system_of(document, "nvl72-002")
        for item, system in ((FATAL, first), (FATAL, second), (ADAPTERS_OF_HOST, first)):
            run(document, override_hold, ANA, item, system, "Known", "Ben")
        run(document, record_values, ANA, FATAL, first, {"fatal": 0, "log": LOG.sha256}, None, {"log": (LOG,)})
        run(document, record_value, ANA, FATAL, second, "fatal", 2)
        run(document, record_value, ANA, ADAPTERS_OF_HOST, first, "pairs", 71)
        package = handed_out(document, Selection(racks=("nvl72-001",), stages=("node",)))
        filled = opened(package)
        filled.record(BEN, DIAGNOSTICS, first, "failures", 3, strict=False)
    with Document.open(path, clock=Clock()) as document:
        yield document, brought_back(package, filled)


def test_what_an_earlier_version_recorded_of_a_whole_system_still_counts(earlier: tuple[Document, WorkFile]) -> None:
    site, returned = earlier
    systems = [system_of(site, f"nvl72-{number:03}") for number in (1, 2, 3)]
    assert merge(site, returned).added == 1
    found = {item: [state_of(site, item, system) for system in systems] for item in (FATAL, ADAPTERS_OF_HOST, DIAGNOSTICS, "NOD-080")}
    none = State.NOT_APPLICABLE
    assert found == {
        FATAL: [State.PASSED, State.FAILED, none],
        ADAPTERS_OF_HOST: [State.FAILED, none, none],
        DIAGNOSTICS: [State.FAILED, none, none],
        "NOD-080": [none, none, none],
    }
    listed = {
        group.item.key: group.count for group in work_list(site.snapshot, Wanted(Show.ALL, spot=Spot(Scope.DEVICE, systems[0])), TODAY)
    }
    assert (listed[FATAL], listed[DIAGNOSTICS], "NOD-080" in listed) == (1, 1, False)
    again = package_of(site.snapshot, Selection(racks=["nvl72-001"], stages=("node",)), "cd" * 16, site.uid, "Site", "2026-03-02T12:00:00Z")
    assert {row.item for row in again.rows if row.target == systems[0]} >= {FATAL, ADAPTERS_OF_HOST, DIAGNOSTICS}


def test_what_an_earlier_version_recorded_of_a_whole_system_is_corrected_or_withdrawn(earlier: tuple[Document, WorkFile]) -> None:
    site, returned = earlier
    merge(site, returned)
    first, third = system_of(site), system_of(site, "nvl72-003")
    run(site, record_value, ANA, DIAGNOSTICS, first, "failures", 1)
    assert state_of(site, DIAGNOSTICS, first) is State.FAILED
    with pytest.raises(Refused, match="does not apply"):
        run(site, record_value, ANA, DIAGNOSTICS, third, "failures", 0)
    # A need that failed still holds what waits for it; once it is withdrawn, the trays are all that is asked.
    (then,) = [item for item in shipped_checklist().items.values() if item.key == "NOD-080"]
    assert DIAGNOSTICS in {need.item.key for need in unmet_needs(site.snapshot, then, first)}
    for entry in history_of(site.snapshot, DIAGNOSTICS, first)[::-1]:
        run(site, withdraw_entry, ANA, entry.name, "Read of one tray")
    assert DIAGNOSTICS not in {need.item.key for need in unmet_needs(site.snapshot, then, first)}
    assert state_of(site, DIAGNOSTICS, first) is State.NOT_APPLICABLE


def test_an_item_with_trays_is_written_once() -> None:
    first = {
        "key": "AAA-010",
        "scope": "device",
        "title": "One",
        "title_es": "Uno",
        "trays": ["AAA-030"],
        "needs": ["AAA-040"],
        "when": "d.gpus > 0",
    }
    then = {"key": "AAA-020", "scope": "cluster", "needs": ["AAA-010"]}
    on_device = {"key": "AAA-050", "scope": "device", "needs": ["AAA-010"]}
    (body,) = with_trays([{"stage": "x", "items": [first, then, on_device]}])
    assert [(item["key"], item["needs"], item.get("when")) for item in body["items"]] == [
        ("AAA-010", ["AAA-040"], "(d.gpus > 0) and not d.has_trays"),
        ("AAAT-010", ["AAA-040", "AAA-030"], "d.gpus > 0"),
        ("AAA-020", ["AAA-010", "AAAT-010"], None),
        ("AAA-050", ["AAA-010"], None),
    ]
    assert body["items"][1]["title_es"] == "Uno (bandeja)"


def test_the_order_of_trays_is_kept_since_targets_count_by_it(built: Document) -> None:
    # What was recorded names a tray by its place: a new kind of tray comes after those that a type has.
    snapshot = built.snapshot
    kind = snapshot.types[int(snapshot["device"].row(system_of(built))["type_id"])]
    assert [tray.name for tray in kind.trays] == [
        *(f"c{number:02}" for number in range(1, COMPUTE + 1)),
        *(f"nvsw{number}" for number in range(1, NVLINK + 1)),
        *(f"ps{number}" for number in range(1, SHELVES + 1)),
        *(f"tor{number}" for number in range(1, TORS + 1)),
    ]


def test_what_is_recorded_of_trays_elsewhere_comes_back(site: Document) -> None:
    (first,) = trays_called(site.snapshot, "nvl72-002-c01")
    package = handed_out(site, Selection(racks=("nvl72-002",), stages=("rack",)))
    filled = opened(package)
    for field, value in (("label", "nvl72-002-c01"), ("serial", "SN-2"), ("seated", True), ("dry", False)):
        filled.record(BEN, TRAY_IN_BAY, first, field, value)
    merged = merge(site, brought_back(package, filled))
    assert merged.added == 4
    (last, *_) = history_of(site.snapshot, TRAY_IN_BAY, first)[::-1]
    assert (last.scope, last.target, last.target_name, last.verdict) == ("tray", first, "nvl72-002-c01", "failed")
    assert log_faults(site.snapshot) == []
