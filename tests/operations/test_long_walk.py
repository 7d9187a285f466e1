"""Ten thousand edits of one project, with restarts between: what is kept step by step equals what is made anew."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from gpudesk import operations
from gpudesk.checks import check_all, findings_of
from gpudesk.core.errors import DeskError
from gpudesk.core.hardware import Face
from gpudesk.core.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.derived.totals import totals
from gpudesk.project.document import Document
from tests.project.sample import Clock

RACK, SYSTEM, SWITCH, PDU = "generic.rack-48u-600x1200", "nvidia.dgx-h100", "nvidia.qm9700", "generic.pdu-0u-415v-60a"
ROWS, RACKS_A_ROW = 3, 8
STEPS, RESTART_EVERY, TOTALS_EVERY = 10_000, 500, 25


def start_plan() -> Plan:
    """Three rows of eight racks with two systems, a switch and a PDU in each."""
    rows = tuple(PlanRow(0, letter, 1000, 1000 + 4000 * number) for number, letter in enumerate("ABC"))
    racks, devices = [], []
    for number in range(ROWS * RACKS_A_ROW):
        row, place = divmod(number, RACKS_A_ROW)
        racks.append(PlanRack(RACK, 0, f"{rows[row].name}{place:02}", row, 1000 + 600 * place, rows[row].y_mm, phase=1 + row))
        devices += [PlanDevice(SYSTEM, f"dgx-{number}-{unit}", number, position=16 * unit, phase=1 + row) for unit in range(2)]
        devices.append(PlanDevice(SWITCH, f"leaf-{number}", number, position=80, phase=1 + row))
        devices.append(PlanDevice(PDU, f"pdu-{number}", number, position=2, face=Face.REAR, side=0, phase=1 + row))
    return Plan("Walk", (PlanHall("Hall", 30_000, 20_000),), rows, tuple(racks), tuple(devices))


def one_edit(random: Random, document: Document) -> None:
    """One edit, undo or redo; most can be done, some are refused."""
    snapshot = document.snapshot
    devices, racks = snapshot["device"].ids.tolist(), snapshot["rack"].ids.tolist()
    if not racks or not devices or random.random() < 0.25:
        operations.redo(document) if random.random() < 0.4 else operations.undo(document)
        return
    device, other, rack = random.choice(devices), random.choice(devices), random.choice(racks)
    position = 2 * random.randrange(48)
    edits: list[tuple[Any, ...]] = [
        (operations.place_device, random.choice([SYSTEM, SWITCH, PDU]), rack, position, random.choice([0, 1]), random.choice([None, 0, 1])),
        (operations.move_device, device, rack, position),
        (operations.nudge, [device], random.choice([-2, 2])),
        (operations.swap_devices, device, other),
        (operations.flip_devices, [device, other]),
        (operations.take_out, [device]),
        (operations.rename, "device", device, f"name-{random.randrange(30)}"),
        (operations.rename, "rack", rack, f"rack-{random.randrange(60)}"),
        (operations.set_fields, "device", [device, other], {"status": random.randrange(6), "phase": random.randrange(4)}),
        (operations.set_fields, "rack", rack, {"phase": random.randrange(4), "serial": f"S{random.randrange(40)}"}),
        (operations.move_rack, rack, 300 * random.randrange(90), 500 * random.randrange(40), 900 * random.randrange(4)),
        (operations.create_rack, RACK, random.choice(snapshot["rack_row"].ids.tolist())),
        (operations.reserve_units, rack, position, random.randrange(1, 12), random.randrange(3)),
        (operations.delete_objects, "device", sorted({device, other})),
        (operations.delete_objects, random.choice(["rack", "device"]), [rack]),
        (operations.set_site_value, "rack_feet", random.randrange(4, 7)),
    ]
    verb, *arguments = random.choice(edits)
    operations.run(document, verb, *arguments)


@pytest.mark.soak
def test_a_long_walk(tmp_path: Path) -> None:
    random, path = Random(20260301), tmp_path / "walk.gpudesk"
    clock = Clock()
    document = Document.create(path, clock)
    operations.run(document, operations.build, start_plan())
    refused = 0
    for step in range(STEPS):
        before, steps = document.snapshot, document.steps
        try:
            one_edit(random, document)
        except DeskError:
            refused += 1
            assert document.snapshot is before
            assert document.steps == steps
        kept = document.snapshot
        assert kept is before or findings_of(kept) == check_all(document.fresh_snapshot())
        if step % TOTALS_EVERY == 0:
            fresh = document.fresh_snapshot()
            assert kept.equals(fresh)
            assert totals(kept, "project", None) == totals(fresh, "project", None)
        if step % RESTART_EVERY == RESTART_EVERY - 1:
            document.quick_check()
            steps = document.steps
            document.close()
            document = Document.open(path, clock=clock)
            assert document.snapshot.equals(kept)
            assert document.steps == steps
            findings_of(document.snapshot)
    document.close()
    assert refused < STEPS / 2
