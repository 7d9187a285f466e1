"""Named versions: kept, dropped and brought back."""

import numpy as np

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import checked_text
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.operations.run.new_names import checked_name
from gpudesk.operations.run.run import operation
from gpudesk.project import versions
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "operations"


@operation
def save_version(edit: Edit, name: str, note: str = "") -> int:
    """Keep the present state under a name; returns the version's id. Versions lie outside the history.

    Raises:
        Refused: the name is empty, or name or note is too long.
    """
    name = checked_name(name)
    if not name:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A version requires a name.")))
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Save version {name}"), {"name": name})
    return edit.add_version(name, checked_text("notes", note.strip()), versions.dump(edit))


@operation
def delete_version(edit: Edit, version_id: int) -> None:
    """Drop a named version.

    Raises:
        Refused: there is no such version.
    """
    edit.delete_version(version_id)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Delete a version"))


@operation
def restore_version(edit: Edit, state: Snapshot, name: str) -> None:
    """Bring the project back to an earlier state of itself, as one step that can be undone.

    Args:
        state: what `project.versions.version_snapshot` read from the version `name`.

    Raises:
        InvalidData: a catalog entry of that state is not well formed.
        StoreError: its rows do not fit together.
    """
    for table, earlier in state.tables.items():
        current = edit.columns(table)
        added = np.setdiff1d(current.ids, earlier.ids)
        shared = np.intersect1d(current.ids, earlier.ids)
        differing = shared[~_equal_rows(current, earlier, shared)]
        new = np.setdiff1d(earlier.ids, current.ids)
        edit.delete_many(table, np.union1d(added, differing))
        put = earlier.positions(np.union1d(differing, new))
        edit.restore(table, Columns({column: values[put] for column, values in earlier.items()}))
    # A project whose catalog entries cannot be read would not open again.
    edit.types.check()
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Restore version {name}"), {"name": name})


def _equal_rows(left: Columns, right: Columns, ids: Ids) -> Mask:
    equal = np.ones(len(ids), bool)
    at_left, at_right = left.positions(ids), right.positions(ids)
    if (at_left == ABSENT).any() or (at_right == ABSENT).any():
        raise AssertionError("only shared rows are compared")
    for column in left:
        equal &= left[column][at_left] == right[column][at_right]
    return equal
