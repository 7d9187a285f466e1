"""An endless walk of random edits: which one comes next is decided by the seed and the revision, so that another process can repeat it."""

from random import Random

from gpudesk.core.messages.errors import DeskError
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.operations.random_edits import RandomEdit, chosen_edit, make


def attempt(seed: int, snapshot: Snapshot, number: int) -> RandomEdit:
    """What is tried at this revision after `number` others were refused or changed nothing."""
    return chosen_edit(Random(f"{seed}/{snapshot.revision}/{number}"), snapshot)


def one_step(seed: int, document: Document) -> None:
    """Make the next edit of the walk."""
    before, number = document.snapshot, 0
    while document.snapshot.revision == before.revision:
        try:
            make(document, attempt(seed, before, number))
        except DeskError:
            assert document.snapshot is before
        number += 1
