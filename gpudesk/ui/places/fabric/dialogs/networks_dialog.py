"""The networks of a project: what each is made of, edited in place; each edit is a step of the history."""

import itertools
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtWidgets import QHeaderView, QMenu, QPushButton, QWidget
from shiboken6 import isValid

from gpudesk.core.hardware.network_kinds import NETWORK_SETTINGS, NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.networks.network_links import PlannedNetwork, network_plan
from gpudesk.derived.networks.network_trial import usual_rate
from gpudesk.operations.cabling.network_operations import add_network, change_network, remove_networks
from gpudesk.operations.cabling.network_stage_operations import accept_rate, change_stage, move_stage, remove_stages
from gpudesk.operations.cabling.propose_networks import propose_networks
from gpudesk.project.accepted_rates import AcceptedRate, accepted_rates
from gpudesk.ui.panels.problems.left_out import shown_reason
from gpudesk.ui.panels.words.network_labels import SETTING_HINTS, SETTING_NAMES, network_name, said, stage_words
from gpudesk.ui.places.fabric.canvas.fabric_labels import kind_name
from gpudesk.ui.places.fabric.dialogs.network_stage import NetworkStageDialog, StageBar
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.parts.sheet_rows import NO, YES, read_number
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, tr_message

tr = text_context("NetworksDialog")

_HERE = 1
_ACCEPTED = "accepted"
"""The first part of the keys of lines on accepted rates; the id of the stage follows."""
_RATES = {NetworkKind.COMPUTE: 400, NetworkKind.STORAGE: 400, NetworkKind.IN_BAND: 100, NetworkKind.OUT_OF_BAND: 1, NetworkKind.OTHER: 100}
"""Gb/s of a network to begin with."""
Key = tuple[str, int, str]
"""Table, row and what of it."""


class NetworksDialog(DeskDialog):
    """All networks with the settings of their tree, and the devices connected to their switches."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project = session
        self.set_heading(
            tr("Networks"),
            tr("Values not set are derived from the switches and shown in gray. Cables stay unchanged until the project is recabled."),
        )
        heads = (Head(tr("Network")), Head(tr("Here")), Head(tr("Meaning")))
        self.model = _NetworksModel(self, heads)
        self.table = EditTable(tr("Networks"), self.model, self)
        head = self.table.horizontalHeader()
        head.setStretchLastSection(False)
        head.resizeSection(0, 280)
        head.resizeSection(1, 150)
        head.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.table.reset_requested.connect(self.reset)
        self.let_body_fill()
        self.body.addWidget(self.table, 1)
        self.stages = StageBar(self)
        self.stages.add.clicked.connect(lambda _checked=False: self.say_stage(None))
        self.stages.change.clicked.connect(lambda _checked=False: self.say_stage(self.current_stage()))
        self.stages.up.clicked.connect(lambda _checked=False: self.move_stage(-1))
        self.stages.down.clicked.connect(lambda _checked=False: self.move_stage(1))
        self.stages.gone.clicked.connect(lambda _checked=False: self.remove_stage())
        self.body.addWidget(self.stages)
        self.propose = QPushButton(icons.icon("auto-place"), tr("Plan the networks"), self)
        self.propose.setToolTip(tr("Plan the networks that systems and switches are designed for, in addition to existing ones"))
        self.more = QPushButton(icons.icon("plus"), tr("Add"), self)
        self.gone = QPushButton(icons.icon("delete"), tr("Delete the network"), self)
        menu = QMenu(self)
        for kind in NetworkKind:
            menu.addAction(kind_name(kind)).triggered.connect(lambda _checked=False, kind=kind: self.add(kind))
        self.more.setMenu(menu)
        self.propose.clicked.connect(lambda _checked=False: self.plan())
        self.gone.clicked.connect(lambda _checked=False: self.delete())
        for button in (self.propose, self.more, self.gone):
            button.setAccessibleName(button.text())
            button.setAutoDefault(False)
            button.setEnabled(session.writable)
            self.add_left(button)
        self.add_close(tr("Close"))
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        session.closed.connect(self.reject)
        self.listen(session)
        self.table.selectionModel().currentChanged.connect(lambda *_: self._enable())
        self._then: Key | None = None
        self.resize(960, 600)
        self.refresh()

    # what can be done

    def plan(self) -> None:
        """Plan the missing networks, as one step."""
        self.do(self._project, propose_networks, done=lambda _: None)

    def add(self, kind: NetworkKind) -> None:
        """Add a network of a kind, at the rate that the systems of the project have for it, and go to it."""
        snapshot = self._project.snapshot
        taken = set(snapshot["network"]["name"].tolist())
        numbered = (f"{kind_name(kind)} {number}" for number in itertools.count(2))
        name = next(candidate for candidate in itertools.chain([kind_name(kind)], numbered) if candidate not in taken)
        rate = usual_rate(snapshot, kind) or _RATES[kind]
        self.do(self._project, add_network, int(kind), name, rate, done=self._added)

    def _added(self, network_id: int) -> None:
        self._then = ("network", network_id, "name")
        self.refresh()
        self.table.setFocus()

    def say_stage(self, stage_id: int | None) -> None:
        """Edit a stage of the current network, None for a new one."""
        network_id = self.current()
        if network_id is not None:
            NetworkStageDialog(self._project, network_id, stage_id, self).open()

    def move_stage(self, by: int) -> None:
        """Lay the current stage before the one above it, or behind the one below."""
        stage_id = self.current_stage()
        order = self._order(self.current())
        if stage_id in order and 0 <= order.index(stage_id) + by < len(order):
            self.do(self._project, move_stage, stage_id, order.index(stage_id) + by, done=lambda _: None)

    def remove_stage(self) -> None:
        """Take the current stage away."""
        stage_id = self.current_stage()
        if stage_id is not None:
            self.do(self._project, remove_stages, (stage_id,), done=lambda _: None)

    def current_stage(self) -> int | None:
        """The stage of the current row."""
        index = self.table.currentIndex()
        table, row_id, _ = self.model.line(index.row()).key if index.isValid() else ("", 0, "")
        return int(row_id) if table == "network_stage" else None

    def _order(self, network_id: int | None) -> list[int]:
        """The stages of a network in the order of cabling."""
        stages = self._project.snapshot["network_stage"]
        stage_rows = np.flatnonzero(stages["network_id"] == (ABSENT if network_id is None else network_id))
        order: list[int] = stages.ids[stage_rows[np.argsort(stages["place"][stage_rows])]].tolist()
        return order

    def delete(self) -> None:
        """Delete the network of the current row, with its cables."""
        network_id = self.current()
        if network_id is not None:
            self.do(self._project, remove_networks, (network_id,), done=lambda _: None)

    def current(self) -> int | None:
        """The network to which the current row belongs."""
        index = self.table.currentIndex()
        for row in range(index.row(), -1, -1) if index.isValid() else ():
            table, row_id, _ = self.model.line(row).key
            if table == "network":
                return int(row_id)
        return None

    def reset(self, key: Key) -> None:
        """Restore the values derived from the switches; a stage is removed."""
        table, row_id, name = key
        if table == "network_stage":
            self.do(self._project, remove_stages, (row_id,), done=lambda _: None)
        elif table == _ACCEPTED:
            self.do(self._project, accept_rate, row_id, None, done=lambda _: None)
        elif NETWORK_SETTINGS.get(name, (0, 0))[0] == 1 and name not in ("rate_gbps", "planes"):
            self.do(self._project, change_network, row_id, {name: None}, done=lambda _: None)

    def take(self, key: Key, text: str) -> bool:
        """Apply the typed value; returns False, with the reason shown, if it is invalid."""
        table, row_id, name = key
        value: Any = text.strip()
        if name in NETWORK_SETTINGS or name in ("links", "accepted_gbps"):
            try:
                value = {YES: 1, NO: 0}[value] if value in (YES, NO) else int(read_number(value)) if value else None
            except ValueError:
                problem = QT_TRANSLATE_NOOP("NetworksDialog", "{text} is not a number.")
                self.complain(Refused(Message("NetworksDialog", problem, {"text": text})))
                return False
        if table == _ACCEPTED:
            accepted = self._project.snapshot.cached(accepted_rates).get(row_id)
            if accepted is not None and value != accepted.gbps:
                self.do(self._project, accept_rate, row_id, value, accepted.reason, done=lambda _: None)
            return True
        if value == self._project.snapshot[table].row(row_id)[name]:
            return True
        verb = change_stage if table == "network_stage" else change_network
        self.do(self._project, verb, row_id, {name: value}, done=lambda _: None)
        return True

    # what is shown

    def refresh(self, *_: object) -> None:
        """Show the current networks, and the derived values when calculated."""
        if not self._project.is_open:
            return
        snapshot = self._project.snapshot
        known = snapshot.known(network_plan)
        self._fill({network.network_id: network for network in known or ()})
        if known is None:
            self._project.jobs.read(lambda _: snapshot.cached(network_plan), partial(self._planned, snapshot))

    def _planned(self, snapshot: object, _plan: object) -> None:
        if isValid(self) and self._project.is_open and self._project.snapshot is snapshot:
            self.refresh()

    def _fill(self, planned: dict[int, PlannedNetwork]) -> None:
        networks, stages = self._project.snapshot["network"], self._project.snapshot["network_stage"]
        writable = self._project.writable
        lines: list[Line] = []
        for network_id in networks.ids.tolist():
            row = networks.row(network_id)
            plan = planned.get(network_id)
            lines.append(Line(("network", network_id, ""), (), f"{network_name(row['name'])} · {kind_name(NetworkKind(int(row['kind'])))}"))
            links_cell = Cell() if plan is None else _told(plan)
            lines.append(
                self._line(network_id, "name", tr("Name"), str(row["name"]), links_cell, edited=str(row["name"]) if writable else None)
            )
            lines += [self._setting(network_id, key, row[key], plan, writable=writable) for key in SETTING_NAMES if _matters(key, row)]
            order = self._order(network_id)
            lines.append(self._stages_line(network_id, row, order))
            for stage_id in order:
                stage = stages.row(stage_id)
                what, how = stage_words(stage)
                links = "" if stage["links"] is None else str(stage["links"])
                shown = tr("%n link(s) each", "", int(links)) if links else tr("all its ports")
                count = 0 if plan is None or plan.links is None else int((plan.links.stage == stage["id"]).sum())
                counted = " · " + tr("%n link(s)", "", count) if count else ""
                here = Cell(shown, edited=links if writable else None, placeholder=tr("all its ports"))
                cells = (Cell(f"    {what}"), here, Cell(how + counted, ink="text.secondary"))
                lines.append(Line(("network_stage", int(stage["id"]), "links"), cells))
                accepted = self._project.snapshot.cached(accepted_rates).get(int(stage["id"]))
                if accepted is not None:
                    lines.append(self._accepted_line(int(stage["id"]), accepted, writable=writable))
        index = self.table.currentIndex()
        key = self._then or (self.model.line(index.row()).key if index.isValid() else None)
        column = index.column() if index.isValid() else _HERE
        self.model.set_lines(lines)
        place = self.model.row_of(key)
        if place is not None:
            self._then = None
            self.table.setCurrentIndex(self.model.index(place, column))
            self.table.scrollTo(self.table.currentIndex())
        self._enable()

    def _accepted_line(self, stage_id: int, accepted: AcceptedRate, *, writable: bool) -> Line:
        """The lower rate that is accepted for a stage, with its reason."""
        gbps = str(accepted.gbps)
        shown = f"{format_number(accepted.gbps)}{THIN_SPACE}Gb/s"
        here = Cell(shown, edited=gbps if writable else None, placeholder=tr("none: the stage's rate"))
        title = tr("Accepted rate")
        cells = (Cell(f"        {title}"), here, Cell(shown_reason(accepted.reason), ink="text.secondary"))
        return Line((_ACCEPTED, stage_id, "accepted_gbps"), cells)

    def _stages_line(self, network_id: int, row: dict[str, Any], order: list[int]) -> Line:
        """The head of the stages of a network."""
        if order:
            text = tr("cabled in order: earlier stages use the first ports")
        elif int(row["kind"]) == NetworkKind.COMPUTE:
            text = tr("none: the tree connects all devices with GPUs; a stage connects other devices to its switches")
        else:
            text = tr("none: devices with GPUs connect to switches with the role of this network; a stage overrides it")
        return Line(("network", network_id, "stages"), (Cell(tr("Stages")), Cell(str(len(order))), Cell(text, ink="text.secondary")))

    def _line(self, network_id: int, name: str, title: str, shown: str, follows: Cell, *, edited: str | None) -> Line:
        return Line(("network", network_id, name), (Cell(title), Cell(shown, edited=edited), follows))

    def _setting(self, network_id: int, name: str, value: Any, plan: PlannedNetwork | None, *, writable: bool) -> Line:
        flag = NETWORK_SETTINGS[name][0] == 0
        choices = ((YES, tr("yes")), (NO, tr("no"))) if flag else ()
        follows = _follows(name, plan)
        if flag:
            shown, edited = (tr("yes"), YES) if value else (tr("no"), NO)
        else:
            shown, edited = (follows or "–", "") if value is None else (format_number(int(value)), str(value))
        empty = not flag and value is None
        here = Cell(
            shown,
            ink="text.tertiary" if empty else "",
            edited=edited if writable else None,
            placeholder=tr("{value} derived").format(value=follows) if follows else "",
            tool_tip=tr("Not set: {value} is derived from the switches.").format(value=follows) if empty and follows else "",
            spoken=tr("{value}, derived").format(value=shown) if empty else "",
            choices=choices,
        )
        words = said(SETTING_HINTS[name])
        if not empty and follows and follows != shown:
            words = tr("in the tree: {value}").format(value=follows) + " · " + words
        return Line(("network", network_id, name), (Cell(said(SETTING_NAMES[name])), here, Cell(words, ink="text.secondary")))

    def _enable(self) -> None:
        writable, network_id, stage_id = self._project.writable, self.current(), self.current_stage()
        self.gone.setEnabled(writable and network_id is not None)
        order = self._order(network_id)
        place = order.index(stage_id) if writable and stage_id in order else ABSENT
        self.stages.add.setEnabled(writable and network_id is not None)
        for button in (self.stages.change, self.stages.gone):
            button.setEnabled(place != ABSENT)
        self.stages.up.setEnabled(place > 0)
        self.stages.down.setEnabled(place != ABSENT and place < len(order) - 1)


class _NetworksModel(PlainTableModel):
    def __init__(self, dialog: NetworksDialog, heads: tuple[Head, ...]) -> None:
        super().__init__(heads, dialog)
        self._dialog = dialog

    def take(self, key: Any, column: int, value: Any) -> bool:
        return column == _HERE and self._dialog.take(key, str(value))


def _matters(name: str, row: dict[str, Any]) -> bool:
    """Whether a setting applies to a network: only the compute network is a tree by default."""
    return int(row["kind"]) == NetworkKind.COMPUTE or name in ("rate_gbps", "by_hall")


def _told(plan: PlannedNetwork) -> Cell:
    """How many links a network has, or why it has none."""
    if plan.links is None:
        refused = plan.refused
        words = () if refused is None else (refused.message, refused.fix)
        reason = " ".join(tr_message(text) for text in words if text is not None)
        return Cell(reason, ink="severity.warning", severity="warning")
    text = filled_text(said(QT_TRANSLATE_NOOP("Networks", "{count} {count|link|links}")), count=format_number(len(plan.links)))
    return Cell(text, ink="text.secondary")


def _follows(name: str, plan: PlannedNetwork | None) -> str:
    """Resulting value of a setting in the cabled tree."""
    shape = None if plan is None or plan.links is None else plan.links.shape
    if shape is None:
        return ""
    spine = shape.spine
    value_by_name: dict[str, int] = {
        "tiers": shape.tiers,
        "unit_nodes": shape.tree.unit_nodes,
        "rails_per_leaf": shape.leaf.rails,
        "leaf_down": shape.leaf.down,
        "leaf_up": shape.leaf.up,
        "spine_down": ABSENT if spine is None else spine.down,
        "spine_up": ABSENT if spine is None or shape.core is None else spine.up,
        "pod_leaves": ABSENT if spine is None else spine.pod_leaves,
    }
    value = value_by_name.get(name, ABSENT)
    return "" if value == ABSENT else format_number(value)
