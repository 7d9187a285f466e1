"""One scalable unit of DGX H100 with all its networks cabled: InfiniBand and Ethernet, split ports, fabric management."""

from pathlib import Path

from gpudesk import operations
from gpudesk.catalog.templates import load_template
from gpudesk.operations import run
from gpudesk.project.document import Document


def mixed_file(path: Path, units: int = 1) -> Path:
    """The project as a file at `path`."""
    with Document.create(path) as document:
        run(document, operations.build, load_template("dgx-h100-superpod", {"su": units}))
        run(document, operations.cable_project)
    return path
