"""What another process does to a project: `python -m tests.project.child VERB PATH …`. Each verb prints one line for each thing done."""

import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from gpudesk.core.messages.errors import DeskError
from gpudesk.project.document import Document
from gpudesk.project.edit import BULK_ROWS, Edit
from gpudesk.store import schema
from tests.project.sample import apply, fill


def say(*words: object) -> None:
    """One line that is out before anything else happens."""
    sys.stdout.write(" ".join(str(word) for word in words) + "\n")
    sys.stdout.flush()


def program(document: Document) -> None:
    """One step of a fixed program: which one is decided by the revision, so that another run can repeat it on another project."""
    number = document.snapshot.revision
    if number == 0:
        apply(document, fill, "Fill")
        return
    replay = {4: document.undo, 5: document.redo}.get(number % 9)
    if replay is None or replay() is None:
        apply(document, lambda edit: _one_step(edit, number), f"Step {number}")


def _one_step(edit: Edit, number: int) -> None:
    halls, racks = edit.columns("hall"), edit.columns("rack")
    if number % 23 == 7:
        types = edit.columns("catalog_item").ids
        hall = edit.insert("hall", name=f"Hall of step {number}", width_mm=1000, depth_mm=1000, notes="n" * (number % 700))
        names = [f"{number}-{place}" for place in range(BULK_ROWS + 1)]
        added = edit.insert_many("rack", {"hall_id": np.full(len(names), hall), "type_id": np.full(len(names), types[0]), "name": names})
        edit.update("rack", int(added[3]), name="changed at once")
    elif number % 23 == 15 and halls.rows > 1:
        gone = racks.ids[racks["hall_id"] == halls.ids[-1]]
        edit.delete_many("rack", gone)
        edit.delete("hall", int(halls.ids[-1]))
    else:
        edit.update("rack", int(racks.ids[number % racks.rows]), notes=f"step {number}", x_mm=number)
        edit.insert("hall", name=f"Hall {number}", width_mm=number, depth_mm=1000, notes="x" * (number % 300))


def hold(path: Path) -> None:
    """Open for writing until a line comes in."""
    with Document.open(path) as document:
        say("open" if document.read_only is None else "reading")
        for line in sys.stdin:
            if line.strip() != "edit":
                break
            program(document)
            say(document.snapshot.revision)
    say("closed")


def work(path: Path) -> None:
    """Edit for ever, and say each revision once it is confirmed."""
    document = Document.open(path)
    say("open" if document.read_only is None else "reading")
    while True:
        program(document)
        say(document.snapshot.revision)
        if document.snapshot.revision % 11 == 0:
            document.settle()


def migrate(path: Path) -> None:
    """Open for writing once a line comes in; the program's own folder is read before."""
    schema.reference(schema.current_version())
    say("ready")
    sys.stdin.readline()
    with Document.open(path):
        say("open")
        sys.stdin.readline()


def small_files(path: Path) -> None:
    """Edit until no file may grow any more."""
    document = Document.open(path)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 200_000, resource.RLIM_INFINITY))
    try:
        while True:
            program(document)
            say(document.snapshot.revision)
    except DeskError as error:
        say(type(error).__name__, error)
        say("same" if document.fresh_snapshot().equals(document.snapshot) else "different")
    document.close()


def nobody(path: Path) -> None:
    """Open as a user who owns nothing here; the program's own folder, which may be closed to them, is read before."""
    schema.reference(schema.current_version())
    known = schema.migrations()
    schema.migrations = lambda: known
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    try:
        with Document.open(path) as document:
            say("reading" if document.read_only is not None else "open", document.read_only, document.snapshot["rack"].rows)
    except DeskError as error:
        say(type(error).__name__, error)


VERBS: dict[str, Callable[[Path], None]] = {
    "hold": hold,
    "work": work,
    "migrate": migrate,
    "small-files": small_files,
    "nobody": nobody,
}

if __name__ == "__main__":
    VERBS[sys.argv[1]](Path(sys.argv[2]))
