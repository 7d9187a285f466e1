"""One unit of DGX H100, or of another system, with all networks cabled: InfiniBand and Ethernet, split ports, fabric management."""

from pathlib import Path

from gpudesk import operations
from gpudesk.catalog.templates import load_template
from gpudesk.operations import run
from gpudesk.project.document import Document


def mixed_file(path: Path, units: int = 1, template: str = "dgx-h100-superpod") -> Path:
    """The project as a file at `path`."""
    with Document.create(path) as document:
        run(document, operations.build, load_template(template, {"su": units}))
        run(document, operations.cable_project)
    return path
