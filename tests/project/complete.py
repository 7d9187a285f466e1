"""A small project in which no table is empty: three racks, cabled, with power, cooling, pathways, a workload and settings of every kind."""

import struct
from functools import lru_cache

from gpudesk import operations
from gpudesk.catalog.templates import load_template
from gpudesk.checks import findings_of
from gpudesk.core.floor_items import FloorItemKind
from gpudesk.core.plan import Plan
from gpudesk.project.document import Document
from gpudesk.sizing.asked import Asked, asked_text
from tests.project.sample import Clock

MODEL = "meta-llama/Meta-Llama-3.1-8B"
_PICTURE = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 400, 300) + b"\x08\x02\0\0\0"


@lru_cache(maxsize=1)
def _plan() -> Plan:
    return load_template("dgx-basepod")


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
    operations.run(document, operations.exclude_finding, next(iter(findings_of(document.snapshot))).key, "accepted")
    return document
