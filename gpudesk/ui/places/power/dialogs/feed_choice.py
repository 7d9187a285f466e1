"""What feeds parts of the power chain: one node for all of them, and perhaps one that takes over."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from gpudesk.core.messages.message import Message
from gpudesk.core.power.power_kinds import PowerNodeKind, hanging_fault
from gpudesk.operations.power.power_nodes import hang_on, nodes_below
from gpudesk.ui.places.power.dialogs.power_node_choice import PowerNodeChoice
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message

tr = text_context("HangOnDialog")


class FeedChoiceDialog(DeskDialog):
    """Asks for the feed of the selected nodes and rack PDUs."""

    def __init__(self, session: Session, node_ids: Sequence[int], device_ids: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._nodes, self._devices = list(node_ids), list(device_ids)
        snapshot = session.snapshot
        rows = [snapshot["power_node"].row(node_id) for node_id in self._nodes]
        names = [str(row["name"]) for row in rows] + [str(snapshot["device"].row(device)["name"]) for device in self._devices]
        shown = ", ".join(names[:4]) + (f" + {len(names) - 4}" if len(names) > 4 else "")
        self.set_heading(tr("New feed"), shown)
        below = nodes_below(snapshot["power_node"], np.array(self._nodes, np.int64)).tolist()
        form = Form(self)
        nothing = tr("nothing")
        self.parent_choice = PowerNodeChoice(snapshot, nothing, form, without=below)
        self.alternate_choice = PowerNodeChoice(snapshot, nothing, form, without=below)
        self._above = form.add(tr("Fed from"), self.parent_choice)
        self._beside = form.add(tr("Alternate"), self.alternate_choice)
        self.add_form(form)
        self.add_buttons(tr("Connect"), self.hang)
        for choice, name in ((self.parent_choice, "fed_by_id"), (self.alternate_choice, "alternate_id")):
            shared = {row[name] for row in rows}
            choice.choose(shared.pop() if len(shared) == 1 else None)
            choice.node_changed.connect(self._update)
        self.alternate_choice.setEnabled(bool(self._nodes))
        self.resize(480, 220)
        self._update()

    def hang(self) -> None:
        """Assign the feed to all of them, as one step."""
        self.do(self._project, hang_on, self.parent_choice.node_id(), self._nodes, self._devices, self.alternate_choice.node_id())

    def _update(self) -> None:
        unknown = tr("No power component has this name.")
        fine = True
        for choice, label in ((self.parent_choice, self._above), (self.alternate_choice, self._beside)):
            label.set_ink("severity.error")
            label.setText("" if choice.is_known() else unknown)
            fine &= choice.is_known()
        fault = self._fault() if fine else None
        if fault is not None:
            self._beside.setText(tr_message(fault))
        cut = fine and self.parent_choice.node_id() is None
        self.set_verb(tr("Disconnect from its feed") if cut else tr("Connect"), enabled=fine and fault is None)

    def _fault(self) -> Message | None:
        """Reason why the operation would be refused."""
        nodes = self._project.snapshot["power_node"]
        parent, alternate = self.parent_choice.node_id(), self.alternate_choice.node_id()

        def parents_of(node_id: int) -> tuple[int | None, ...]:
            row = nodes.row(node_id)
            return row["fed_by_id"], row["alternate_id"]

        faults = (
            hanging_fault(PowerNodeKind(int(row["kind"])), str(row["name"]), parent, alternate, int(row["id"]), parents_of)
            for row in map(nodes.row, self._nodes)
        )
        return next((fault for fault in faults if fault is not None), None)
