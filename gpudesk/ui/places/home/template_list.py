"""The templates that can be chosen: the person's own first, which can be renamed, given away and forgotten, then those of the program."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFileDialog, QHBoxLayout, QHeaderView, QLineEdit, QVBoxLayout, QWidget

from gpudesk.catalog.own_templates import OwnTemplates, delete_template, own_path, own_templates, rename_template, take_template
from gpudesk.catalog.templates import TemplateInfo, templates
from gpudesk.formats.text.written_files import write_file
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.parts.question import Question
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language, tr_message
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label

tr_template_list = text_context("TemplateList")
tr_rename_template_dialog = text_context("RenameTemplateDialog")
tr_template_texts = text_context("TemplateTexts")

_LONGEST = 100


@dataclass(frozen=True, slots=True)
class Known:
    """The templates of the program and of the person."""

    shipped: tuple[TemplateInfo, ...]
    own: OwnTemplates

    @classmethod
    def read(cls) -> "Known":
        """Read all of them; for a reading thread."""
        return cls(tuple(templates()), own_templates())


class TemplateList(QWidget):
    """A table of templates with the actions for custom templates below it.

    Signals:
        chosen(): another template is chosen.
        activated(): a template was double-clicked, or Enter was pressed on it.
    """

    chosen = Signal()
    activated = Signal()

    def __init__(self, session: Session, title: str, dialog: DeskDialog, *, empty: str = "") -> None:
        """With `empty` a project without a template can be chosen too, under that name."""
        super().__init__(dialog)
        self._session, self._dialog, self._empty = session, dialog, empty
        self._infos: dict[str, TemplateInfo] = {}
        self._wanted = ""
        self.model = PlainTableModel((Head(title),), self)
        self.table = _Table(title, self.model, self)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.rename_wanted.connect(self.rename)
        self.table.delete_wanted.connect(self.ask_delete)
        self.table.entered.connect(self.activated)
        self.table.doubleClicked.connect(lambda _: self.activated.emit())
        self.take_button = IconButton("import", tr_template_list("Import a template from a file…"), self)
        self.rename_button = IconButton("rename", tr_template_list("Rename… (F2)"), self)
        self.give_button = IconButton("export", tr_template_list("Export as a file…"), self)
        self.delete_button = IconButton("delete", tr_template_list("Delete… (Del)"), self)
        self._bad = Label("", self, step="caption", ink="text.tertiary", wrap=True)
        self._bad.hide()
        foot = QHBoxLayout()
        foot.setContentsMargins(10, 4, 6, 4)
        foot.setSpacing(2)
        foot.addWidget(Label(tr_template_list("Mine"), self, step="caption", ink="text.tertiary"))
        foot.addStretch(1)
        for button, slot in (
            (self.take_button, self.ask_take),
            (self.rename_button, self.rename),
            (self.give_button, self.ask_give),
            (self.delete_button, self.ask_delete),
        ):
            button.clicked.connect(slot)
            foot.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 1)
        column.addWidget(self._bad)
        column.addLayout(foot)
        self.table.selectionModel().currentChanged.connect(self._changed)
        self._show(Known((), OwnTemplates((), ())))

    def read(self, wanted: str = "") -> None:
        """Read the templates on a reading thread, and choose one of them."""
        self._wanted = wanted
        self._dialog.read(self._session, Known.read, self._show)

    def template(self) -> str:
        """The name of the chosen template; "" for none."""
        index = self.table.currentIndex()
        return str(self.model.line(index.row()).key or "") if index.isValid() else ""

    def info(self) -> TemplateInfo | None:
        """The chosen template, None for none."""
        return self._infos.get(self.template())

    def rename(self) -> None:
        """Ask for a new name for the chosen template."""
        info = self.info()
        if info is not None and info.own:
            dialog = RenameTemplateDialog(self._session, info, self._dialog)
            dialog.renamed.connect(self.read)
            dialog.open()

    def ask_delete(self) -> None:
        """Ask for confirmation before the chosen template is deleted."""
        info = self.info()
        if info is None or not info.own:
            return
        title = tr_template_list("Delete the template {name}?").format(name=_title(info))
        sentence = tr_template_list("Projects created from it stay unchanged. The template cannot be restored.")
        name = info.name
        Question(title, sentence, tr_template_list("Delete"), lambda: self._do(lambda: delete_template(name)), self._dialog).open()

    def ask_give(self) -> None:
        """Ask where to save the file of the chosen template."""
        info = self.info()
        if info is None or not info.own:
            return
        dialog = self._file_dialog(tr_template_list("Export the template"), QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setDefaultSuffix("yaml")
        dialog.selectFile(own_path(info.name).name)
        name = info.name
        dialog.fileSelected.connect(lambda path: self._do(lambda: write_file(Path(path), own_path(name).read_bytes())))
        dialog.open()

    def ask_take(self) -> None:
        """Ask for a template file."""
        dialog = self._file_dialog(tr_template_list("Import a template"), QFileDialog.AcceptMode.AcceptOpen)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: self.take(Path(path)))
        dialog.open()

    def take(self, path: Path) -> None:
        """Keep the template of a file, and choose it."""
        self._dialog.read(self._session, lambda: take_template(path), self.read)

    def _do(self, work: object) -> None:
        self._dialog.read(self._session, work, lambda _: self.read())  # type: ignore[arg-type]

    def _file_dialog(self, title: str, accept: QFileDialog.AcceptMode) -> QFileDialog:
        dialog = file_dialog(self._dialog, title, str(documents_folder()), tr_template_list("Templates (*.yaml)"))
        dialog.setAcceptMode(accept)
        return dialog

    def _show(self, known: Known) -> None:
        own = known.own.infos
        self._infos = {info.name: info for info in (*own, *known.shipped)}
        lines = [Line("", (Cell(self._empty, icon="new"),))] if self._empty else []
        if own:
            lines += [Line(None, (), tr_template_list("Mine")), *(self._line(info, "note") for info in own)]
            lines.append(Line(None, (), tr_template_list("Built-in")))
        lines += [self._line(info, "layers") for info in known.shipped]
        before = self.template()
        self.model.set_lines(lines)
        names = [line.key for line in lines if not line.group]
        chosen = next((name for name in (self._wanted, before) if name in names), names[0] if names else "")
        row = self.model.row_of(chosen)
        self.table.selectRow(row if row is not None else 0)
        self._bad.setVisible(bool(known.own.bad))
        if known.own.bad:
            first = known.own.bad[0]
            notice = tr_template_list("%n template file(s) cannot be read.", "", len(known.own.bad))
            self._bad.setText(f"{notice} {first.path.name}: {tr_message(first.error.message)}")
        self._changed()

    def _line(self, info: TemplateInfo, icon: str) -> Line:
        description = info.description_es if language() == "es" else info.description
        return Line(info.name, (Cell(_title(info), icon=icon, tool_tip=description),))

    def _changed(self) -> None:
        info = self.info()
        own = info is not None and info.own
        for button in (self.rename_button, self.give_button, self.delete_button):
            button.setEnabled(own)
        self.chosen.emit()


class _Table(EditTable):
    """Signals:
    rename_wanted(), delete_wanted(), entered(): F2, Delete and Enter were pressed.
    """

    rename_wanted = Signal()
    delete_wanted = Signal()
    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = {Qt.Key.Key_F2: self.rename_wanted, Qt.Key.Key_Delete: self.delete_wanted}
        keys |= {Qt.Key.Key_Return: self.entered, Qt.Key.Key_Enter: self.entered}
        signal = keys.get(Qt.Key(event.key()))
        if signal is None:
            super().keyPressEvent(event)
        else:
            signal.emit()


class RenameTemplateDialog(DeskDialog):
    """Asks for the names and descriptions of a custom template.

    Signals:
        renamed(str): the new name.
    """

    renamed = Signal(str)

    def __init__(self, session: Session, info: TemplateInfo, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_heading(
            tr_rename_template_dialog("Rename the template"), tr_rename_template_dialog("Its file is named after the template.")
        )
        self._project, self._name = session, info.name
        self.texts = TemplateTexts(self, info)
        self.add_form(self.texts)
        self.add_buttons(tr_rename_template_dialog("Rename"), self.rename)
        self.texts.title.textChanged.connect(lambda text: self.set_verb(tr_rename_template_dialog("Rename"), enabled=bool(text.strip())))
        self.resize(520, 260)

    def rename(self) -> None:
        """Write the new texts."""
        texts = self.texts.values()

        def done(name: str) -> None:
            self.renamed.emit(name)
            self.accept()

        self.read(self._project, lambda: rename_template(self._name, **texts), done)


class TemplateTexts(Form):
    """Name and description of a template in both languages."""

    def __init__(self, parent: QWidget, info: TemplateInfo | None = None) -> None:
        super().__init__(parent)
        self.title = QLineEdit(self)
        self.title.setMaxLength(_LONGEST)
        self.title_es = QLineEdit(self)
        self.title_es.setMaxLength(_LONGEST)
        self.description = QLineEdit(self)
        self.description_es = QLineEdit(self)
        self.add(tr_template_texts("Name"), self.title)
        self.add(tr_template_texts("Name in Spanish"), self.title_es)
        self.add(tr_template_texts("Description"), self.description)
        self.add(tr_template_texts("Description in Spanish"), self.description_es)
        if info is not None:
            self.title.setText(info.title)
            self.title_es.setText(info.title_es if info.title_es != info.title else "")
            self.description.setText(info.description)
            self.description_es.setText(info.description_es if info.description_es != info.description else "")
        for field in (self.title_es, self.description_es):
            field.setPlaceholderText(tr_template_texts("the same"))

    def values(self) -> dict[str, str]:
        """Entered values."""
        fields = ("title", "title_es", "description", "description_es")
        return {name: getattr(self, name).text().strip() for name in fields}


def _title(info: TemplateInfo) -> str:
    return info.title_es if language() == "es" else info.title
