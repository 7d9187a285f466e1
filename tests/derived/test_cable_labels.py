"""Labels and places of cables."""

from collections.abc import Iterator, Mapping

import pytest

from gpudesk.core.messages.message import Message
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.derived.cabling.cable_labels import CableChoice, CableLabels
from gpudesk.derived.cabling.work_order import Move, work_order
from gpudesk.derived.checklist.cable_facts import port_a, port_b
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.operations.types.project_types import use_type
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.label_rules import label_rules

RACK = "generic.rack-48u-600x1200"
LINES = ("{near.rack}-{near.u:02}:{near.port}", "{far.rack}-{far.u:02}:{far.port}")


@pytest.fixture
def document() -> Iterator[Document]:
    """Two machines in one rack, eight leaves in another, 16 cables between them."""
    document = Document.scratch()
    plan = Plan(
        "Small",
        halls=(PlanHall("Hall 1"),),
        rows=(PlanRow(0, "A"),),
        racks=(PlanRack(RACK, 0, "A01", row=0), PlanRack(RACK, 0, "A02", row=0, x_mm=600)),
        devices=(
            PlanDevice("nvidia.dgx-h100", "dgx-1", rack=0, position=4),
            PlanDevice("nvidia.dgx-h100", "dgx-2", rack=0, position=24),
            *(PlanDevice("nvidia.qm9700", f"leaf-{number}", rack=1, position=2 * number, role="leaf") for number in range(1, 9)),
        ),
    )
    run(document, build, plan)
    network = run(document, add_network, 0, "Compute", 400, settings={"tiers": 1}).result
    run(document, cable_project, [network])
    yield document
    document.close()


def test_every_end_has_a_label_that_names_itself_first(document: Document) -> None:
    labels = list(CableLabels(document.snapshot, LINES, document.uid))
    assert len(labels) == 2 * 16
    near, far = labels[0], labels[1]
    assert near.cable == far.cable
    assert near.lines == far.lines[::-1]
    assert {label.code for label in labels} == {
        f"GPUDESK:{document.uid.replace('-', '').upper()[:8]}:{cable}:{end}"
        for cable in document.snapshot["cable"].ids.tolist()
        for end in "AB"
    }
    assert labels[0].lines == ("A01-13:OSFP1P1", f"A02-02:{labels[0].lines[1].split(':')[1]}")


def test_what_a_label_says_is_what_is_plugged(document: Document) -> None:
    snapshot = document.snapshot
    cables, devices = snapshot["cable"], snapshot["device"]
    lines = ("{near.device}|{near.port}|{far.device}|{far.port}|{cable}|{network}|{phase}|{near.hall}|{near.row}",)
    for label in CableLabels(snapshot, lines):
        at = cables.position(label.cable)
        said = label.lines[0].split("|")
        for side, words in (("a", said[:2]), ("b", said[2:4])) if label.side == "a" else (("a", said[2:4]), ("b", said[:2])):
            device = devices.position(int(cables[f"{side}_device_id"][at]))
            port = list(snapshot.types[int(devices["type_id"][device])].ports())[int(cables[f"{side}_port"][at])]
            assert words == [devices["name"][device], port.name]
        assert said[4:] == [str(label.cable), "Compute", "1", "Hall 1", "A"]


def test_the_type_of_a_label_is_what_is_ordered(document: Document) -> None:
    kind = run(document, use_type, "nvidia.mfp7e10").result
    first = int(document.snapshot["cable"].ids[0])
    run(document, _changed, {first: {"type_id": kind, "length_mm": 5000}})
    said = {label.cable: label.lines[0] for label in CableLabels(document.snapshot, ("{type}",))}
    assert said[first] == "MFP7E10-N005"


def test_only_what_was_chosen_is_labelled(document: Document) -> None:
    racks = document.snapshot["rack"].ids.tolist()
    run(document, delete_objects, "device", [1])
    assert len(CableLabels(document.snapshot, LINES, which=CableChoice(racks=racks[:1]))) == 16
    assert len(CableLabels(document.snapshot, LINES, which=CableChoice(networks=[99]))) == 0


def test_a_splitter_has_one_label_at_its_joined_end(document: Document) -> None:
    cables = document.snapshot["cable"]
    first, second = cables.ids[:2].tolist()
    joined = {name: int(cables[name][0]) for name in ("b_device_id", "b_port")}
    run(document, _changed, {first: {"assembly": 1}, second: {"assembly": 1, "b_lane": 2, **joined}})
    labels = [label for label in CableLabels(document.snapshot, LINES) if label.cable in (first, second)]
    assert len(labels) == 3
    assert sorted(label.side for label in labels) == ["a", "a", "b"]
    reprinted = list(CableLabels(document.snapshot, LINES, which=CableChoice(cables=[second])))
    shared = next(label for label in labels if label.side == "b")
    assert [label for label in reprinted if label.side == "b"] == [shared], "the plug of both has one label, whichever leg is asked for"
    assert [label.cable for label in reprinted if label.side == "a"] == [second]


def test_labels_of_ports_have_the_port_as_code_that_a_cable_series_takes(document: Document) -> None:
    labels = list(CableLabels(document.snapshot, label_rules().styles["port-strip"].lines, document.uid, of_ports=True))
    ids = document.snapshot["cable"].ids
    planned = {"a": port_a(document.snapshot, ids), "b": port_b(document.snapshot, ids)}
    assert len(labels) == 32
    assert {(label.cable, label.side): label.code for label in labels} == {
        (cable, side): planned[side][row] for row, cable in enumerate(ids.tolist()) for side in "ab"
    }
    assert [label.code for label in labels[:9:8]] == ["dgx-1 OSFP1P1", "dgx-2 OSFP1P1"]
    assert labels[0].lines == ("dgx-1", "OSFP1P1", labels[0].lines[2])


def test_the_styles_that_come_along_are_well_formed(document: Document) -> None:
    for style in label_rules().styles.values():
        labels = list(CableLabels(document.snapshot, style.lines))
        assert all(label.lines[0] for label in labels)
        assert not any({"{", "}"} & set(line) for label in labels for line in label.lines)


def test_cables_laid_anew_as_they_were_are_no_work(document: Document) -> None:
    before = document.snapshot
    run(document, delete_objects, "cable", before["cable"].ids[:4].tolist())
    taken_out = document.snapshot
    assert work_order(before, taken_out).unplug.tolist() == before["cable"].ids[:4].tolist()
    run(document, cable_project)
    assert len(work_order(before, document.snapshot)) == 0
    assert len(work_order(taken_out, document.snapshot).plug) == 4


def test_a_cable_that_keeps_one_end_moves(document: Document) -> None:
    snapshot = document.snapshot
    kind = run(document, use_type, "nvidia.mfp7e10").result
    run(document, _changed, {cable: {"type_id": kind, "length_mm": 5000} for cable in snapshot["cable"].ids.tolist()})
    before = document.snapshot
    cable = int(before["cable"].ids[0])
    free = next(number for number in range(64) if number not in before["cable"]["b_port"].tolist())
    run(document, _changed, {cable: {"b_port": free}})
    order = work_order(before, document.snapshot)
    assert order.moves == (Move(cable, cable, "b", "b"),)
    assert (len(order.unplug), len(order.plug)) == (0, 0)
    run(document, _changed, {cable: {"length_mm": 7000}})
    order = work_order(before, document.snapshot)
    assert (len(order.unplug), len(order.moves), len(order.plug)) == (1, 0, 1)


def _changed(edit: Edit, rows: Mapping[int, Mapping[str, int]]) -> None:
    for cable, values in rows.items():
        edit.update("cable", cable, **values)
    edit.title = Message("test", "Change cables")
