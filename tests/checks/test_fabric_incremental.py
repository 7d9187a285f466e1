"""After edits of cables, panels, parts and networks, the findings carried over equal those of a whole run."""

import json
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import advance, check_all, findings_of
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.findings import Findings
from gpudesk.checks.rules.absent.absent_switches import short_tiers
from gpudesk.derived.networks.network_nodes import holders, with_role
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run
from gpudesk.project.document import Applied, Document
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from tests.checks.absent_cases import tree_of
from tests.checks.fabric_site import DEVICES, Fabric
from tests.checks.site import Site
from tests.core import link_parts as made
from tests.examples import examples

Draw = Callable[[st.SearchStrategy[Any]], Any]
CORDS = (
    None,
    made.cord(),
    made.cord("OM3"),
    made.cord(polarity="A"),
    made.cord(gender="male"),
    made.copper(),
    made.splitter(),
    made.duplex("A-B"),
)
MODULES = (None, made.sr4(), made.sr4("flat"), made.dr4())
LENGTHS = (None, 2_000, 45_000, 90_000)
FABRIC_RULES = tuple(key for key in ALL_RULES if key.startswith(("link.", "fabric.", "absent.switches")))


def _fabric(site: Site) -> tuple[Fabric, list[int]]:
    """Two nodes and two leaves, two panels between them, and a network."""
    fabric = Fabric(site)
    devices = [fabric.add(key) for key in ("node", "node", "leaf", "leaf", "fibre-panel", "fibre-panel")]
    for part in (*CORDS, *MODULES):
        fabric.part(part)
    network = site.insert("network", kind=0, name="Compute", rate_gbps=400)
    fabric.lay((devices[0], 0), (devices[4], 0), made.cord(), (made.sr4("flat"), None), network_id=network)
    fabric.trunk((devices[4], 8), (devices[5], 8), network_id=network)
    fabric.lay((devices[2], 0), (devices[5], 0), made.cord(), (made.sr4(), None), network_id=network)
    fabric.link((devices[1], 0), (devices[3], 0), network_id=network)
    return fabric, devices


def _lay(draw: Draw, fabric: Fabric, devices: list[int]) -> None:
    near, far = ((draw(st.sampled_from(devices)), draw(st.sampled_from([0, 1, 2, 8, 9]))) for _ in range(2))
    for side, (device, port) in (("a", near), ("b", far)):
        table = fabric.site.snapshot["cable"]
        if ((table[f"{side}_device_id"] == device) & (table[f"{side}_port"] == port)).any():
            return
    modules = draw(st.sampled_from(MODULES)), draw(st.sampled_from(MODULES))
    network = draw(st.sampled_from([None, *fabric.site.snapshot["network"].ids.tolist()]))
    fabric.lay(near, far, draw(st.sampled_from(CORDS)), modules, draw(st.sampled_from(LENGTHS)), network_id=network)


def _change(draw: Draw, fabric: Fabric, devices: list[int]) -> None:
    cables = fabric.site.snapshot["cable"].ids.tolist()
    if not cables:
        return
    values = {
        "type_id": fabric.part(draw(st.sampled_from(CORDS))),
        "a_module_id": fabric.part(draw(st.sampled_from(MODULES))),
        "b_module_id": fabric.part(draw(st.sampled_from(MODULES))),
        "length_mm": draw(st.sampled_from(LENGTHS)),
        "lanes": draw(st.sampled_from([0, 2, 4])),
        "assembly": draw(st.sampled_from([None, 1])),
        "network_id": None,
    }
    name = draw(st.sampled_from(sorted(values)))
    fabric.site.update("cable", draw(st.sampled_from(cables)), **{name: values[name]})


def _pull(draw: Draw, fabric: Fabric, devices: list[int]) -> None:
    cables = fabric.site.snapshot["cable"].ids.tolist()
    if cables:
        fabric.site.delete("cable", draw(st.sampled_from(cables)))


def _network(draw: Draw, fabric: Fabric, devices: list[int]) -> None:
    networks = fabric.site.snapshot["network"].ids.tolist()
    if draw(st.booleans()):
        values: list[dict[str, Any]] = [{"rate_gbps": 200}, {"rate_gbps": 800}, {"kind": 1}, {"kind": 0}, {"leaf_up": 1, "leaf_down": 3}]
        fabric.site.update("network", networks[0], **draw(st.sampled_from(values)))
    else:
        place = fabric.site.snapshot["network_stage"].rows
        rate = draw(st.sampled_from([None, 100, 800]))
        lower, upper = draw(st.sampled_from([("", "leaf"), ("compute", "leaf"), ("leaf", "leaf"), ("leaf", "spine")]))
        links = draw(st.sampled_from([None, 1, 2]))
        fabric.site.insert("network_stage", network_id=networks[0], place=place, lower=lower, upper=upper, rate_gbps=rate, links=links)


def _device(draw: Draw, fabric: Fabric, devices: list[int]) -> None:
    device = draw(st.sampled_from(devices))
    kinds = [kind for key, kind in fabric.site.types.items() if key in ("node", "leaf", "fibre-panel")]
    changes: list[dict[str, Any]] = [
        {"role": draw(st.sampled_from(["", "leaf", "spine", "core", "compute", "storage leaf"]))},
        {"name": draw(st.sampled_from(["", "x", "y"]))},
        {"type_id": draw(st.sampled_from(kinds))},
    ]
    fabric.site.update("device", device, **draw(st.sampled_from(changes)))


def _new_device(draw: Draw, fabric: Fabric, devices: list[int]) -> None:
    devices.append(fabric.add(draw(st.sampled_from(["node", "leaf", "fibre-panel"])), role=draw(st.sampled_from(["", "leaf"]))))


def _part(draw: Draw, fabric: Fabric, devices: list[int]) -> None:
    """A part in use becomes another one."""
    part, other = draw(st.sampled_from([CORDS[1:], MODULES[1:]])), draw(st.sampled_from([*CORDS[1:], *MODULES[1:]]))
    mine = draw(st.sampled_from(part))
    assert mine is not None
    assert other is not None
    row = fabric.part(mine)
    assert row is not None
    fabric.site.update("catalog_item", row, body=json.dumps({**other.body, "key": mine.key}))


def _site(draw: Draw, fabric: Fabric, devices: list[int]) -> None:
    key, value = draw(st.sampled_from([("fire_class", "Cca"), ("fire_class", ""), ("multi_mode_link_max_m", 30), ("mpo_mating_db", 0.9)]))
    fabric.site.set(key, value)


ACTIONS = (_lay, _lay, _change, _change, _change, _pull, _network, _device, _new_device, _part, _site)


def _seen(findings: Findings) -> dict[str, tuple[object, ...]]:
    return {
        each.key: (each.message.plain(), str(each.found), str(each.required), each.place, frozenset(each.scopes), each.fix)
        for key in FABRIC_RULES
        for each in findings.of_rule(key)
    }


def test_a_second_switch_of_a_role_is_judged_everywhere() -> None:
    site = Site()
    fabric = Fabric(site)
    node, leaf = fabric.add("node"), fabric.add("leaf", role="storage leaf")
    network = site.insert("network", kind=1, name="Storage", rate_gbps=400)
    for port in (4, 5):
        fabric.link((node, port), (leaf, port), network_id=network)
    before, findings = site.snapshot, check_all(site.snapshot)
    assert not len(findings.of_rule("fabric.single_switch"))
    fabric.add("leaf", role="storage leaf")
    assert site.applied is not None
    following = advance(before, findings, site.snapshot, site.applied.changes)
    assert len(following.of_rule("fabric.single_switch")) == 1
    assert _seen(following) == _seen(check_all(Snapshot(0, site.snapshot.tables)))


def test_a_new_fact_of_a_cord_is_judged_wherever_it_lies() -> None:
    site = Site()
    fabric, _ = _fabric(site)
    before, findings = site.snapshot, check_all(site.snapshot)
    cord = fabric.part(made.cord())
    assert cord is not None
    site.update("catalog_item", cord, body=json.dumps({**made.cord(polarity="A").body, "key": made.cord().key}))
    assert site.applied is not None
    following = advance(before, findings, site.snapshot, site.applied.changes)
    assert len(following.of_rule("link.polarity")) != len(findings.of_rule("link.polarity"))
    assert _seen(following) == _seen(check_all(Snapshot(0, site.snapshot.tables)))


def _carried(site: Site, edit: Callable[[], object], rule: str) -> tuple[list[str], list[str]]:
    """The findings of a rule before and after an edit; those after it equal those of a whole run."""
    before, findings = site.snapshot, check_all(site.snapshot)
    edit()
    assert site.applied is not None
    following = advance(before, findings, site.snapshot, site.applied.changes)
    assert _seen(following) == _seen(check_all(Snapshot(0, site.snapshot.tables)))
    return tuple([finding.message.plain() for finding in each.of_rule(rule)] for each in (findings, following))  # type: ignore[return-value]


def _of_role(site: Site, role: str) -> list[int]:
    return list(site.snapshot["device"].where("role", role).tolist())


def test_a_switch_that_moves_from_one_tier_to_another_is_missed_in_the_first() -> None:
    site = Site()
    tree_of(site, 4, 8, cores=4, tiers=3)
    core = _of_role(site, "core")[3]
    before, after = _carried(site, lambda: site.update("device", core, role="spine"), "absent.switches")
    assert before == []
    # Its name is still in use, so it is not named as missing.
    assert after == ["Compute requires 4 switches with the role core, but only 3 are planned."]


def test_a_tier_that_gets_the_role_of_another_is_counted_there() -> None:
    site = Site()
    tree_of(site, 4, 1, cores=1)
    core = _of_role(site, "core")[0]
    before, after = _carried(site, lambda: site.update("device", core, role="spine"), "absent.switches")
    assert before == ["spine-2 is missing from the 2 switches with the role spine that Compute requires."]
    assert after == []
    before, after = _carried(site, lambda: site.update("device", core, role="core"), "absent.switches")
    assert before == []
    assert after == ["spine-2 is missing from the 2 switches with the role spine that Compute requires."]


def test_nodes_that_a_stage_takes_over_are_not_counted_for_the_tree() -> None:
    site = Site()
    fabric = tree_of(site, 4, 1, nodes=0)
    site.insert("network_stage", network_id=1, place=0, lower="storage", upper="leaf")
    node = fabric.add("node", role="storage")
    before, after = _carried(site, lambda: site.update("device", node, role="compute"), "absent.switches")
    assert before == []
    assert after == ["spine-2 is missing from the 2 switches with the role spine that Compute requires."]


def test_nodes_of_two_types_that_change_places_are_counted_in_their_halls() -> None:
    """Only one of the types has ports of the network: its nodes need one unit in each hall that has one."""
    site = Site()
    fabric = tree_of(site, 8, 16, nodes=0, by_hall=1)
    other = site.rack(hall_id=site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000))
    node, kinds = fabric.kind(DEVICES["node"]), (fabric.kind(DEVICES["node"]), fabric.kind(DEVICES["two-bmcs"]))
    fabric.add("node")
    moving = [site.device(other if kind == node else None, 1, type_id=kind, hall_id=None if kind == node else site.hall) for kind in kinds]

    def swap() -> None:
        def write(edit: Edit) -> None:
            for device, kind in zip(moving, kinds[::-1], strict=True):
                edit.update("device", device, type_id=kind)

        site.step(write)

    before, after = _carried(site, swap, "absent.switches")
    assert before == ["Compute requires 8 switches with the role core, but none is planned."]
    assert after == []


def test_the_finding_of_a_pair_moves_to_the_second_switch_with_the_links_of_the_first() -> None:
    """The edit touches only the first and the third switch, and decides on the second."""
    site = Site()
    fabric = Fabric(site)
    network = site.insert("network", kind=2, name="In-band", rate_gbps=100)
    site.insert("network_stage", network_id=network, place=0, lower="in-band", upper="in-band", links=2)
    one, two, three, four = (fabric.add("ethernet", role="in-band", name=f"sw-{number}") for number in range(1, 5))
    for port, (near, far) in enumerate([(one, two), (one, three), (three, four), (three, four)]):
        fabric.lay((near, port), (far, port), network_id=network)
    before, after = _carried(site, lambda: fabric.lay((one, 5), (three, 5), network_id=network), "fabric.stage_links")
    assert before == ["sw-1 has 1 of 2 links to one in-band switch in In-band: it is connected to sw-2, sw-3."]
    assert after == ["sw-2 has 1 of 2 links to sw-1 in In-band."]
    last = int(site.snapshot["cable"].ids[-1])
    assert _carried(site, lambda: site.delete("cable", last), "fabric.stage_links") == (after, before)


@examples(30, least=10)
@given(st.data())
def test_findings_of_fabrics_are_carried_over(data: st.DataObject) -> None:
    site = Site()
    fabric, devices = _fabric(site)
    before = site.snapshot
    findings = check_all(before)

    def compare(applied: Applied | None) -> None:
        nonlocal findings, before
        if applied is None or applied.snapshot is before:
            return
        findings, before = advance(before, findings, site.snapshot, applied.changes), site.snapshot
        assert _seen(findings) == _seen(check_all(Snapshot(before.revision, before.tables)))

    for _ in range(data.draw(st.integers(1, 6))):
        data.draw(st.sampled_from(ACTIONS))(data.draw, fabric, devices)
        compare(site.applied)
    compare(site.document.undo())
    site.document.close()


def test_tiers_are_counted_again_only_for_nodes_and_switches() -> None:
    with Document.scratch() as document:
        run(document, build, load_template("hgx-pod", {"cooling": "none"}))
        spine = int(document.snapshot["device"].ids[with_role(document.snapshot, "spine")][-1])
        rack = int(document.snapshot["rack"].ids[0])
        run(document, delete_objects, "device", [spine])
        findings_of(document.snapshot)
        short = document.snapshot.cached(short_tiers)
        assert [tier.role for _, tier in short] == ["spine"]
        run(document, place_device, "generic.server-1u", rack, 80)
        # The type came with it; the second one only adds a device.
        short = document.snapshot.cached(short_tiers)
        server = run(document, place_device, "generic.server-1u", rack, 84).result
        assert document.snapshot.known(short_tiers) is short
        run(document, delete_objects, "device", [server])
        assert document.snapshot.known(short_tiers) is short
        for places in (with_role(document.snapshot, "leaf"), holders(document.snapshot)):
            run(document, delete_objects, "device", [int(document.snapshot["device"].ids[places[0]])])
            fresh = Snapshot(document.snapshot.revision, document.snapshot.tables)
            assert document.snapshot.cached(short_tiers) == short_tiers(fresh)
            assert document.snapshot.cached(short_tiers) is not short
            assert findings_of(document.snapshot) == check_all(fresh)


def test_a_renamed_switch_changes_which_switches_a_stage_pairs() -> None:
    """The stage pairs the first two by name: with the third renamed to the first place, its partner is another one."""
    site = Site()
    fabric = Fabric(site)
    network = site.insert("network", kind=2, name="In-band", rate_gbps=100)
    site.insert("network_stage", network_id=network, place=0, lower="in-band", upper="in-band", links=1, switches="1-2")
    one, other, third = (fabric.add("ethernet", role="in-band", name=name) for name in ("core-a", "core-b", "left"))
    fabric.lay((one, 0), (other, 0), network_id=network)
    fabric.lay((third, 0), (fabric.add("node"), 4), network_id=network)
    findings = check_all(site.snapshot)
    assert not list(findings.of_rule("fabric.selected_links"))

    def stepped() -> set[str]:
        nonlocal findings
        assert site.applied
        findings = advance(site.applied.before, findings, site.snapshot, site.applied.changes)
        assert list(findings) == list(check_all(Snapshot(site.snapshot.revision, site.snapshot.tables)))
        return {finding.message.plain() for finding in findings.of_rule("fabric.selected_links")}

    site.update("device", third, name="a-first")
    wrong = "core-a has 0 of 1 link to the in-band switch that a stage pairs it with in In-band: it is connected to core-b."
    assert stepped() == {wrong, "a-first has 0 of 1 link to in-band switches in In-band."}
    site.update("device", third, name="right")
    assert stepped() == set()
