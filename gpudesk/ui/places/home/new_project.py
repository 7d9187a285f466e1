"""A new project: its name, the folder of the file, and its template."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gpudesk.catalog.templates import load_template
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.plan.plan import Plan
from gpudesk.disk.paths import is_there, path_from_text, target_problem
from gpudesk.project.suffix import SUFFIX
from gpudesk.ui.places.home.template_choice import Preview, TemplateChoice
from gpudesk.ui.places.home.template_list import TemplateList
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.form import RING, Form
from gpudesk.ui.toolkit.places_on_disk import documents_folder, free_path
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.progress_strip import ProgressStrip

tr = text_context("NewProjectDialog")

_LONGEST_NAME = 120
# What file systems of one sort or another forbid in a name.
_FORBIDDEN = frozenset('<>:"/\\|?*\0')


class NewProjectDialog(DeskDialog):
    """Asks for name, folder and template; the project opens after creation."""

    def __init__(self, session: Session, parent: QWidget | None = None, *, template: str = "") -> None:
        super().__init__(parent)
        self.set_heading(tr("New project"), tr("Every edit is saved to one file as you make it; there is no need to save."))
        self._project = session
        self._job: Job | None = None
        form = Form(self)
        self.name = QLineEdit(form)
        self.name.setMaxLength(_LONGEST_NAME)
        self.folder = QLineEdit(str(documents_folder()), form)
        browse = IconButton("folder", tr("Choose a folder"), form)
        browse.clicked.connect(self._browse)
        place = QWidget(form)
        row = QHBoxLayout(place)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.folder, 1)
        row.addWidget(browse)
        self.folder.setAccessibleName(tr("Folder"))
        form.add(tr("Name"), self.name)
        self._path = form.add(tr("Folder"), place)
        top = QVBoxLayout()
        top.setContentsMargins(MARGIN - RING, 0, MARGIN - RING, 10 - RING)
        top.addWidget(form)
        self.let_body_fill()
        self.body.addLayout(top)
        self.templates = TemplateList(session, tr("Start with"), self, empty=tr("Empty project"))
        self.model, self.table = self.templates.model, self.templates.table
        self.choice = TemplateChoice(self)
        self.choice.changed.connect(self._preview)
        split = QHBoxLayout()
        split.setContentsMargins(0, 0, 0, 0)
        split.setSpacing(0)
        split.addWidget(self.templates, 5)
        split.addWidget(self.choice, 6)
        self.body.addLayout(split, 1)
        self.progress = ProgressStrip(tr("Creating the project"), self)
        self.progress.setContentsMargins(MARGIN, 0, MARGIN, 8)
        self.progress.stop_requested.connect(self._stop)
        self.progress.hide()
        self.body.addWidget(self.progress)
        self.add_buttons(tr("Create the project"), self.create_project)
        self.name.setText(free_path(documents_folder(), tr("New project")).stem)
        self.name.selectAll()
        self.name.textChanged.connect(self._update)
        self.folder.textChanged.connect(self._update)
        self.templates.chosen.connect(self._show_template)
        self.templates.activated.connect(self.create_project)
        self.resize(960, 700)
        self._show_template()
        self.templates.read(template)

    def path(self) -> Path | None:
        """Where the file will lie; None while the name or the folder cannot be."""
        name = self.name.text().strip().removesuffix(SUFFIX)
        folder = self.folder.text().strip()
        if not name or not folder or _FORBIDDEN & set(name) or name.startswith("."):
            return None
        place = path_from_text(folder)
        return None if place is None else place / f"{name}{SUFFIX}"

    def template(self) -> str:
        """The name of the chosen template; "" for an empty project."""
        return self.templates.template()

    def create_project(self) -> None:
        """Make the project and open it."""
        path = self.path()
        if path is None or self._job is not None:
            return
        if self._problem(path):
            # Something else came to that place since the name was typed.
            self._update()
            return
        self.set_verb(tr("Create the project"), enabled=False)
        chosen, values = self.template(), self.choice.values()
        if chosen:
            self.read(self._project, lambda: load_template(chosen, values), lambda plan: self._create(path, plan))
        else:
            self._create(path, None)

    def _create(self, path: Path, plan: Plan | None) -> None:
        self.listen(self._project)
        self._project.opened.connect(self.accept)
        self._project.failed.connect(self._refused)
        self._job = self._project.create(path, plan)
        self._job.progressed.connect(self._progressed)
        self.progress.setVisible(plan is not None)

    def done(self, result: int) -> None:
        """Close the dialog; a project in creation is completed or stopped automatically."""
        if self._job is not None:
            self._project.opened.disconnect(self.accept)
            self._project.failed.disconnect(self._refused)
            self._job = None
        super().done(result)

    def reject(self) -> None:
        """Close; running work is stopped first."""
        self._stop()
        super().reject()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _progressed(self, done: int, total: int) -> None:
        self.progress.set_progress(done / max(total, 1), tr("{done} of {total}").format(done=done, total=total))

    def _refused(self, error: DeskError) -> None:
        if self._job is not None:
            self._project.opened.disconnect(self.accept)
            self._project.failed.disconnect(self._refused)
            self._job = None
        self.progress.hide()
        self.complain(error)
        self._update()

    def _show_template(self) -> None:
        self.choice.show_template(self.templates.info())
        self._preview()
        self._update()

    def _preview(self) -> None:
        """Make the plan on a reading thread and show it, unless something else was chosen meanwhile."""
        chosen, values = self.template(), self.choice.values()
        if not chosen:
            self.choice.show_plan(None)
            return
        self.read(
            self._project,
            lambda: Preview.of(load_template(chosen, values)),
            lambda preview: self.choice.show_plan(preview) if (chosen, values) == (self.template(), self.choice.values()) else None,
        )

    def _update(self) -> None:
        path = self.path()
        problem = tr("A valid file name and a folder are required.") if path is None else self._problem(path)
        self._path.setText(problem or tr("The file will be {file}").format(file="" if path is None else path.name))
        self.set_verb(tr("Create the project"), enabled=not problem and self._job is None)

    def _problem(self, path: Path) -> str:
        """Why no project can be made at `path`, "" if one can."""
        problem = target_problem(path, folders=True)
        if problem is not None:
            return tr_message(problem.message)
        return tr("{file} already exists; choose another name.").format(file=path.name) if is_there(path) else ""

    def _browse(self) -> None:
        dialog = file_dialog(self, tr("Choose a folder"), self.folder.text())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.folder.setText)
        dialog.open()
