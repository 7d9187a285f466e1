"""The roles of a project with the number of devices that each requires, so that one may fail."""

from typing import Any

import numpy as np
from PySide6.QtWidgets import QHeaderView, QWidget

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import Message
from gpudesk.core.plan.plan_domains import REDUNDANT_DEVICES
from gpudesk.derived.scope.required_roles import paired_roles, required_roles, short_roles
from gpudesk.derived.scope.role_codes import role_codes
from gpudesk.operations.project.plan_scope_operations import set_redundant_role
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number, parse_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("RedundantRolesTable")

_REQUIRED = 2
_FAMILIES = (Family.SYSTEM, Family.SERVER, Family.SWITCH, Family.STORAGE)


def shown_roles(snapshot: Snapshot) -> list[tuple[str, int, int]]:
    """The roles of systems, servers, switches and storage, and those that require several: role, devices, devices required (1: any)."""
    required, counts = snapshot.cached(required_roles), snapshot.cached(role_codes).counts()
    devices = snapshot["device"]
    kinds = [type_id for type_id, kind in snapshot.types.items() if kind.family in _FAMILIES]
    roles = {*devices["role"][np.isin(devices["type_id"], kinds)].tolist(), *required} - {""}
    return [(role, counts.get(role, 0), required.get(role, 1)) for role in sorted(roles)]


class RedundantRolesTable(EditTable):
    """One line for each role; the number of required devices is edited, Delete or the button removes the requirement.

    A role that a network stage pairs requires two, which cannot be removed here; more can be required.
    """

    def __init__(self, session: Session, dialog: DeskDialog, parent: QWidget | None = None) -> None:
        self._project, self._dialog = session, dialog
        heads = (Head(tr("Role")), Head(tr("Devices"), right=True), Head(tr("Required"), right=True), Head(""))
        self.roles_model = _RolesModel(self._require, heads, dialog)
        super().__init__(tr("Redundant roles"), self.roles_model, parent)
        head = self.horizontalHeader()
        head.setStretchLastSection(False)
        for column, width in enumerate((200, 110, 120, 150)):
            head.resizeSection(column, width)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.cell_pressed.connect(lambda index: self.require_none(self.roles_model.line(index.row()).key))
        self.reset_requested.connect(self.require_none)

    def refresh(self) -> None:
        """Show the roles as they are now."""
        snapshot, writable, lines = self._project.snapshot, self._project.writable, []
        paired, short = snapshot.cached(paired_roles), snapshot.cached(short_roles)
        for role, count, required in shown_roles(snapshot):
            several = required > 1
            text = format_number(required) if several else "–"
            cells = (
                Cell(role),
                Cell(format_number(count), right=True, severity="warning" if role in short else ""),
                Cell(
                    text,
                    right=True,
                    ink="" if several else "text.tertiary",
                    edited=(text if several else "") if writable else None,
                    placeholder=tr("No standby"),
                ),
                Cell(tr("2 by a network stage"), ink="text.tertiary")
                if role in paired
                else Cell(button=tr("No standby") if writable and several else ""),
            )
            lines.append(Line(role, cells))
        self.roles_model.set_lines(lines)

    def require_none(self, role: object) -> None:
        """Require no standby for a role."""
        if self._project.writable and isinstance(role, str):
            self._require(role, "")

    def _require(self, role: str, text: str) -> None:
        snapshot, high = self._project.snapshot, REDUNDANT_DEVICES[1]
        low = REDUNDANT_DEVICES[0] if role in snapshot.cached(paired_roles) else 1
        number = parse_number(text) if text.strip() else float(low)
        if number is None or not low <= number <= high or number != int(number):
            refusal = Message("operations", "The number of devices must be between {low} and {high}.", {"low": low, "high": high})
            self._dialog.complain(Refused(refusal))
            return
        if int(number) != snapshot.cached(required_roles).get(role, 1):
            self._dialog.do(self._project, set_redundant_role, role, int(number), done=lambda _: None)


class _RolesModel(PlainTableModel):
    def __init__(self, require: Any, heads: tuple[Head, ...], parent: QWidget) -> None:
        super().__init__(heads, parent)
        self._require = require

    def take(self, key: Any, column: int, value: Any) -> bool:
        if column == _REQUIRED:
            self._require(str(key), str(value))
        return column == _REQUIRED
