"""Deletion of power chain parts with children: only the parts, or with everything below."""

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtWidgets import QPushButton, QWidget

from gpudesk.core.values.columns import ABSENT
from gpudesk.operations.power.power_nodes import delete_from_power, nodes_below
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("DeleteFromPowerDialog")


class DeleteFromPowerDialog(DeskDialog):
    """Asks what to do with the nodes fed by the deleted ones."""

    def __init__(
        self,
        session: Session,
        node_ids: Sequence[int],
        device_ids: Sequence[int],
        done: Callable[[object], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._project, self._told = session, done
        self._nodes, self._devices = list(node_ids), list(device_ids)
        nodes = session.snapshot["power_node"]
        deleted_ids = np.array(self._nodes, np.int64)
        below = nodes_below(nodes, deleted_ids)
        names = [str(nodes.row(node_id)["name"]) for node_id in self._nodes]
        shown = ", ".join(names[:3]) + ("…" if len(names) > 3 else "")
        downstream_count = len(below) - len(deleted_ids)
        content = tr("%n component(s) fed from it, directly or downstream.", "", downstream_count)
        self.set_heading(tr("Delete {names}").format(names=shown), content)
        above = {int(feed_id) for feed_id in nodes["fed_by_id"][nodes.positions(deleted_ids)]} - set(self._nodes)
        text = tr("Leave them without a feed")
        if len(above) == 1 and ABSENT not in above:
            text = tr("Move them to {name}").format(name=nodes.row(above.pop())["name"])
        elif above - {ABSENT}:
            text = tr("Move them to its feed")
        self.alone = QPushButton(text, self)
        self.alone.setAutoDefault(False)
        self.alone.clicked.connect(lambda _checked=False: self._delete(False))
        self.add_left(self.alone)
        self.add_buttons(tr("Delete %n part(s)", "", len(below) + len(self._devices)), lambda: self._delete(True))
        self.resize(480, 150)

    def _delete(self, with_all_below: bool) -> None:
        def done(result: object) -> None:
            self.accept()
            self._told(result)

        self.do(self._project, delete_from_power, self._nodes, self._devices, with_all_below, done=done)
