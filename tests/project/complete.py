"""A small project in which no table is empty: three racks, cabled, with power, cooling, pathways, a workload and settings of every kind."""

import json
import struct
from functools import lru_cache
from hashlib import sha256

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.checklist.entries import EntryKind, Recorder
from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import Message
from gpudesk.core.plan.plan import Plan
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.network_operations import remove_networks
from gpudesk.operations.cabling.pathway_operations import add_pathway
from gpudesk.operations.cooling.cooling_nodes import add_cooling_node
from gpudesk.operations.copies.bay_devices import place_in_bay
from gpudesk.operations.floor.floor_item_operations import add_floor_item
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.floor.underlay import add_underlay
from gpudesk.operations.onsite.log_entries import append_entry
from gpudesk.operations.onsite.onsite_items import take_checklist_items
from gpudesk.operations.onsite.record_site_work import add_person, record_deviation, record_value
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.finding_operations import exclude_finding
from gpudesk.operations.project.project_settings import set_setting, set_severity
from gpudesk.operations.project.remarks import add_remark
from gpudesk.operations.project.site_sheet_operations import name_phase, set_baseline_value, set_site_value
from gpudesk.operations.project.version_operations import save_version
from gpudesk.operations.project.workloads import add_workload
from gpudesk.operations.racks.device_operations import place_device, place_on_floor
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.sizing.serving.serving_request import Asked, asked_text
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
    """The project, in memory; the caller closes it."""
    document = Document.scratch(Clock())
    run(document, build, _plan())
    run(document, cable_project)
    tables = document.snapshot
    hall, rack = int(tables["hall"].ids[0]), int(tables["rack"].ids[0])
    run(document, name_phase, 1, "First")
    run(document, reserve_units, rack, 78, 4, 0, "spare")
    run(document, set_site_value, "altitude_m", 650)
    run(document, set_baseline_value, "compute", "driver", "580.82")
    run(document, set_severity, "power.idle_feed", "warning")
    run(document, set_setting, "power_name", "average")
    run(document, add_remark, "rack", rack, "Door replaced.")
    run(document, add_floor_item, hall, FloorItemKind.COLUMN, 9000, 500, 400, 400)
    run(document, add_underlay, hall, _PICTURE)
    run(document, add_workload, "Chat", "serve", asked_text(Asked(MODEL, concurrency=4)))
    _add_work_on_site(document)
    _add_what_is_unfinished(document)
    run(document, exclude_finding, next(iter(findings_of(document.snapshot))).key, "accepted")
    return document


def _add_work_on_site(document: Document) -> None:
    """Two people, an item that passed, one that waits for its second signature, one of the project's own, and
    a deviation that waits for a decision."""
    run(document, set_site_value, "released_revision", "C")
    for name in ("Ana", "Ben"):
        run(document, add_person, name)
    by = Recorder("Ana", "0123456789abcdef", "+01:00")
    for field, value in (("revision", "C"), ("lead", "Ana")):
        run(document, record_value, by, "RDY-010", 0, field, value)
    hall = int(document.snapshot["hall"].ids[0])
    run(document, record_value, by, "RDY-050", hall, "first", "Ana")
    run(document, take_checklist_items, OWN)
    run(document, note_as_handed_out, by)
    device = int(document.snapshot["device"].ids[0])
    run(document, record_deviation, by, "RCV-030", device, "serial", {"serial": "SN 4711"}, "Replaced on delivery")


def _add_what_is_unfinished(document: Document) -> None:
    """A second hall without trays, a chassis with bays, units that wait for a place or for their loop, a network that is missing, and a
    type of which the catalog says something else."""
    hall = run(document, create_hall, "Annex", 9000, 9000).result
    row = run(document, create_row, hall, "B").result
    rack = run(document, add_racks, "generic.rack-48u-600x1200", 2, row).result[0]
    chassis = run(document, place_device, "generic.chassis-2u-4-node", rack, 0).result
    run(document, place_in_bay, "generic.node-2u4n", chassis, "Node A")
    run(document, add_pathway, hall, PathwayKind.LADDER, [(500, 8000), (6000, 8000)])
    run(document, place_on_floor, "generic.crah-100kw", hall, 7000, 7000)
    run(document, add_cooling_node, CoolingKind.CRAH, hall_id=hall, type_key="generic.crah-100kw", name="Waits")
    network = int(document.snapshot["network"].where("kind", NetworkKind.IN_BAND)[0])
    run(document, remove_networks, [network])
    run(document, save_version, "Before")
    run(document, _let_type_be_old, "nvidia.qm9700")


def _let_type_be_old(edit: Edit, key: str) -> None:
    """Let the project know a type as an earlier catalog had it."""
    (type_id,) = edit.columns("catalog_item").where("key", key).tolist()
    body = json.loads(edit.row("catalog_item", type_id)["body"])
    edit.update("catalog_item", type_id, version="0", body=json.dumps({**body, "model": "QM9700 of old"}))
    edit.title = Message("tests", "An older catalog", {})
