"""Hosts and switches named by patterns, one for each role: what each will be called is seen before, and which names cannot be given."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtWidgets import QComboBox, QHeaderView, QWidget

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import Message
from gpudesk.core.names.host_names import FIELDS
from gpudesk.derived.fabric.host_name_plan import (
    HOST_FAMILIES,
    HostName,
    host_name_clashes,
    planned_host_names,
    planned_role_names,
)
from gpudesk.operations.cabling.host_name_operations import name_hosts, name_roles
from gpudesk.project.host_name_rules import host_name_styles
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.parts.planned_names_table import PlannedNamesModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import language, tr_message
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("NameHostsDialog")

USUAL = "{rack:lower}-{name}"
_USUAL_STYLE = "usual"
SELECTED = ""
"""The key of the line of the selected devices; the others have their roles."""
_PATTERN = 2
_ROLE_ROWS, _NAME_ROWS = 8, 7


class NameHostsDialog(DeskDialog):
    """A pattern for each role, and the old and new names; with a selection, one pattern for the selected devices.

    Roles without a pattern keep their names. All names are given as one step.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self.set_heading(
            tr("Name hosts by pattern"),
            tr("Labels, cut sheets and all exports use these names. Renaming does not move cables."),
        )
        devices = session.snapshot["device"]
        self._selected = [device_id for device_id in session.selected("device") if devices.has(device_id)]
        self._hosts, others = _roles(session.snapshot)
        self._role_names = [*self._hosts, *others]
        self._patterns: dict[str, str] = {}
        self._typed: tuple[str, str] | None = None
        self._known: tuple[Snapshot, dict[tuple[str, ...], list[HostName] | Message]] = session.snapshot, {}
        form = Form(self)
        self.devices = QComboBox(form)
        if self._selected:
            self.devices.addItem(tr("the selected devices"), True)
        self.devices.addItem(tr("all devices, by role"), False)
        form.add(tr("Devices"), self.devices)
        self.style_box = QComboBox(form)
        self.style_box.addItem(tr("own patterns"), "")
        self.style_box.addItem(tr("rack and planned name"), _USUAL_STYLE)
        for style in host_name_styles().values():
            self.style_box.addItem(style.title_es if language() == "es" else style.title, style.key)
        form.add(tr("Patterns"), self.style_box)
        self.model = _RolesModel(self, (Head(tr("Role")), Head(tr("Devices"), right=True), Head(tr("Pattern"))))
        self.table = EditTable(tr("Patterns by role"), self.model, self)
        head = self.table.horizontalHeader()
        head.setStretchLastSection(False)
        for column, width in enumerate((200, 90)):
            head.resizeSection(column, width)
        head.setSectionResizeMode(_PATTERN, QHeaderView.ResizeMode.Stretch)
        self.table.setMinimumHeight(theme.size("table_row") * _ROLE_ROWS)
        self.table.reset_requested.connect(lambda key: self.set_pattern(str(key), ""))
        self.table.delegate.typed.connect(self._follow)
        self.table.delegate.closeEditor.connect(lambda *_: self._follow_no_more())
        form.add_wide(self.table)
        text = tr("Consists of text and {fields}; {example} pads with zeros to two digits, {case} sets the case.")
        fields = ", ".join("{" + name + "}" for name in FIELDS)
        self._usual_hint = text.format(fields=fields, example="{n:02}", case="{rack:lower}")
        self.hint = Label(self._usual_hint, form, step="caption", ink="text.tertiary", wrap=True)
        form.add_wide(self.hint)
        self._names = PlannedNamesModel(self)
        self.preview = DeskTable(tr("Current and new names"), self)
        self.preview.setModel(self._names)
        self.preview.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.preview.setMinimumHeight(theme.size("table_row") * _NAME_ROWS)
        form.add_wide(self.preview)
        self.add_form(form)
        self.add_buttons("", self.rename)
        self.devices.currentIndexChanged.connect(lambda _: self._fill())
        self.style_box.currentIndexChanged.connect(lambda _: self._fill())
        self.resize(720, 640)
        self._fill()

    def rename(self) -> None:
        """Give the names, as one step."""
        patterns = self._wanted()
        if SELECTED in patterns:
            self.do(self._project, name_hosts, self._selected, patterns[SELECTED])
        else:
            self.do(self._project, name_roles, patterns)

    def set_pattern(self, key: str, pattern: str) -> None:
        """Set the pattern of a role or of the selected devices; without one they keep their names."""
        self._patterns[key] = pattern
        self._typed = None
        self.style_box.blockSignals(True)
        self.style_box.setCurrentIndex(0)
        self.style_box.blockSignals(False)
        self._update()

    def _keys(self) -> list[str]:
        return [SELECTED] if self.devices.currentData() else self._role_names

    def _wanted(self) -> dict[str, str]:
        """The patterns of the lines shown, with the one that is being typed."""
        patterns = self._patterns if self._typed is None else {**self._patterns, self._typed[0]: self._typed[1]}
        return {key: pattern for key in self._keys() if (pattern := patterns.get(key, "").strip())}

    def _fill(self) -> None:
        """Fill in the patterns of a published cluster, or the same for all hosts; own ones stay."""
        style = self.style_box.currentData()
        self._typed = None
        if style:
            self._patterns = {key: self._offered(style, key) for key in self._keys()}
        self._update()

    def _offered(self, style: str, key: str) -> str:
        if style == _USUAL_STYLE:
            return USUAL if key == SELECTED or key in self._hosts else ""
        if key != SELECTED:
            return host_name_styles()[style].pattern_for(key) or ""
        devices = self._project.snapshot["device"]
        roles = {str(devices.row(device_id)["role"]) for device_id in self._selected}
        return (host_name_styles()[style].pattern_for(roles.pop()) or "") if len(roles) == 1 else ""

    def _follow(self, row: int, _column: int, text: str) -> None:
        """Show the names of a pattern while it is typed."""
        self._typed = self.model.line(row).key, text
        self._update(typing=True)

    def _follow_no_more(self) -> None:
        """An editor was closed: what it did not apply is no pattern."""
        if self._typed is not None:
            self._typed = None
            self._update()

    def _update(self, *, typing: bool = False) -> None:
        snapshot, wanted = self._project.snapshot, self._wanted()
        planned: list[HostName] = []
        known: dict[tuple[str, ...], list[HostName] | Message] = {}
        faults: dict[str, Message] = {}
        for pattern in dict.fromkeys(wanted.values()):
            keys = [key for key, its_pattern in wanted.items() if its_pattern == pattern]
            names = known[pattern, *keys] = self._planned(snapshot, keys, pattern)
            if isinstance(names, Message):
                faults |= dict.fromkeys(keys, names)
            else:
                planned += names
        self._known = snapshot, known
        wrong = host_name_clashes(snapshot, planned)
        self._names.show_names(planned, frozenset(renaming.new for renaming in planned if renaming.device_id in wrong))
        if not typing:
            self._show_roles(snapshot, faults)
        said = next(iter([*faults.values(), *wrong.values()]), None)
        self.hint.setText(self._usual_hint if said is None else tr_message(said))
        self.hint.set_ink("text.tertiary" if said is None else "severity.error")
        changed = sum(renaming.old != renaming.new for renaming in planned)
        if faults:
            self.set_verb(tr("Name hosts"), enabled=False)
        else:
            self.set_verb(tr("Name %n host(s)", "", changed), enabled=bool(changed) and not wrong)

    def _planned(self, snapshot: Snapshot, keys: Sequence[str], pattern: str) -> list[HostName] | Message:
        """The names that a pattern generates, or why it generates none; kept while other patterns change."""
        before, known = self._known
        if snapshot is before and (pattern, *keys) in known:
            return known[pattern, *keys]
        try:
            if SELECTED in keys:
                return planned_host_names(snapshot, self._selected, pattern)
            return planned_role_names(snapshot, dict.fromkeys(keys, pattern))
        except Refused as error:
            return error.message

    def _show_roles(self, snapshot: Snapshot, faults: dict[str, Message]) -> None:
        roles = snapshot["device"]["role"]
        lines = []
        for key in self._keys():
            count = len(self._selected) if key == SELECTED else int((roles == key).sum())
            pattern = self._patterns.get(key, "")
            fault = "" if key not in faults else tr_message(faults[key])
            cells = (
                Cell(tr("the selected devices") if key == SELECTED else key),
                Cell(format_number(count), right=True),
                Cell(
                    pattern or tr("keep the names"),
                    ink="" if pattern else "text.tertiary",
                    edited=pattern,
                    placeholder=tr("keep the names"),
                    severity="error" if fault else "",
                    tool_tip=fault,
                ),
            )
            lines.append(Line(key, cells))
        self.model.set_lines(lines)


def _roles(snapshot: Snapshot) -> tuple[list[str], list[str]]:
    """The roles of hosts and switches, and those of other devices, by name."""
    devices = snapshot["device"]
    hosts = [type_id for type_id, kind in snapshot.types.items() if kind.family in HOST_FAMILIES]
    of_hosts = set(devices["role"][np.isin(devices["type_id"], hosts)].tolist()) - {""}
    return sorted(of_hosts), sorted(set(devices["role"].tolist()) - of_hosts - {""})


class _RolesModel(PlainTableModel):
    def __init__(self, dialog: NameHostsDialog, heads: tuple[Head, ...]) -> None:
        super().__init__(heads, dialog)
        self._dialog = dialog

    def take(self, key: Any, column: int, value: Any) -> bool:
        if column == _PATTERN:
            self._dialog.set_pattern(str(key), str(value).strip())
        return column == _PATTERN
