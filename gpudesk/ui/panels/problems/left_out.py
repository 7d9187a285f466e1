"""Domains excluded from the plan, with reasons, and roles that require several devices."""

from typing import Any

from PySide6.QtCore import QCoreApplication, QModelIndex
from PySide6.QtWidgets import QHeaderView, QWidget

from gpudesk.core.plan.plan_domains import DOMAIN_TITLES, NEEDED_DOMAIN, SHIPPED_REASONS, Domain
from gpudesk.operations.project.plan_scope_operations import set_outside_plan
from gpudesk.project.outside_plan import outside_plan
from gpudesk.ui.panels.problems.redundant_roles_table import RedundantRolesTable
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("LeftOutDialog")

_REASON = 2


def shown_reason(reason: str) -> str:
    """A reason in the user's language, if it is a template's reason; custom ones stay unchanged."""
    return QCoreApplication.translate("outside", reason) if reason in SHIPPED_REASONS else reason


class LeftOutDialog(DeskDialog):
    """One line for each domain; a reason in its cell leaves it out, Delete or the button puts it into the plan again.

    Attributes:
        roles: the devices that each role requires.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self.set_heading(
            tr("Out of scope"),
            tr("Enter a reason to exclude a domain: the checks then skip it, and the summary includes the reason."),
        )
        self._project = session
        heads = (Head(tr("Domain")), Head(tr("In scope")), Head(tr("Reason")), Head(""))
        self.model = _LeftOutModel(self, heads)
        self.table = EditTable(tr("Out of scope"), self.model, self)
        head = self.table.horizontalHeader()
        head.setStretchLastSection(False)
        for column, width in enumerate((200, 110, 420, 110)):
            head.resizeSection(column, width)
        head.setSectionResizeMode(_REASON, QHeaderView.ResizeMode.Stretch)
        self.table.cell_pressed.connect(self._pressed)
        self.table.reset_requested.connect(self.plan_again)
        self.let_body_fill()
        self.body.addWidget(self.table, 5)
        self.body.addWidget(GroupHeader(tr("Redundant roles"), foldable=False, parent=self))
        sentence = Label(
            tr("Enter how many devices of a role are required, so that one may fail: the checks then report a missing one."),
            self,
            step="body",
            ink="text.secondary",
            wrap=True,
        )
        sentence.setContentsMargins(MARGIN, 6, MARGIN, 6)
        self.body.addWidget(sentence)
        self.roles = RedundantRolesTable(session, self, self)
        self.body.addWidget(self.roles, 4)
        self.add_close(tr("Close"))
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        session.closed.connect(self.reject)
        self.listen(session)
        self.resize(880, 700)
        self.refresh()

    def refresh(self) -> None:
        """Show the domains as they are now."""
        if not self._project.is_open:
            return
        outside, writable = self._project.snapshot.cached(outside_plan), self._project.writable
        lines = []
        for domain in Domain:
            reason = outside.get(domain)
            without = NEEDED_DOMAIN.get(domain) in outside
            planned = "–" if reason is None and without else tr("yes") if reason is None else tr("no")
            shown = shown_reason(reason or "")
            cells = (
                Cell(QCoreApplication.translate("domains", DOMAIN_TITLES[domain])),
                Cell(planned, ink="" if reason is None and not without else "text.tertiary"),
                Cell(shown, edited=shown if writable else None),
                Cell(button=tr("Plan it") if writable and reason is not None else ""),
            )
            lines.append(Line(str(domain), cells))
        self.model.set_lines(lines)
        self.roles.refresh()

    def leave_out(self, domain: str, reason: str) -> None:
        """Leave a domain out of the plan, or give another reason; without a reason put it into the plan again."""
        reason = reason.strip()
        if reason == shown_reason(self._project.snapshot.cached(outside_plan).get(Domain(domain), "")):
            return
        self.do(self._project, set_outside_plan, domain, reason or None, done=lambda _: None)

    def plan_again(self, domain: object) -> None:
        """Put a domain into the plan again."""
        if self._project.writable and isinstance(domain, str):
            self.leave_out(domain, "")

    def _pressed(self, index: QModelIndex) -> None:
        self.plan_again(self.model.line(index.row()).key)


class _LeftOutModel(PlainTableModel):
    def __init__(self, dialog: LeftOutDialog, heads: tuple[Head, ...]) -> None:
        super().__init__(heads, dialog)
        self._dialog = dialog

    def take(self, key: Any, column: int, value: Any) -> bool:
        if column == _REASON:
            self._dialog.leave_out(str(key), str(value))
        return column == _REASON
