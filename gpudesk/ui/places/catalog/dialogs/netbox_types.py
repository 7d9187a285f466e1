"""Export of chosen types to NetBox: as one file per kind, a ZIP archive or a library folder, for old or new releases."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QWidget
from shiboken6 import isValid

from gpudesk.core.messages.errors import DeskError
from gpudesk.disk.paths import is_file, is_folder, path_from_text, target_problem
from gpudesk.formats.netbox.netbox_export import places_of_kinds, sorted_by_kind, write_texts, write_types
from gpudesk.formats.netbox.netbox_stated import Kind, Mappings
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, tr_message
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr = text_context("NetboxTypesDialog")

FILES, ARCHIVE, FOLDER = "files", "zip", "folder"
_NAME = "netbox-types"
_SUFFIXES = {FILES: ".yaml", ARCHIVE: ".zip", FOLDER: ""}
_MOST_NAMED = 4


class NetboxTypesDialog(DeskDialog):
    """Shows before writing which files will be created, and which types NetBox does not support.

    Signals:
        exported(list): the files that were written.
    """

    exported = Signal(list)

    def __init__(self, session: Session, bodies: Sequence[Mapping[str, Any]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._sorted = sorted_by_kind(bodies)
        self.set_heading(tr("Export types for NetBox"), self._summary())
        shapes = [
            Segment(FILES, tr("One file per kind")),
            Segment(ARCHIVE, tr("ZIP archive")),
            Segment(FOLDER, tr("Folder")),
        ]
        self.shape = SegmentedControl(tr("Export as"), shapes, FILES, self)
        releases = [
            Segment(Mappings.BOTH.value, tr("Any")),
            Segment(Mappings.PORTS.value, tr("Before 4.5")),
            Segment(Mappings.LIST.value, tr("4.5 and later")),
        ]
        self.release = SegmentedControl(tr("NetBox release"), releases, Mappings.BOTH.value, self)
        self.path_field = QLineEdit(self)
        form = Form(self)
        form.add(tr("Export as"), self.shape)
        form.add(tr("Release"), self.release, tr("They describe patch panel port mappings differently."))
        self.note = form.add(tr("Location"), self._with_button(), " ")
        self.add_form(form)
        self.body.addStretch(1)
        self.add_buttons(tr("Export"), self.write)
        self.path_field.setText(str(documents_folder() / f"{_NAME}{_SUFFIXES[FILES]}"))
        self.path_field.textChanged.connect(lambda _: self._show())
        self.shape.chosen.connect(self._other_shape)
        self.resize(640, 310)
        self._show()

    @property
    def path(self) -> Path | None:
        """The output path, None for an empty field."""
        return path_from_text(self.path_field.text())

    def write(self) -> None:
        """Write the files."""
        path = self.path
        if path is None:
            return
        bodies = [body for entries in self._sorted.kinds.values() for body in entries]
        style, work = Mappings(self.release.current()), write_texts if self.shape.current() == FILES else write_types
        self._work(False)
        self.read(self._project, lambda: work(path, bodies, style), self._done)

    def complain(self, error: DeskError) -> None:
        super().complain(error)
        self._show()

    def _done(self, files: list[Path]) -> None:
        self.exported.emit(files)
        self.accept()

    def _summary(self) -> str:
        counts = [self._counted(kind, len(bodies)) for kind, bodies in self._sorted.kinds.items()]
        text = f"{', '.join(counts)}." if counts else tr("None of them can be exported.")
        left = self._sorted.left
        if left:
            names = ", ".join([*left[:_MOST_NAMED], *([tr("others")] if len(left) > _MOST_NAMED else [])])
            text += " " + filled_text(
                tr("NetBox has no type for {count} of them, which {count|is|are} left out: {names}."),
                count=format_number(len(left)),
                names=names,
            )
        return text

    def _counted(self, kind: Kind, count: int) -> str:
        return {
            Kind.DEVICE: tr("%n device type(s)", "", count),
            Kind.MODULE: tr("%n module type(s)", "", count),
            Kind.RACK: tr("%n rack type(s)", "", count),
        }[kind]

    def _with_button(self) -> QWidget:
        """The field with the button that looks for a place."""
        pair = QWidget(self)
        row = QHBoxLayout(pair)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        self.path_field.setAccessibleName(tr("Location"))
        self.browse_button = IconButton("open", tr("Choose a location"), pair)
        self.browse_button.clicked.connect(self._browse)
        row.addWidget(self.path_field, 1)
        row.addWidget(self.browse_button)
        pair.setFocusProxy(self.path_field)
        return pair

    def _other_shape(self, shape: str) -> None:
        path = self.path
        if path is not None and path.name:
            stem = path.with_suffix("") if path.suffix in _SUFFIXES.values() else path
            self.path_field.setText(str(stem.with_name(f"{stem.name}{_SUFFIXES[shape]}")))
        self._show()

    def _show(self) -> None:
        path, shape = self.path, self.shape.current()
        fitting = path is not None and (path.suffix.lower() or "") == _SUFFIXES[shape] if shape != FOLDER else path is not None
        problem = None if path is None else target_problem(path, folders=shape == FOLDER)
        fitting, note_text = fitting and problem is None, ""
        if problem is not None:
            note_text = tr_message(problem.message)
        elif path is not None and not fitting:
            note_text = tr("The name must end in {suffix}.").format(suffix=_SUFFIXES[shape])
        elif path is not None and shape == FOLDER:
            note_text = tr("As a library: one folder per kind and manufacturer, one file per type.")
        elif path is not None:
            places = [path] if shape == ARCHIVE else list(places_of_kinds(path, self._sorted.kinds).values())
            there = [place.name for place in places if is_file(place)]
            note_text = ", ".join(place.name for place in places) if len(places) > 1 else ""
            if there:
                note_text = tr("Replaced existing files: {names}.").format(names=", ".join(there))
        self.note.setText(note_text)
        self.set_verb(tr("Export"), enabled=bool(fitting and self._sorted.kinds))

    def _browse(self) -> None:
        path, shape = self.path, self.shape.current()
        folder = path.parent if path is not None and is_folder(path.parent) else documents_folder()
        filters = {FILES: tr("NetBox types (*.yaml)"), ARCHIVE: tr("ZIP archive (*.zip)"), FOLDER: ""}
        dialog = file_dialog(self, tr("Export types for NetBox"), str(folder), filters[shape])
        if shape == FOLDER:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        else:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setDefaultSuffix(_SUFFIXES[shape].lstrip("."))
        dialog.fileSelected.connect(self._chosen)
        dialog.open()

    def _chosen(self, name: str) -> None:
        if isValid(self):
            self.path_field.setText(name)
