"""One unit of DGX H100, or of another system, with all networks cabled: InfiniBand and Ethernet, split ports, fabric management."""

from pathlib import Path

from gpudesk.catalog.templates import load_template
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document


def mixed_file(path: Path, units: int = 1, template: str = "dgx-h100-superpod") -> Path:
    """The project as a file at `path`."""
    with Document.create(path) as document:
        run(document, build, load_template(template, {"su": units}))
        run(document, cable_project)
    return path
