"""Rows with racks are deleted: with the racks and all that is in them, or the row alone."""

from collections import defaultdict

import numpy as np
from PySide6.QtWidgets import QPushButton, QWidget

from gpudesk.core.power.power_orphans import feeds_only_of
from gpudesk.operations.floor.halls import delete_all
from gpudesk.operations.floor.rows import dissolve_rows
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("DeleteRowsDialog")


class DeleteRowsDialog(DeskDialog):
    """Asks what to do with the racks of the selected rows."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._rows = session.selected("rack_row")
        snapshot = session.snapshot
        racks = [rack for row_id in self._rows for rack in snapshot["rack"].where("row_id", row_id).tolist()]
        devices = sum(len(snapshot["device"].where("rack_id", rack)) for rack in racks)
        nodes, cords, cooling = (snapshot[table] for table in ("power_node", "power_cord", "cooling_node"))
        inside = snapshot["device"].ids[np.isin(snapshot["device"]["rack_id"], racks)]
        feeds = len(feeds_only_of(nodes, cords, cooling, inside))
        names = ", ".join(str(snapshot["rack_row"].row(row_id)["name"]) for row_id in self._rows[:3]) + ("…" if len(self._rows) > 3 else "")
        words = tr("%n rack(s)", "", len(racks)) + ", " + tr("%n device(s)", "", devices)
        if feeds:
            words += ", " + tr("%n feed(s) with no other use", "", feeds)
        self.set_heading(tr("Delete %n row(s)", "", len(self._rows)), tr("In {rows}: {content}.").format(rows=names, content=words))
        self.alone = QPushButton(tr("Keep the racks"), self)
        self.alone.setAutoDefault(False)
        self.alone.clicked.connect(lambda _checked=False: self._dissolve())
        self.add_left(self.alone)
        self.add_buttons(tr("Delete with the racks"), self._delete)
        self.resize(480, 150)

    def _delete(self) -> None:
        objects: dict[str, list[int]] = defaultdict(list)
        for ref in self._project.selection:
            objects[ref.table].append(ref.id)
        self.do(self._project, delete_all, dict(objects), done=lambda _: self.accept())

    def _dissolve(self) -> None:
        self.do(self._project, dissolve_rows, self._rows, done=lambda _: self.accept())
