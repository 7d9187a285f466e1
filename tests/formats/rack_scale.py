"""Projects with rack-scale systems, cabled."""

from gpudesk.catalog.templates import load_template
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

RACKS, TRAYS = 8, 18
HOSTS = [f"nvl72-{rack:03}-c{tray:02}" for rack in range(1, RACKS + 1) for tray in range(1, TRAYS + 1)]
"""The compute trays of one scalable unit of DGX GB200, rack by rack."""
UFM = ["ufm-1", "ufm-2"]
"""Its hosts on which the subnet manager runs."""


def gb200() -> Snapshot:
    """One scalable unit of eight GB200 NVL72 with its cables."""
    with Document.scratch() as document:
        run(document, build, load_template("gb200-nvl72-superpod"))
        run(document, cable_project)
        return document.snapshot
