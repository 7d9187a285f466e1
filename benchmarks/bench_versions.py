"""Named versions of the generated project: kept, read, compared, brought back; and a copy."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.figures import Figure, timed_s
from benchmarks.generated import generated_file
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.project.version_operations import restore_version, save_version
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.compare import compare
from gpudesk.project.document import Document
from gpudesk.project.versions import version_snapshot

RESTORE_S = 2.0
EDITED = 1000


def run() -> list[Figure]:
    """1,000 devices are edited and 40 racks deleted between the version and the present state."""
    with TemporaryDirectory() as name, Document.open(generated_file(Path(name) / "generated.gpudesk")) as document:
        keep_s, kept = timed_s(lambda: run_operation(document, save_version, "Design freeze"))
        devices = document.snapshot["device"].ids
        chosen = devices[:: len(devices) // EDITED].tolist()
        run_operation(document, set_fields, "device", chosen, {"status": 2})
        gone = document.snapshot["rack"].ids[-40:].tolist()
        delete_s, _ = timed_s(lambda: run_operation(document, delete_objects, "rack", gone))
        read_s, state = timed_s(lambda: version_snapshot(document, kept.result))
        compare_s, found = timed_s(lambda: compare(state, document.snapshot, same_project=True))
        other_s, _ = timed_s(lambda: compare(state, document.snapshot, same_project=False))
        restore_s, _ = timed_s(lambda: run_operation(document, restore_version, state, "Design freeze"))
        copy_s, _ = timed_s(lambda: document.save_copy(Path(name) / "copy.gpudesk"))
        size = len(document.version_dump(kept.result))
        assert len(found) > EDITED  # noqa: S101 - a benchmark checks what it measures
        assert np.array_equal(document.snapshot["device"].ids, devices)  # noqa: S101 - a benchmark checks what it measures
        return [
            Figure("save a version", keep_s, "s"),
            Figure("its size in the file", size / 1e6, "MB"),
            Figure("delete 40 racks with 200 devices, checks and commit", delete_s, "s"),
            Figure("read the version", read_s, "s"),
            Figure("compare it with the current state by id", compare_s, "s"),
            Figure("compare it by name, as with another project", other_s, "s"),
            Figure("go back to it, checks and commit", restore_s, "s", RESTORE_S),
            Figure("save a copy", copy_s, "s"),
        ]
