"""Files and texts that the user drops on the window, pastes, opens or passes at startup: each is opened in its place."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QMimeData, QObject, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from gpudesk.core.messages.errors import Cancelled, DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.disk.paths import is_file, is_folder
from gpudesk.project.suffix import SUFFIX
from gpudesk.ui.app.dialogs.file_ways import Way
from gpudesk.ui.app.pasted_texts import PastedTexts
from gpudesk.ui.toolkit.dropped_paths import local_paths
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.places_on_disk import documents_folder, free_path
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.drop_overlay import DropOverlay

if TYPE_CHECKING:
    from gpudesk.core.plan.plan import Plan
    from gpudesk.formats.recognize.what_is import Nature, WhatItIs
    from gpudesk.ui.app.commands import Commands
    from gpudesk.ui.app.window_places import WindowPlaces

tr = text_context("DroppedFiles")

EMPTY_HALL = "empty-hall"


class DroppedFiles(QObject):
    """Identifies a file and opens it in its place."""

    def __init__(self, window: "WindowPlaces", commands: "Commands") -> None:
        super().__init__(window)
        self._window = window
        self._commands = commands
        self._session = window.session
        self.overlay = DropOverlay(window)
        self._dragged: Path | str | None = None
        self._looking: Job | None = None
        self._pasted = PastedTexts()
        self._waiting: deque[Callable[[], object]] = deque()
        # A drag that goes from one part of the window to another leaves it and comes again at once.
        self._away = QTimer(self, singleShot=True, interval=0)
        self._away.timeout.connect(self._forget)
        window.registry.connect_action("edit.paste-text", self.ask_text)

    # dragged

    def enter(self, event: QDragEnterEvent) -> None:
        """Handle an incoming drag: show its effect."""
        paths = local_paths(event)
        text = "" if paths else foreign_text(event)
        if not paths and not text:
            return
        event.acceptProposedAction()
        self._away.stop()
        self.overlay.cover(fields=bool(paths))
        if len(paths) > 1:
            self._dragged = None
            self._tell(self._one_at_a_time())
        elif (dragged := paths[0] if paths else text) != self._dragged:
            self._dragged = dragged
            name = self.text_name() if isinstance(dragged, str) else dragged.name
            self.overlay.tell("file", name, tr("Checking the file…") if paths else tr("Checking the text…"))
            self._stop_looking()

            def shown(found: "WhatItIs") -> None:
                if self._dragged == dragged:
                    self._tell(self._way(found))

            self._looking = self.look_at_text(dragged, shown) if isinstance(dragged, str) else self._look(dragged, shown, _nothing)

    def leave(self) -> None:
        """Hear that the drag has gone."""
        self._away.start()

    def drop(self, event: QDropEvent) -> None:
        """Open the dropped data."""
        paths = local_paths(event)
        text = "" if paths else foreign_text(event)
        self._forget()
        if not paths and not text:
            return
        event.acceptProposedAction()
        if text:
            self.take_text(text)
        elif len(paths) > 1:
            self._refuse(self._one_at_a_time())
        else:
            self.take(paths[0])

    # taken

    def take(self, path: Path) -> None:
        """Open a file in its place, or show why not and what can be opened."""
        if path.suffix == SUFFIX and not is_folder(path):
            self._session.open(path)
            return

        self._look(path, self._act, self._failed, tr("Checking {file}").format(file=path.name))

    def take_text(self, text: str) -> None:
        """Open a pasted or dropped text in its place, or show its apparent kind and the supported kinds."""
        self.look_at_text(text, self._act, self._failed, tr("Checking the text"))

    def paste(self) -> bool:
        """Open the content of the system clipboard, unless it is from this program; returns whether there was anything to open."""
        clipboard = QApplication.clipboard()
        if self._holds_ours():
            return False
        # Until anybody has copied something the clipboard of some systems holds nothing at all, whatever Qt's types say.
        data = cast("QMimeData | None", clipboard.mimeData())
        if data is None:
            return False
        files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        if len(files) > 1:
            self._refuse(self._one_at_a_time())
        elif files:
            self.take(files[0])
        elif data.hasText() and data.text().strip():
            self.take_text(data.text())
        else:
            return False
        return True

    def ask_text(self) -> None:
        """Ask for a text; its kind is shown while it is pasted."""
        from gpudesk.ui.app.dialogs.paste_text import PasteTextDialog

        PasteTextDialog(self, self._window).open()

    def text_name(self) -> str:
        """Display name of a text without a file."""
        return tr("Pasted text")

    def end(self) -> None:
        """Delete the pasted texts when the window closes."""
        self._stop_looking()
        self._pasted.forget()

    def _holds_ours(self) -> bool:
        """Whether something of a project was copied or cut, or the text of a table of this program."""
        floor = self._window.floor_commands
        copied = self._session.clipboard is not None or bool(self._session.cut) or (floor is not None and floor.has_copied)
        return copied or clipboard_is_ours()

    def _act(self, found: "WhatItIs") -> None:
        way = self._way(found)
        if way.go is None:
            self._refuse(way)
        else:
            self._window.message_bar.forget_passing()
            way.go()

    def _failed(self, error: DeskError) -> None:
        """Show why a file or text cannot be read; cancellation by the user is not an error."""
        if isinstance(error, Cancelled):
            self._window.message_bar.show_message("info", tr_message(error.message), "", passing=True)
        else:
            self._session.failed.emit(error)

    def _look(self, path: Path, done: "Callable[[WhatItIs], None]", failed: Callable[[DeskError], None], what: str = "") -> Job:
        return self._session.jobs.read(lambda progress: _looked_at(path, progress), done, failed, what)

    def look_at_text(
        self, text: str, done: "Callable[[WhatItIs], None]", failed: Callable[[DeskError], None] | None = None, what: str = ""
    ) -> Job:
        """Store a text without its keys, and identify it."""
        name, pasted = self.text_name(), self._pasted
        return self._session.jobs.read(lambda progress: _looked_at(pasted.keep(text, name), progress), done, failed or _nothing, what)

    def _stop_looking(self) -> None:
        looking, self._looking = self._looking, None
        if looking is not None:
            looking.cancel()

    def ways(self, found: "WhatItIs") -> list[Way]:
        """Current options for a file, for each kind that it could be; one with the reason if it is of no known kind."""
        return [self._way_of(replace(found, nature=nature, others=())) for nature in found.natures] or [self._way_of(found)]

    def _way(self, found: "WhatItIs") -> Way:
        """Current option for a file; if it could be of several kinds, the user is asked."""
        ways = self.ways(found)
        if len(ways) == 1:
            return ways[0]
        kinds = ", ".join(way.kind for way in ways)
        title = tr("{file} matches several types").format(file=found.path.name)
        return Way("file", title, tr("Select what it contains: {kinds}.").format(kinds=kinds), lambda: self._ask_kind(found.path, ways))

    def _ask_kind(self, path: Path, ways: Sequence[Way]) -> None:
        from gpudesk.ui.app.dialogs.which_kind import WhichKindDialog

        WhichKindDialog(path.name, ways, self._window).open()

    def _way_of(self, found: "WhatItIs") -> Way:
        from gpudesk.formats.recognize.what_is import Nature
        from gpudesk.monitor.saved.recognized import forms_understood
        from gpudesk.ui.toolkit.kind_labels import kind_name

        path = found.path
        file = path.name or str(path)
        if found.nature is Nature.UNKNOWN:
            why = "" if found.why is None else tr_message(found.why)
            return Way("stop", why, tr_message(forms_understood()))
        way = self._known_way(found, path, file)
        return replace(way, kind=kind_name(found.nature))

    def _known_way(self, found: "WhatItIs", path: Path, file: str) -> Way:
        from gpudesk.formats.recognize.what_is import Nature

        if found.nature is Nature.PROJECT:
            sentence = tr("The project opens in this window; all edits of the current project are saved in its file.")
            return Way("open", tr("Open {file}").format(file=file), sentence, lambda: self._session.open(path))
        if found.nature is Nature.TEMPLATE:
            sentence = tr("It is added to your templates, for new projects and for insertion.")
            return Way("layers", tr("Import {file} as a template").format(file=file), sentence, lambda: self._take_template(path))
        if found.nature is Nature.OWN_TYPES:
            sentence = tr("A preview shows what would be added to the catalog.")
            return Way("catalog", tr("Import the types in {file}").format(file=file), sentence, lambda: self._take_types(path))
        if found.nature is Nature.LIBRARY:
            sentence = tr("A preview shows what would be added to the catalog.")
            return Way("import", tr("Import the library {file}").format(file=file), sentence, lambda: self._take_library(path))
        if found.nature is Nature.SUBNET and self._session.is_open and self._session.snapshot["cable"].rows:
            sentence = tr("The as-built state is shown next to the plan; the project is not changed.")
            return Way("compare", tr("Compare with {file}").format(file=file), sentence, lambda: self._compare(path))
        if found.nature is Nature.MODEL:
            sentence = tr("The GPUs that can serve it are listed.")
            return Way("size", tr("Size the model in {file}").format(file=file), sentence, lambda: self._size(path))
        if found.nature is Nature.RUN_LOG:
            sentence = tr("Each figure of the log is shown next to the figure predicted for the selected plan.")
            return Way("paste", tr("Compare the plan with {file}").format(file=file), sentence, lambda: self._compare_log(path))
        if found.nature in (Nature.GPU_RECORDING, Nature.GPU_LISTING):
            sentence = tr("The monitor shows the recorded readings; nothing is monitored during playback.")
            return Way("monitor", tr("Show the GPUs in {file}").format(file=file), sentence, lambda: self._show_gpus(path))
        if found.nature is Nature.KERNEL_LOG:
            sentence = tr("The GPU errors logged by the driver are listed, with their meaning and what to do.")
            return Way("monitor", tr("Read the errors in {file}").format(file=file), sentence, lambda: self._read_errors(path))
        if found.nature in (Nature.TOPOLOGY, Nature.DCGM_REPORT, Nature.FAILURE, Nature.PROFILE):
            sentence = tr("The content is shown line by line; the project is not changed.")
            title = tr("Show the results in {file}").format(file=file)
            return Way("monitor", title, sentence, lambda: self._show_report(path, found.nature))
        if self._session.is_open and not self._session.writable:
            return Way("lock", file, tr("This project is open read-only; nothing can be imported."))
        if found.nature is Nature.UNDERLAY:
            return self._underlay_way(path)
        return self._list_way(found)

    def _list_way(self, found: "WhatItIs") -> Way:
        path, sentence = found.path, tr("A preview shows what would be added; nothing is written until you confirm.")
        if self._session.is_open:
            title = tr("Import {file} into the project").format(file=path.name)
            return Way("import", title, sentence, lambda: self._import(path, found.import_format))
        title = tr("Create a project from {file}").format(file=path.name)
        return Way("import", title, sentence, lambda: self._begin(path, None, lambda: self._import(path, found.import_format)))

    def _underlay_way(self, path: Path) -> Way:
        sentence = tr("Set the scale afterwards with two of its points.")
        hall = self._hall_name()
        if hall:
            title = tr("Use {file} as the underlay of {hall}").format(file=path.name, hall=hall)
            return Way("floor", title, sentence, lambda: self._lay(path))
        title = tr("Create a hall with {file} as its underlay").format(file=path.name)
        if self._session.is_open:
            return Way("floor", title, sentence, lambda: self._lay_in_new_hall(path))
        return Way("floor", title, sentence, lambda: self._begin(path, EMPTY_HALL, lambda: self._lay(path)))

    def _hall_name(self) -> str:
        """The hall that the floor shows, or would show; "" if there is none."""
        if not self._session.is_open:
            return ""
        hall_id = self._window.floor.hall_to_show
        return "" if hall_id is None else str(self._session.snapshot["hall"].row(hall_id)["name"])

    def _one_at_a_time(self) -> Way:
        return Way("stop", tr("One file at a time"), tr("Several files cannot be opened together; drop them one at a time."))

    # what is done

    def _begin(self, path: Path, template: str | None, then: Callable[[], object]) -> None:
        """Make a project that is called as the file, open it, and go on."""
        target = free_path(documents_folder(), path.stem)

        def made(plan: "Plan | None") -> None:
            self._waiting.append(then)
            self._session.create(target, plan).ended.connect(self._created)

        if template is None:
            made(None)
            return

        def load(_: object) -> "Plan":
            from gpudesk.catalog.templates import load_template

            return load_template(template)

        self._session.jobs.read(load, made, self._session.failed.emit)

    def _created(self, whole: bool) -> None:
        # Projects are made one after the other, so they end in the order in which they were asked for.
        then = self._waiting.popleft()
        if whole:
            QTimer.singleShot(0, self, then)

    def _import(self, path: Path, format_name: str) -> None:
        from gpudesk.ui.app.dialogs.import_file import ImportDialog

        dialog = ImportDialog(self._session, self._window)
        dialog.fields.kind.setCurrentIndex(dialog.fields.kind.findData(format_name))
        dialog.fields.path_field.setText(str(path))
        dialog.open()

    def _compare(self, path: Path) -> None:
        if self._commands.built is not None:
            self._commands.built.compare_with(path)

    def _lay(self, path: Path) -> None:
        self._commands.lay_under(path)

    def _lay_in_new_hall(self, path: Path) -> None:
        from gpudesk.operations.floor.halls import create_hall

        self._session.do(create_hall, path.stem, done=lambda _: self._lay(path))

    def _show_gpus(self, path: Path) -> None:
        self._window.monitor.show_file(path)
        self._window.go("monitor")

    def _read_errors(self, path: Path) -> None:
        from gpudesk.ui.places.monitor.dialogs.kernel_log_dialog import KernelLogDialog

        KernelLogDialog(path, self._session.jobs, self._window.monitor.model, self._window).open()

    def _show_report(self, path: Path, nature: "Nature") -> None:
        from gpudesk.ui.places.onsite.field_report import FieldReportDialog

        FieldReportDialog(path, nature, self._session.jobs, self._window).open()

    def _compare_log(self, path: Path) -> None:
        self._window.go("size")
        if not self._commands.compare_with_log(path):
            title = tr("No plan is selected for a comparison with {file}").format(file=path.name)
            sentence = tr("Size the model of this log and choose a plan, then open or paste the log again.")
            self._window.message_bar.show_message("warning", title, sentence, passing=True)

    def _size(self, path: Path) -> None:
        self._window.go("size")
        self._window.size_place.take_file(path)

    def _take_types(self, path: Path) -> None:
        self._window.go("catalog")
        self._commands.catalog_exchange.read_types(path)

    def _take_library(self, path: Path) -> None:
        self._window.go("catalog")
        self._commands.catalog_exchange.read_library(path)

    def _take_template(self, path: Path) -> None:
        def keep(_: object) -> str:
            from gpudesk.catalog.own_templates import take_template

            return take_template(path)

        # In an open project it can be built at once.
        use = self._commands.project.insert_template if self._session.writable else self._commands.file.begin_with
        self._session.jobs.read(keep, use, self._session.failed.emit)

    # said

    def _tell(self, way: Way) -> None:
        self.overlay.tell(way.icon, way.title, way.sentence, refused=way.go is None)

    def _refuse(self, way: Way) -> None:
        self._window.message_bar.show_message("warning", way.title, way.sentence, passing=True)

    def _forget(self) -> None:
        self._away.stop()
        self._stop_looking()
        self._dragged = None
        self.overlay.hide()


def foreign_text(event: QDropEvent) -> str:
    """The text of a drag from another program; "" if it is from this one, which drags its own objects."""
    data = event.mimeData()
    return data.text() if event.source() is None and data.hasText() and data.text().strip() else ""


def clipboard_is_ours() -> bool:
    """Whether the content of the system clipboard is from this program."""
    return QApplication.clipboard().ownsClipboard()


def _looked_at(path: Path, progress: Progress) -> "WhatItIs":
    """Identify a file; a large text is parsed in a process that can be stopped."""
    from gpudesk.formats.recognize.what_is import what_is
    from gpudesk.formats.text.own_process import read_foreign
    from gpudesk.monitor.saved.recognized import is_certain, recognized

    what = what_is(path)
    return what if is_certain(what) or not is_file(path) else read_foreign(path, recognized, path, progress=progress)


def _nothing(error: DeskError) -> None:
    """A failed or canceled check of a drag is not reported: the drop checks again."""
