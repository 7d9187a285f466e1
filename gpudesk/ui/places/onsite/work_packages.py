"""Work packages in the window: part of the checklist is exported as a file, and its results are merged."""

import secrets
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpudesk.core.checklist.items import Scope
from gpudesk.derived.checklist.targets import layout, target_name
from gpudesk.formats.onsite.work_files import SUFFIX, WorkFile, read_work, write_package
from gpudesk.onsite.checklist import stale_places
from gpudesk.onsite.conflicts import Conflict
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.package_contents import Selection
from gpudesk.onsite.work_list import Wanted
from gpudesk.operations.onsite.onsite_packages import Merged, issue_package, merge_package
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.onsite.bound_reading import read_for_project
from gpudesk.ui.places.onsite.log_recording import Recording
from gpudesk.ui.places.onsite.onsite_labels import entry_text, own, who_text
from gpudesk.ui.places.onsite.task_list import Task
from gpudesk.ui.places.onsite.touch import TouchButton
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("WorkPackages")

PAGE_SUFFIX = ".html"


def selection_of(snapshot: Snapshot, wanted: Wanted) -> Selection | None:
    """Place and stage of a package for the content of the list; None for a place without separate packages."""
    stages = (wanted.stage,) if wanted.stage else ()
    spot = wanted.spot
    if spot is None:
        return Selection(stages=stages)
    racks, devices, systems = snapshot["rack"], snapshot["device"], snapshot.cached(layout).systems
    rack_ids: list[int] = []
    system_ids: list[int] = []
    if spot.scope is Scope.RACK:
        rack_ids = [spot.target] if racks.has(spot.target) else []
    elif spot.scope is Scope.HALL:
        rack_ids = racks.where("hall_id", spot.target).tolist()
        system_ids = systems[devices["hall_id"][devices.positions(systems)] == spot.target].tolist()
    elif spot.scope is Scope.DEVICE:
        system_ids = systems[systems == spot.target].tolist()
    if not rack_ids and not system_ids:
        return None
    name = target_name(snapshot, spot.scope, spot.target)
    return Selection(stages=stages, rack_ids=tuple(rack_ids), system_ids=tuple(system_ids), place=name)


class PackagesScreen(QWidget):
    """Large buttons for export and merge, with the result of a merge below.

    Signals:
        left(): the user goes back.
        task_wanted(Task): an item with a conflict is opened.
    """

    left = Signal()
    task_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.what = Label("", self, step="display", wrap=True)
        self.page = TouchButton(tr("Page for a browser…"), primary=True)
        self.package = TouchButton(tr("Package for GPU Desk…"))
        self.merge = TouchButton(tr("Merge a result…"))
        self.back = TouchButton(tr("Back"))
        self.news = Label("", self, wrap=True)
        self.conflicts: dict[tuple[str, int], TouchButton] = {}
        self._rows = QWidget()
        self._grid = QGridLayout(self._rows)
        self._grid.setSpacing(12)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(self._rows)
        verbs = QHBoxLayout()
        verbs.setSpacing(12)
        for button in (self.page, self.package, self.merge, self.back):
            verbs.addWidget(button)
        verbs.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 24, 32, 24)
        column.setSpacing(12)
        column.addWidget(self.what)
        column.addLayout(verbs)
        column.addWidget(self.news)
        column.addWidget(scroll, 1)
        self.back.clicked.connect(self.left)

    def show_selection(self, title: str, *, possible: bool) -> None:
        """Show the content to be exported."""
        self.what.setText(filled_text(tr("Work package: {title}"), title=title) if possible else title)
        self.page.setEnabled(possible)
        self.package.setEnabled(possible)

    def say(self, lines: list[str]) -> None:
        """Show the result."""
        self.news.setText("\n".join(lines))
        self.show_conflicts(None, ())

    def show_conflicts(self, snapshot: Snapshot | None, conflicts: tuple[Conflict, ...]) -> None:
        """Show the values of both sides side by side, each with its person and time."""
        while (left := self._grid.takeAt(0)) is not None:
            widget = left.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.conflicts = {}
        for row, conflict in enumerate(conflicts):
            assert snapshot is not None  # noqa: S101 - conflicts come with the state in which they are
            item = checklist_of(snapshot).items[conflict.item]
            field = item.by_key.get(conflict.field)
            button = TouchButton(f"{conflict.item} {conflict.entries[0].target_name}".rstrip())
            button.setToolTip(own(item, "title"))
            button.clicked.connect(partial(self.task_wanted.emit, Task(item, conflict.target)))
            self.conflicts[conflict.item, conflict.target] = button
            self._grid.addWidget(button, row, 0)
            self._grid.addWidget(Label(own(field, "title") if field else conflict.field, wrap=True), row, 1)
            for column, entry in enumerate(conflict.entries, start=2):
                self._grid.addWidget(Label(f"{entry_text(item, entry)}\n{who_text(entry)}", wrap=True), row, column)
        self._grid.setRowStretch(len(conflicts), 1)


class WorkPackages(QObject):
    """Exports the content of the list, and merges results.

    Signals:
        screen_wanted(QWidget): the screen is to be shown.
    """

    screen_wanted = Signal(object)

    def __init__(self, session: Session, recording: Recording, place: QWidget) -> None:
        super().__init__(place)
        self._session, self._recording, self._place = session, recording, place
        self._folder = ""
        self._wanted = Wanted()
        self.button = TouchButton(tr("Work packages"))
        self.screen = PackagesScreen()
        self.screen.page.clicked.connect(self._choose_page)
        self.screen.package.clicked.connect(self._choose_package)
        self.screen.merge.clicked.connect(self._choose_result)

    def begin(self, wanted: Wanted) -> None:
        """Show the screen for the current filter of the list."""
        if not self._session.is_open:
            return
        self._wanted = wanted
        chosen = self._chosen()
        if chosen is None:
            self.screen.show_selection(tr("Choose a rack, a hall or everything in the list to issue its items."), possible=False)
        else:
            stages = checklist_of(self._session.snapshot).stages
            parts = [*filter(None, [chosen.place]), *(own(stages[key], "title") for key in chosen.stages)]
            self.screen.show_selection(" · ".join(parts) or self._name(), possible=True)
        self.screen.say([])
        self.screen_wanted.emit(self.screen)

    def _chosen(self) -> Selection | None:
        return selection_of(self._session.snapshot, self._wanted)

    def _name(self) -> str:
        document = self._session.document
        return "" if document is None or document.path is None else document.path.stem

    def _choose_page(self) -> None:
        self._choose_file(PAGE_SUFFIX)

    def _choose_package(self) -> None:
        self._choose_file(SUFFIX)

    def _choose_file(self, suffix: str) -> None:
        chosen = self._chosen()
        kinds = tr("Pages (*.html)") if suffix == PAGE_SUFFIX else tr("Work packages (*.gpuwork)")
        folder = self._folder or str(documents_folder())
        dialog = file_dialog(self._place, tr("Issue work package"), folder, kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setDefaultSuffix(suffix[1:])
        if chosen is not None:
            dialog.selectFile(f"{chosen.title or self._name()}{suffix}".replace("/", "-"))
        dialog.filesSelected.connect(lambda names: self.hand_out(Path(names[0])) if names else None)
        dialog.open()

    def hand_out(self, path: Path) -> None:
        """Export the selection; the file name determines whether it is a page or a package."""
        document, chosen = self._session.document, self._chosen()
        if document is None or chosen is None:
            return
        self._folder = str(path.parent)
        package_id = secrets.token_hex(16)
        self._recording.run(issue_package, chosen, package_id, document.uid, self._name(), done=partial(self._write, path))

    def _write(self, path: Path, package: bytes) -> None:
        snapshot = self._session.snapshot

        def work(_: object) -> None:
            from gpudesk.disk.writing import write_file
            from gpudesk.reports.onsite.onsite_page import page_html

            if path.suffix.lower() == SUFFIX:
                write_package(path, package)
            else:
                write_file(path, page_html(snapshot, package))

        self._session.jobs.read(work, lambda _: self._written(path), self._session.failed.emit, tr("Writing the work package"))

    def _written(self, path: Path) -> None:
        self.screen.say([filled_text(tr("Work package saved to {path}."), path=str(path))])
        self.screen_wanted.emit(self.screen)

    def _choose_result(self) -> None:
        dialog = file_dialog(self._place, tr("Merge a result"), self._folder or str(documents_folder()), tr("Work packages (*.gpuwork)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.filesSelected.connect(lambda names: self.merge(Path(names[0])) if names else None)
        dialog.open()

    def merge(self, path: Path) -> None:
        """Import the records of a package or page."""
        self._folder = str(path.parent)
        what = filled_text(tr("Reading {name}"), name=path.name)
        read_for_project(self._session, path.name, what, lambda: read_work(path), self._take)

    def _take(self, work: WorkFile) -> None:
        document = self._session.document
        if document is not None:
            self._recording.run(merge_package, work, document.uid, done=partial(self._merged, work.package.title))

    def _merged(self, title: str, merged: Merged) -> None:
        snapshot = self._session.snapshot
        text = tr("{title}: {added} new {added|entry|entries} imported, {known} already present, {photos} {photos|photo|photos}")
        lines = [filled_text(text, title=title, added=merged.added, known=merged.known, photos=merged.photos)]
        stale = len(stale_places(snapshot, merged.places))
        for number, sentence in (
            (len(merged.conflicts), tr("{count} {count|conflict|conflicts}: both values are kept; record the correct one")),
            (len(merged.forks), tr("{count} {count|fork|forks}: a copied file was filled in twice; both entries are kept")),
            (len(merged.flags), tr("{count} {count|entry|entries} with an incorrect clock")),
            (len(merged.not_entered), tr("{count} {count|value|values} not written to the plan")),
            (stale, tr("{count} {count|item|items} stale: their limits in the plan have changed")),
        ):
            if number:
                lines.append(filled_text(sentence, count=number))
        self.screen.say(lines)
        self.screen.show_conflicts(snapshot, merged.conflicts)
        self.screen_wanted.emit(self.screen)
