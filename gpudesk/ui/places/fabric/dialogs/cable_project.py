"""Cabling of a project: the networks, the cables to add, remove and keep, and why the rest cannot be connected."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import DeskError
from gpudesk.derived.networks.network_trial import given_roles, with_proposal
from gpudesk.operations.cabling.cabling_operations import Cabled, CablingPreview, cable_project, preview_cabling
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.words.network_labels import network_kind, network_name, network_tree, policy_words
from gpudesk.ui.places.fabric.canvas.fabric_labels import kind_name
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, tr_message
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.link_button import LinkButton
from gpudesk.ui.toolkit.widgets.progress_strip import ProgressStrip

tr = text_context("CableProjectDialog")

_COUNTS = ("added", "removed", "kept", "longer", "changed")
_LATER_MS = 120
_MOST_REASONS = 6


class CableProjectDialog(DeskDialog):
    """Asks only for the networks. The cables are determined by the network plan and the site sheet.

    Signals:
        networks_wanted(), site_wanted(): the user wants to change the networks, or the cabling of the site.
        panels_wanted(): the user wants to route the cables over panels.
        cabled(Cabled): the project was cabled.
    """

    networks_wanted = Signal()
    site_wanted = Signal()
    panels_wanted = Signal()
    cabled = Signal(object)

    def __init__(self, session: Session, network_ids: tuple[int, ...] = (), parent: QWidget | None = None) -> None:
        """`network_ids` are checked to begin with, all of them if none is given."""
        super().__init__(parent, lasting=True)
        self._project = session
        self._wanted = network_ids
        self._asked: tuple[Snapshot, tuple[int, ...], tuple[int, ...]] | None = None
        self._shown: Snapshot | None = None
        self._preview: CablingPreview | None = None
        self._job: Job | None = None
        self._focus_wanted = True
        again = bool(session.snapshot["cable"].rows)
        self._verb = tr("Recable") if again else tr("Cable")
        self.set_heading(
            tr("Recable this project") if again else tr("Cable this project"),
            tr("Correct cables and cables set by hand are kept. All changes form a single step that can be undone."),
        )
        self._rows: dict[int, QCheckBox] = {}
        self._cells: dict[int, list[Label]] = {}
        self._why: dict[int, Label] = {}
        words = tr("No network is planned yet. These are derived from the systems and switches, and are planned in the same step:")
        self.proposed = Label(words, self, step="body", ink="text.secondary", wrap=True)
        self.proposed.hide()
        self.body.addWidget(self.proposed)
        self.roles = Label("", self, step="body", ink="text.secondary", wrap=True)
        self.roles.hide()
        self.body.addWidget(self.roles)
        self._table = QWidget(self)
        self._grid = QGridLayout(self._table)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self.body.addWidget(self._table)
        self.total = Label("", self, step="strong", wrap=True)
        self.body.addWidget(self.total)
        self.reasons = Label("", self, step="body", ink="text.secondary", wrap=True)
        self.body.addWidget(self.reasons)
        self.policy = Label("", self, step="caption", ink="text.tertiary", wrap=True)
        self.body.addWidget(self.policy)
        links = QHBoxLayout()
        links.setSpacing(16)
        self.networks_link = LinkButton(tr("Networks…"), self)
        self.site_link = LinkButton(tr("Cabling settings of this site…"), self)
        self.networks_link.clicked.connect(self.networks_wanted)
        self.site_link.clicked.connect(self.site_wanted)
        self.panels_link = LinkButton(tr("Route links through patch panels…"), self)
        self.panels_link.clicked.connect(self.panels_wanted)
        self.panels_link.setVisible(again)
        links.addWidget(self.networks_link)
        links.addWidget(self.site_link)
        links.addWidget(self.panels_link)
        links.addStretch(1)
        self.body.addLayout(links)
        self.body.addStretch(1)
        self.progress = ProgressStrip(tr("Cabling"), self)
        self.progress.stop_requested.connect(self._stop)
        self.progress.hide()
        self.add_left(self.progress)
        self.add_buttons(self._verb, self.cable)
        self.set_verb(self._verb, enabled=False)
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self._work_out)
        session.changed.connect(self._refresh)
        session.closed.connect(self.reject)
        self.resize(700, 360)
        self._refresh()

    def chosen(self) -> tuple[int, ...]:
        """The networks that shall be cabled."""
        return tuple(network for network, box in self._rows.items() if box.isChecked() and box.isEnabled())

    def _asking(self, chosen: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What to give an operation: ids of networks, or kinds of those that are not planned yet."""
        if self._shown is None or self._shown is self._project.snapshot:
            return chosen, ()
        networks = self._shown["network"]
        return (), tuple(int(networks.row(network_id)["kind"]) for network_id in chosen)

    def cable(self) -> None:
        """Cable the chosen networks as one step."""
        self.listen(self._project)
        self.set_verb(self._verb, enabled=False)
        self.progress.show()
        self.progress.set_progress(None)
        self._job = self._project.do(cable_project, *self._asking(self.chosen()), done=self._done)
        if self._job is not None:
            self._job.progressed.connect(self._show_progress)
            self._job.ended.connect(self._ended)

    def _done(self, cabled: Cabled) -> None:
        if isValid(self):
            self.accept()
        self.cabled.emit(cabled)

    def _show_progress(self, done: int, total: int) -> None:
        self.progress.set_progress(done / max(total, 1))

    def _ended(self, whole: bool) -> None:
        self._job = None
        if isValid(self) and not whole:
            self.progress.set_stopped()
            self.set_verb(self._verb, enabled=bool(self.chosen()))

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    # what is shown

    def _refresh(self, *_: object) -> None:
        """Show the networks as they are now."""
        if not self._project.is_open or self._job is not None:
            return
        snapshot = self._project.snapshot
        if snapshot["network"].rows:
            self._show_networks(snapshot)
            return

        def failed(error: DeskError) -> None:
            if isValid(self) and self._project.is_open and self._project.snapshot is snapshot:
                self._fill([])
                self._show_refusal(error)

        def ended(proposed: Snapshot) -> None:
            if isValid(self) and self._project.is_open and self._project.snapshot is snapshot:
                self._show_networks(proposed)

        self._project.jobs.read(lambda _: with_proposal(snapshot), ended, failed)

    def _show_networks(self, snapshot: Snapshot) -> None:
        """Show the networks of the project, or those that it would get first."""
        self._shown = snapshot
        self.proposed.setVisible(snapshot is not self._project.snapshot)
        assigned_roles = given_roles(self._project.snapshot, snapshot)
        roles = ", ".join(
            f"{format_number(assigned.count)} × {tr_type_name(assigned.model)} {assigned.role}" for assigned in assigned_roles
        )
        self.roles.setText(filled_text(tr("Switch roles: {roles}"), roles=roles))
        self.roles.setVisible(bool(assigned_roles))
        networks = snapshot["network"]
        ids = networks.ids.tolist()
        if ids != list(self._rows):
            self._fill(ids)
        for network_id in ids:
            row = networks.row(network_id)
            self._rows[network_id].setText(network_name(row["name"]))
            self._cells[network_id][0].setText(f"{kind_name(network_kind(row))} · {network_tree(row)}")
        self.policy.setText(policy_words(self._project.snapshot.cached(site_sheet)))
        self._later.start()

    def _fill(self, ids: list[int]) -> None:
        """Make a line for each network."""
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = None if item is None else item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._rows, self._cells, self._why = {}, {}, {}
        heads = (
            tr("Network"),
            "",
            tr("Added"),
            tr("Removed"),
            tr("Kept"),
            tr("Longer"),
            tr("Changed"),
        )
        for column, head in enumerate(heads):
            self._grid.addWidget(Label(head, self._table, step="caption", ink="text.tertiary"), 0, column, _side(column))
        for number, network_id in enumerate(ids):
            box = QCheckBox("", self._table)
            box.setChecked(not self._wanted or network_id in self._wanted)
            box.toggled.connect(lambda _: self._later.start())
            cells = [Label("", self._table, step="caption", ink="text.secondary")]
            cells += [Label("", self._table, step="body", tabular=True) for _ in _COUNTS]
            why = Label("", self._table, step="caption", ink="severity.warning", wrap=True)
            self._grid.addWidget(box, 2 * number + 1, 0)
            for column, cell in enumerate(cells, start=1):
                self._grid.addWidget(cell, 2 * number + 1, column, _side(column))
            self._grid.addWidget(why, 2 * number + 2, 1, 1, len(heads) - 1)
            why.hide()
            self._rows[network_id], self._cells[network_id], self._why[network_id] = box, cells, why
        if not ids:
            self.proposed.hide()
            self.roles.hide()
            self.set_verb(self._verb, enabled=False)

    def _work_out(self) -> None:
        """Work out on a reading thread what would be done."""
        if not self._project.is_open or not self._rows:
            return
        chosen = self.chosen()
        # All of them at first: then each shows why it cannot be cabled.
        whole = len(chosen) == len(self._rows) or self._preview is None
        request = (self._project.snapshot, *(((), ()) if whole else self._asking(chosen)))
        if not chosen:
            self._show(None)
            return
        self._asked = request
        self.total.setText(tr("Calculating the changes…"))
        self.set_verb(self._verb, enabled=False)

        def failed(error: DeskError) -> None:
            if isValid(self) and self._asked == request:
                self._show(None)
                self._show_refusal(error)

        def ended(preview: CablingPreview) -> None:
            if isValid(self) and self._asked == request:
                self.complaint.hide()
                self._take(preview, whole=whole)

        self._project.jobs.read(lambda _: preview_cabling(*request), ended, failed)

    def _take(self, preview: CablingPreview, *, whole: bool) -> None:
        self._preview = preview
        refused = {network.network_id: network.refused for network in preview.cabling.networks}
        unchecked = False
        for network_id, box in self._rows.items():
            why = refused.get(network_id)
            if network_id in refused:
                words = "" if why is None else " ".join(tr_message(text) for text in (why.message, why.fix) if text is not None)
                self._why[network_id].setText(words)
                self._why[network_id].setVisible(bool(words))
                box.setEnabled(why is None)
            unchecked = unchecked or (whole and not box.isChecked())
        if unchecked:
            self._work_out()
            return
        self._show(preview)

    def _show_refusal(self, error: DeskError) -> None:
        """Show what is missing in place of the result; the dialog recalculates when the project has it."""
        self.total.setText(tr_message(error.message))
        self.reasons.setText("" if error.fix is None else tr_message(error.fix))
        self.reasons.setVisible(error.fix is not None)

    def _show(self, preview: CablingPreview | None) -> None:
        counts = {} if preview is None else {network.network_id: network for network in preview.cabled.networks}
        for network_id, cells in self._cells.items():
            network_counts = counts.get(network_id) if self._rows[network_id].isChecked() and self._rows[network_id].isEnabled() else None
            for cell, name in zip(cells[1:], _COUNTS, strict=True):
                cell.setText("–" if network_counts is None else format_number(getattr(network_counts, name)))
        if preview is None:
            self.total.setText(tr("Nothing is selected."))
            self.reasons.setText("")
            self.set_verb(self._verb, enabled=False)
            return
        done = preview.cabled
        text = filled_text(
            tr("{added} {added|cable|cables} added, {removed} removed, {kept} kept, {longer} of them longer."),
            **{name: format_number(getattr(done, name)) for name in ("added", "removed", "kept", "longer")},
        )
        if done.yielded:
            text += " " + tr("%n link(s) skipped in favor of cables set by hand.", "", done.yielded)
        self.total.setText(text)
        count_by_reason: dict[str, int] = {}
        for count, message in done.reasons:
            count_by_reason[tr_message(message)] = count_by_reason.get(tr_message(message), 0) + count
        lines = [
            filled_text(tr("{count} {count|link|links} without a cable type: {reason}"), count=format_number(count), reason=reason)
            for reason, count in sorted(count_by_reason.items(), key=lambda item: -item[1])[:_MOST_REASONS]
        ]
        self.reasons.setText("\n".join(lines))
        self.reasons.setVisible(bool(lines))
        self.set_verb(self._verb, enabled=bool(self.chosen()))
        if self._focus_wanted and self.main is not None and self.main.isEnabled():
            # Before, it could not be pressed: Qt gave the keyboard to the first link.
            self._focus_wanted = False
            self.main.setFocus(Qt.FocusReason.OtherFocusReason)


def _side(column: int) -> Qt.AlignmentFlag:
    """Figures are right-aligned in their columns."""
    return Qt.AlignmentFlag.AlignLeft if column < 2 else Qt.AlignmentFlag.AlignRight
