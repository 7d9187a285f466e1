"""The site that random edits walk over: 100,000 GPUs with all their cables, cooled, and something of every other kind to edit."""

import json
import struct
import zlib
from pathlib import Path

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.messages.message import Message
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.pathway_operations import add_pathway
from gpudesk.operations.cooling.cooling_nodes import add_cooling_node
from gpudesk.operations.copies.bay_devices import place_in_bay
from gpudesk.operations.floor.floor_item_operations import add_floor_item
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.floor.underlay import add_underlay
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

TEMPLATE = "site-100k"
MODEL = "meta-llama/Meta-Llama-3.1-8B"


def _picture(width: int, height: int) -> bytes:
    """A gray picture as PNG."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = zlib.compress(height * (b"\0" + width * b"\x80"))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def walked_site(path: Path) -> Path:
    """The site as a file at `path`, cabled; cooling and power as the template plans them."""
    with Document.create(path) as document:
        run(document, build, load_template(TEMPLATE))
        run(document, cable_project)
        _add_settings(document)
        _add_annex(document)
        run(document, exclude_finding, next(iter(findings_of(document.snapshot))).key, "accepted")
    return path


def _add_settings(document: Document) -> None:
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
    run(document, add_underlay, hall, _picture(400, 300))
    run(document, add_workload, "Chat", "serve", asked_text(Asked(MODEL, concurrency=4)))


def _add_annex(document: Document) -> None:
    """A hall with a chassis with bays, units that wait for a place or a loop, a version, and a type that is older than the catalog."""
    hall = run(document, create_hall, "Annex", 9000, 9000).result
    row = run(document, create_row, hall, "B").result
    rack = run(document, add_racks, "generic.rack-48u-600x1200", 2, row).result[0]
    chassis = run(document, place_device, "generic.chassis-2u-4-node", rack, 0).result
    run(document, place_in_bay, "generic.node-2u4n", chassis, "Node A")
    run(document, add_pathway, hall, PathwayKind.LADDER, [(500, 8000), (6000, 8000)])
    run(document, place_on_floor, "generic.crah-100kw", hall, 7000, 7000)
    run(document, add_cooling_node, CoolingKind.CRAH, hall_id=hall, type_key="generic.crah-100kw", name="Waits")
    run(document, save_version, "Before")
    run(document, _let_type_be_old, "generic.node-2u4n")


def _let_type_be_old(edit: Edit, key: str) -> None:
    """Let the project know a type as an earlier catalog had it."""
    (type_id,) = edit.columns("catalog_item").where("key", key).tolist()
    body = json.loads(edit.row("catalog_item", type_id)["body"])
    edit.update("catalog_item", type_id, version="0", body=json.dumps({**body, "model": "Node of old"}))
    edit.title = Message("benchmarks", "An older catalog", {})
