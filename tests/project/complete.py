"""A small project in which no table is empty: three racks, cabled, with power, cooling, pathways, a workload and settings of every kind."""

import json
import struct
from functools import lru_cache
from hashlib import sha256

from gpudesk import operations
from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine import findings_of
from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.checklist.entries import EntryKind, Recorder
from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import Message
from gpudesk.core.plan.plan import Plan
from gpudesk.operations.log_entries import append_entry
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.sizing.asked import Asked, asked_text
from tests.operations.onsite_choices import OWN
from tests.operations.work_packages import PACKAGE_ID, same_package
from tests.project.sample import Clock

MODEL = "meta-llama/Meta-Llama-3.1-8B"
_PICTURE = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 400, 300) + b"\x08\x02\0\0\0"


@lru_cache(maxsize=1)
def _plan() -> Plan:
    return load_template("dgx-basepod")


def note_as_handed_out(edit: Edit, by: Recorder) -> None:
    """Note a work package that is the same for every project, so that it can be merged into any."""
    value = {"package": PACKAGE_ID, "sha256": sha256(same_package()).hexdigest()}
    append_entry(edit, by, EntryKind.PACKAGE, value=json.dumps(value))
    edit.title = Message("test", "A work package")


def complete() -> Document:
    """The project, in memory; whoever asked closes it."""
    document = Document.scratch(Clock())
    operations.run(document, operations.build, _plan())
    operations.run(document, operations.cable_project)
    tables = document.snapshot
    hall, rack = int(tables["hall"].ids[0]), int(tables["rack"].ids[0])
    operations.run(document, operations.name_phase, 1, "First")
    operations.run(document, operations.reserve_units, rack, 78, 4, 0, "spare")
    operations.run(document, operations.set_site_value, "altitude_m", 650)
    operations.run(document, operations.set_baseline_value, "compute", "driver", "580.82")
    operations.run(document, operations.set_severity, "power.idle_feed", "warning")
    operations.run(document, operations.set_setting, "power_name", "average")
    operations.run(document, operations.add_remark, "rack", rack, "Door replaced.")
    operations.run(document, operations.add_floor_item, hall, FloorItemKind.COLUMN, 9000, 500, 400, 400)
    operations.run(document, operations.add_underlay, hall, _PICTURE)
    operations.run(document, operations.add_workload, "Chat", "serve", asked_text(Asked(MODEL, concurrency=4)))
    _add_work_on_site(document)
    _add_what_is_unfinished(document)
    operations.run(document, operations.exclude_finding, next(iter(findings_of(document.snapshot))).key, "accepted")
    return document


def _add_work_on_site(document: Document) -> None:
    """Two people, an item that passed, one that waits for its second signature, one of the project's own, and
    a deviation that waits for a decision."""
    operations.run(document, operations.set_site_value, "released_revision", "C")
    for name in ("Ana", "Ben"):
        operations.run(document, operations.add_person, name)
    by = Recorder("Ana", "0123456789abcdef", "+01:00")
    for field, value in (("revision", "C"), ("lead", "Ana")):
        operations.run(document, operations.record_value, by, "RDY-010", 0, field, value)
    hall = int(document.snapshot["hall"].ids[0])
    operations.run(document, operations.record_value, by, "RDY-050", hall, "first", "Ana")
    operations.run(document, operations.take_checklist_items, OWN)
    operations.run(document, note_as_handed_out, by)
    device = int(document.snapshot["device"].ids[0])
    operations.run(document, operations.record_deviation, by, "RCV-030", device, "serial", {"serial": "SN 4711"}, "Replaced on delivery")


def _add_what_is_unfinished(document: Document) -> None:
    """A second hall without trays, a chassis with bays, units that wait for a place or for their loop, a network that is missing, and a
    type of which the catalog says something else."""
    hall = operations.run(document, operations.create_hall, "Annex", 9000, 9000).result
    row = operations.run(document, operations.create_row, hall, "B").result
    rack = operations.run(document, operations.add_racks, "generic.rack-48u-600x1200", 2, row).result[0]
    chassis = operations.run(document, operations.place_device, "generic.chassis-2u-4-node", rack, 0).result
    operations.run(document, operations.place_in_bay, "generic.node-2u4n", chassis, "Node A")
    operations.run(document, operations.add_pathway, hall, PathwayKind.LADDER, [(500, 8000), (6000, 8000)])
    operations.run(document, operations.place_on_floor, "generic.crah-100kw", hall, 7000, 7000)
    operations.run(document, operations.add_cooling_node, CoolingKind.CRAH, hall_id=hall, type_key="generic.crah-100kw", name="Waits")
    network = int(document.snapshot["network"].where("kind", NetworkKind.IN_BAND)[0])
    operations.run(document, operations.remove_networks, [network])
    operations.run(document, operations.save_version, "Before")
    operations.run(document, _let_type_be_old, "nvidia.qm9700")


def _let_type_be_old(edit: Edit, key: str) -> None:
    """Let the project know a type as an earlier catalog had it."""
    (type_id,) = edit.columns("catalog_item").where("key", key).tolist()
    body = json.loads(edit.row("catalog_item", type_id)["body"])
    edit.update("catalog_item", type_id, version="0", body=json.dumps({**body, "model": "QM9700 of old"}))
    edit.title = Message("tests", "An older catalog", {})
