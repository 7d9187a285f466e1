"""What is absent is one line for each hall and domain, until the project says that it does not plan it."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import advance, check_all, findings_of
from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.checks.findings.finding import Finding, Severity
from gpudesk.checks.findings.findings import Findings
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import Message, Quantity
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.core.plan.plan_domains import Domain
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.derived.fabric.network_joins import JUDGED, network_joins
from gpudesk.derived.templates.template_plan import Taken, template_plan, whole_project
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build, insert_plan
from gpudesk.operations.power.power_nodes import delete_from_power
from gpudesk.operations.project.plan_scope_operations import set_outside_plan, set_redundant_role
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import redo, run, undo
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.redundant_roles import redundant_roles
from gpudesk.project.snapshot import Snapshot
from tests.checks.absent_cases import tree_of
from tests.checks.fabric_site import DEVICES, Fabric
from tests.checks.site import Site

RACK = "generic.rack-48u-600x1200"
DGX = "nvidia.dgx-b200"


@pytest.fixture(scope="module")
def forty() -> Iterator[Document]:
    """40 DGX B200 in ten racks of one hall, and nothing else."""
    racks = tuple(PlanRack(RACK, 0, f"A{number:02}", x_mm=600 * number, y_mm=2000) for number in range(10))
    devices = tuple(
        PlanDevice(DGX, f"dgx-{number:02}", rack=number // 4, position=20 * (number % 4), role="compute") for number in range(40)
    )
    with Document.scratch() as document:
        run(document, build, Plan("Forty", (PlanHall("Hall", width_mm=12_000, depth_mm=8_000),), racks=racks, devices=devices))
        yield document


def absent(document: Document) -> dict[str, Finding]:
    found = [finding for finding in findings_of(document.snapshot) if finding.rule.startswith("absent.")]
    assert list(findings_of(document.snapshot)) == list(check_all(document.fresh_snapshot()))
    assert len({finding.rule for finding in found}) == len(found)
    return {finding.rule.removeprefix("absent."): finding for finding in found}


def test_forty_systems_without_anything_are_a_line_for_each_domain(forty: Document) -> None:
    found = absent(forty)
    assert set(found) == {"power", "cooling", "compute", "storage", "in_band", "out_of_band", "head_node"}
    assert {finding.severity for finding in found.values()} == {Severity.ERROR}
    assert found["power"].message.plain() == ("No power is planned in Hall: 40 devices have no feed, 572 kW: dgx-00, dgx-01, dgx-02 ….")
    assert found["cooling"].message.plain() == ("No cooling is planned in Hall: 40 devices emit 572 kW of heat: dgx-00, dgx-01, dgx-02 ….")
    assert found["power"].found == 40


def test_one_system_without_a_cord_does_not_make_the_hall_one_without_power() -> None:
    with Document.scratch() as document:
        run(document, build, load_template("one-rack"))
        assert "power" not in absent(document)
        cords, devices = document.snapshot["power_cord"], document.snapshot["device"]
        system = int(devices.ids[devices["name"].tolist().index("dgx-001")])
        run(document, delete_objects, "power_cord", cords.where("device_id", system).tolist())
        assert absent(document)["power"].message.plain() == "Devices without a feed in Hall 1: 1, 10.2 kW: dgx-001."


def test_what_is_not_in_the_plan_is_not_asked_for_until_it_is_again(forty: Document) -> None:
    whole = set(absent(forty))
    run(forty, set_outside_plan, "power", "Power comes with the building.")
    assert set(absent(forty)) == whole - {"power"}
    (note,) = [finding for finding in findings_of(forty.snapshot) if finding.rule == "plan.outside"]
    assert (note.severity, note.message.plain()) == (Severity.INFO, "Power is out of scope: Power comes with the building.")
    # A decision is no fault: no fix takes it back.
    assert note.fix is None
    undo(forty)
    assert set(absent(forty)) == whole
    redo(forty)
    assert set(absent(forty)) == whole - {"power"}
    run(forty, set_outside_plan, "power", None)
    assert set(absent(forty)) == whole


def test_a_compute_network_is_asked_for_from_the_second_system_on_in_whatever_hall_it_is() -> None:
    site = Site()
    fabric, other = Fabric(site), site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000)
    fabric.add("node")
    found = check_all(site.snapshot)
    assert not list(found.of_rule("absent.compute"))

    def stepped() -> Findings:
        assert site.applied
        return advance(site.applied.before, found, site.snapshot, site.applied.changes)

    kind, rack = fabric.kind(DEVICES["node"]), site.rack(hall_id=other)
    found = check_all(site.snapshot)
    second = site.device(rack, 1, type_id=kind)
    found = stepped()
    assert len(list(found.of_rule("absent.compute"))) == 2
    site.delete("device", second)
    assert not list(stepped().of_rule("absent.compute"))


def test_switches_of_another_hall_are_to_be_managed_once_no_system_with_a_management_port_is_left() -> None:
    site = Site()
    fabric, other = Fabric(site), site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000)
    node = fabric.add("node")
    for _ in range(2):
        fabric.add("two-planes")
    switch = site.device(site.rack(hall_id=other), 1, type_id=fabric.kind(DEVICES["managed"]))
    findings = check_all(site.snapshot)

    def lacking() -> list[str]:
        nonlocal findings
        assert site.applied
        findings = advance(site.applied.before, findings, site.snapshot, site.applied.changes)
        assert findings == check_all(Snapshot(0, site.snapshot.tables))
        return [finding.place.label for finding in findings.of_rule("absent.out_of_band")]

    (first,) = findings.of_rule("absent.out_of_band")
    assert first.place.label != "Other"
    site.delete("device", node)
    assert lacking() == ["Other"]
    fabric.add("node")
    assert lacking() == [first.place.label]
    site.delete("device", switch)
    assert lacking() == [first.place.label]


def test_uplinks_are_counted_from_edit_to_edit_whatever_the_network_of_the_cable() -> None:
    site = Site()
    fabric = Fabric(site)
    access, core = fabric.add("ethernet", role="out-of-band"), fabric.add("ethernet", role="in-band")
    network = site.insert("network", kind=2, name="In-band", rate_gbps=100)
    findings = check_all(site.snapshot)
    site.snapshot.cached(network_joins)

    def counts() -> tuple[int, int]:
        nonlocal findings
        assert site.applied
        findings = advance(site.applied.before, findings, site.snapshot, site.applied.changes)
        carried = site.snapshot.known(network_joins)
        whole = Snapshot(site.snapshot.revision, site.snapshot.tables).cached(network_joins)
        assert carried
        assert carried is not whole
        assert np.array_equal(carried.cables, whole.cables)
        assert np.array_equal(carried.upward, whole.upward)
        return int(carried.upward[access]), int(carried.cables[JUDGED.index(NetworkKind.IN_BAND)][access])

    cable = fabric.lay((access, 0), (core, 0))
    assert counts() == (1, 0)
    site.update("cable", cable, network_id=network)
    assert counts() == (1, 1)
    site.update("cable", cable, network_id=None)
    assert counts() == (1, 0)
    site.delete("cable", cable)
    assert counts() == (0, 0)


def test_a_cord_says_what_is_known_of_its_length() -> None:
    site = Site()
    hall = site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000)
    near, far, other = site.rack(), site.rack(x_mm=10_000), site.rack(hall_id=hall)
    cases = ((far, None), (other, None), (other, 1200), (near, 500))
    for number, (rack, length_mm) in enumerate(cases):
        system, strip = site.device(near, 1 + 9 * number, "pair"), site.strip(rack, site.feed())
        site.insert(
            "power_cord", device_id=system, port=0, from_device_id=strip, from_port=1, type_id=site.use("large"), length_mm=length_mm
        )
    found = list(check_all(site.snapshot).of_rule("power.cord_reach"))
    far_text = (
        "The length of a cord of pair-1 is unknown; reaching its outlet on strip-2 requires 10,400 mm, and the longest cord is 3,000 mm."
    )
    assert [(finding.found, finding.required, finding.message.plain()) for finding in found] == [
        (None, Quantity(10400.0, "mm"), far_text),
        (None, None, "A cord of pair-3 is connected to an outlet on strip-4, which is in another hall."),
        (None, None, "A cord of pair-5 is connected to an outlet on strip-6, which is in another hall."),
        (
            Quantity(500.0, "mm"),
            Quantity(1610.0, "mm"),
            "A cord of pair-7 is 500 mm long; reaching its outlet on strip-8 requires 1,610 mm.",
        ),
    ]


def test_of_a_pair_the_missing_one_is_named_unless_another_device_has_its_name() -> None:
    with Document.scratch() as document:
        run(document, build, load_template("gb200-nvl72-superpod"))
        assert absent(document) == {}
        devices = document.snapshot["device"]
        pair = [int(device) for device in devices.where("role", "fabric management")]
        run(document, delete_objects, "device", pair[1:])
        lone = absent(document)["partner"]
        assert (lone.severity, lone.found, lone.required) == (Severity.WARNING, 1, 2)
        assert lone.message.plain() == "ufm-2 is missing from the 2 devices with the role fabric management: there is no standby for ufm-1."
        run(document, rename, "device", int(devices.where("role", "leaf")[0]), "ufm-2")
        assert absent(document)["partner"].message.plain() == (
            "Of 2 devices with the role fabric management, only 1 is planned: there is no standby for ufm-1."
        )
        run(document, delete_objects, "device", pair[:1])
        assert set(absent(document)) == {"subnet_manager"}


@pytest.mark.parametrize(
    ("names", "required", "message"),
    [
        (
            ("broker-1", "broker-2", "broker-3"),
            4,
            "Only 3 of the 4 required devices with the role broker are planned: broker-4 is missing.",
        ),
        (("a", "b", "c", "d"), 5, "Only 4 of the 5 required devices with the role broker are planned: a, b, c …."),
        (
            ("broker-1",),
            1000,
            "broker-2, broker-3, broker-4 … are missing from the 1000 devices with the role broker: there is no standby for broker-1.",
        ),
        (("dc1-ufm",), 2, "Of 2 devices with the role broker, only 1 is planned: there is no standby for dc1-ufm."),
    ],
)
def test_fewer_devices_than_a_role_requires(names: tuple[str, ...], required: int, message: str) -> None:
    """Of several, some may stand by for each other; of many that are missing, the first are named."""
    with Document.scratch() as document:
        run(document, build, replace(load_template("gb200-nvl72-superpod"), redundant={"broker": required}))
        brokers = document.snapshot["device"].where("role", "out-of-band")[: len(names)].tolist()

        def step(edit: Edit) -> None:
            for device, name in zip(brokers, names, strict=True):
                edit.update("device", device, name=name, role="broker")
            edit.title = Message("tests", "Brokers", {})

        run(document, step)
        partner = absent(document)["partner"]
        assert (partner.found, partner.required, partner.message.plain()) == (len(names), required, message)


def test_a_required_role_is_reported_until_it_has_all_devices() -> None:
    """With none, one and both, each time by an edit, and in a project without networks."""
    with Document.scratch() as document:
        run(document, build, load_template("gb200-nvl72-superpod"))
        switches = document.snapshot["device"].where("role", "out-of-band")[:2].tolist()
        run(document, set_redundant_role, "broker", 2)
        assert absent(document)["partner"].message.plain() == "None of the 2 required devices with the role broker is planned."
        run(document, set_fields, "device", switches[:1], {"role": "broker"})
        assert absent(document)["partner"].message.plain().startswith("Of 2 devices with the role broker, only 1 is planned")
        run(document, set_fields, "device", switches[1:], {"role": "broker"})
        assert "partner" not in absent(document)
        run(document, set_fields, "device", switches, {"role": "out-of-band"})
        run(document, delete_objects, "network", document.snapshot["network"].ids.tolist())
        partners = [finding.message.plain() for finding in findings_of(document.snapshot) if finding.rule == "absent.partner"]
        assert "None of the 2 required devices with the role broker is planned." in partners
        assert list(findings_of(document.snapshot)) == list(check_all(document.fresh_snapshot()))


def test_a_power_chain_without_its_source_is_one_line() -> None:
    with Document.scratch() as document:
        run(document, build, load_template("one-rack"))
        nodes = document.snapshot["power_node"]
        (source,) = nodes.where("kind", int(PowerNodeKind.SOURCE)).tolist()
        below = [str(nodes.row(node)["name"]) for node in nodes.where("fed_by_id", source).tolist()]
        run(document, delete_from_power, [source])
        lacking = absent(document)["source"]
        assert (lacking.severity, lacking.found) == (Severity.ERROR, len(below))
        assert all(name in lacking.message.plain() for name in below)
        run(document, set_outside_plan, "power", "The building feeds the panels.")
        assert "source" not in absent(document)


def test_components_without_a_hall_are_a_group_of_their_own() -> None:
    """Two findings, one of them without a hall: their heading does not count two halls."""
    with Document.scratch() as document:
        run(document, build, load_template("one-rack"))

        def step(edit: Edit) -> None:
            hall = int(edit.columns("hall").ids[0])
            for name, hall_id in (("UPS-1", hall), ("UPS-2", None), ("UPS-3", None)):
                edit.insert("power_node", kind=int(PowerNodeKind.UPS), name=name, hall_id=hall_id, voltage_v=415)
            edit.title = Message("tests", "UPS units", {})

        run(document, step)
        lacking = [finding for finding in findings_of(document.snapshot) if finding.rule == "absent.source"]
        hall = str(document.snapshot["hall"]["name"][0])
        assert sorted(finding.message.plain() for finding in lacking) == [
            f"1 power component in {hall} has no source: UPS-1.",
            "2 power components without a hall have no source: UPS-2, UPS-3.",
        ]
        assert ALL_RULES["absent.source"].many.format(count=len(lacking)) == "2 groups of power components have no source"


def test_excluded_domains_are_sentences() -> None:
    with Document.scratch() as document:
        for domain in Domain:
            run(document, set_outside_plan, domain, "Others plan it")
        texts = [finding.message.plain() for finding in findings_of(document.snapshot) if finding.rule == "plan.outside"]
    assert sorted(texts) == [
        f"{subject} is out of scope: Others plan it."
        for subject in (
            "Cooling",
            "Power",
            "The compute network",
            "The head node",
            "The in-band network",
            "The out-of-band network",
            "The storage network",
            "The storage target",
            "The subnet manager",
        )
    ]


def test_a_project_created_from_a_saved_template_requires_the_same_redundant_roles() -> None:
    with Document.scratch() as document:
        run(document, build, load_template("gb200-nvl72-superpod"))
        plan = plan_from_plain(template_plan(document.snapshot, whole_project(document.snapshot), Taken(), "Mine").to_plain())
    with Document.scratch() as other:
        run(other, build, plan)
        assert other.snapshot.cached(redundant_roles) == {"fabric management": 2}
        run(other, insert_plan, Plan("Less", redundant={"fabric management": 3, "broker": 2}))
        run(other, insert_plan, Plan("Least", redundant={"fabric management": 2}))
        assert other.snapshot.cached(redundant_roles) == {"broker": 2, "fabric management": 3}


def test_missing_spines_are_not_named_as_a_leaf_is() -> None:
    """Leaves and spines count through one series of names."""
    site = Site()
    tree_of(site, 4, 1)
    devices = site.snapshot["device"]
    for place, number in zip(devices.where("role", "spine").tolist() + devices.where("role", "leaf").tolist(), range(1, 6), strict=True):
        site.update("device", place, name=f"sw-{number}")
    [finding] = check_all(site.snapshot).of_rule("absent.switches")
    assert finding.message.plain() == "Compute requires 2 switches with the role spine, but only 1 is planned."


def test_missing_spines_are_named_after_the_switches_of_the_role_only() -> None:
    site = Site()
    tree_of(site, 4, 1).add("manager", role="spine", name="ufm")
    [finding] = check_all(site.snapshot).of_rule("absent.switches")
    assert finding.message.plain() == "spine-2 is missing from the 2 switches with the role spine that Compute requires."
    assert (finding.found, finding.required) == (1, 2)


def test_a_missing_leaf_is_named_with_its_rail_as_long_as_the_names_are_a_series() -> None:
    """Each time by an edit: `absent` compares the result with a whole run."""
    with Document.scratch() as document:
        run(document, build, load_template("dgx-h100-superpod", {"su": 1}))
        assert absent(document) == {}
        leaves = document.snapshot["device"].where("role", "leaf").tolist()
        run(document, delete_objects, "device", [leaves[2]])
        lacking = absent(document)["leaves"]
        assert (lacking.severity, lacking.found, lacking.required) == (Severity.ERROR, 7, 8)
        assert lacking.message.plain() == (
            "leaf-03 is missing from the 8 switches with the role leaf that Compute requires in Hall 1: 31 of 248 node ports, on rail 2, "
            "have no switch."
        )
        unnamed = (
            "Compute requires 8 switches with the role leaf in Hall 1, but only 7 are planned: 31 nodes have 248 ports, and each switch "
            "connects 1 of 8 rails of up to 32 nodes."
        )
        other = int(document.snapshot["device"].where("role", "spine")[0])
        run(document, rename, "device", other, "leaf-03")
        assert absent(document)["leaves"].message.plain() == unnamed
        undo(document)
        run(document, rename, "device", leaves[0], "left")
        assert absent(document)["leaves"].message.plain() == unnamed
        run(document, delete_objects, "device", document.snapshot["device"].where("role", "leaf").tolist())
        assert absent(document)["leaves"].message.plain() == (
            "Compute requires switches with the role leaf in Hall 1, but none is planned: 31 nodes have 248 ports."
        )
        run(document, set_outside_plan, "compute", "Others plan it.")
        assert "leaves" not in absent(document)
