"""Files that a person drops on the window, opens or names at the start: each goes to the place where it belongs."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from gpudesk.disk.paths import is_folder
from gpudesk.project.suffix import SUFFIX
from gpudesk.ui.places_on_disk import documents_folder, free_path
from gpudesk.ui.translate import tr_message
from gpudesk.ui.widgets.drop_overlay import DropOverlay

if TYPE_CHECKING:
    from gpudesk.core.plan import Plan
    from gpudesk.formats.what_is import WhatItIs
    from gpudesk.ui.main_window import MainWindow

EMPTY_HALL = "empty-hall"


@dataclass(frozen=True, slots=True)
class _Way:
    """What is said of a file while it is dragged, and what is done with it; `go` is None where nothing can be done."""

    icon: str
    title: str
    sentence: str
    go: Callable[[], object] | None = None


class DroppedFiles(QObject):
    """Says what a file is, and takes it there."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self.overlay = DropOverlay(window)
        self._dragged: Path | None = None
        self._waiting: deque[Callable[[], object]] = deque()
        # A drag that goes from one part of the window to another leaves it and comes again at once.
        self._away = QTimer(self, singleShot=True, interval=0)
        self._away.timeout.connect(self._forget)

    # dragged

    def enter(self, event: QDragEnterEvent) -> None:
        """Hear of a drag that comes: say what would become of it."""
        paths = local_paths(event)
        if not paths:
            return
        event.acceptProposedAction()
        self._away.stop()
        if len(paths) > 1:
            self._dragged = None
            self._tell(self._one_at_a_time())
        elif paths[0] != self._dragged:
            path = self._dragged = paths[0]
            self.overlay.tell("file", path.name, self.tr("Looking at the file…"))
            self._look(path, lambda found: self._tell(self._way(found)) if self._dragged == path else None)

    def leave(self) -> None:
        """Hear that the drag has gone."""
        self._away.start()

    def drop(self, event: QDropEvent) -> None:
        """Take what was let go."""
        paths = local_paths(event)
        self._forget()
        if not paths:
            return
        event.acceptProposedAction()
        if len(paths) > 1:
            self._refuse(self._one_at_a_time())
        else:
            self.take(paths[0])

    # taken

    def take(self, path: Path) -> None:
        """Take a file to the place where it belongs, or say why not and what can be taken."""
        if path.suffix == SUFFIX and not is_folder(path):
            self._session.open(path)
            return

        def act(found: "WhatItIs") -> None:
            way = self._way(found)
            if way.go is None:
                self._refuse(way)
            else:
                way.go()

        self._look(path, act)

    def _look(self, path: Path, done: "Callable[[WhatItIs], None]") -> None:
        def look(_: object) -> "WhatItIs":
            from gpudesk.formats.what_is import what_is

            return what_is(path)

        self._session.jobs.read(look, done, self._session.failed.emit)

    def _way(self, found: "WhatItIs") -> _Way:
        """What becomes of a file now."""
        from gpudesk.formats.what_is import Nature, can_be_taken

        path = found.path
        file = path.name or str(path)
        if found.nature is Nature.UNKNOWN:
            why = "" if found.why is None else tr_message(found.why)
            return _Way("stop", why, tr_message(can_be_taken()))
        if found.nature is Nature.PROJECT:
            sentence = self.tr("The project opens in this window; every edit of the present one is kept in its file.")
            return _Way("open", self.tr("Open {file}").format(file=file), sentence, lambda: self._session.open(path))
        if found.nature is Nature.TEMPLATE:
            sentence = self.tr("It will be among your templates, for new projects and to be inserted.")
            return _Way("layers", self.tr("Take {file} as a template").format(file=file), sentence, lambda: self._take_template(path))
        if found.nature is Nature.OWN_TYPES:
            sentence = self.tr("You see first what would come into the catalog.")
            return _Way("catalog", self.tr("Take the types of {file}").format(file=file), sentence, lambda: self._take_types(path))
        if found.nature is Nature.LIBRARY:
            sentence = self.tr("You see first what would come into the catalog.")
            return _Way("import", self.tr("Import the library {file}").format(file=file), sentence, lambda: self._take_library(path))
        if found.nature is Nature.SUBNET and self._session.is_open and self._session.snapshot["cable"].rows:
            sentence = self.tr("What was built is shown beside what is planned; the project is not changed.")
            return _Way("compare", self.tr("Compare with {file}").format(file=file), sentence, lambda: self._compare(path))
        if found.nature is Nature.MODEL:
            sentence = self.tr("You see which GPUs serve it.")
            return _Way("size", self.tr("Size the model of {file}").format(file=file), sentence, lambda: self._size(path))
        if found.nature in (Nature.GPU_RECORDING, Nature.GPU_LISTING):
            sentence = self.tr("The monitor shows what was read then; nothing is watched meanwhile.")
            return _Way("monitor", self.tr("Show the GPUs of {file}").format(file=file), sentence, lambda: self._show_gpus(path))
        if found.nature is Nature.KERNEL_LOG:
            sentence = self.tr("You see which errors the driver wrote of GPUs, what they mean and what to do.")
            return _Way("monitor", self.tr("Read the errors of {file}").format(file=file), sentence, lambda: self._read_errors(path))
        if self._session.is_open and not self._session.writable:
            return _Way("lock", file, self.tr("This project is open for reading only; nothing can be taken into it."))
        if found.nature is Nature.UNDERLAY:
            return self._underlay_way(path)
        return self._list_way(found)

    def _list_way(self, found: "WhatItIs") -> _Way:
        path, sentence = found.path, self.tr("You see first what would come; nothing is written before you say so.")
        if self._session.is_open:
            title = self.tr("Import {file} into the project").format(file=path.name)
            return _Way("import", title, sentence, lambda: self._import(path, found.import_format))
        title = self.tr("Begin a project with {file}").format(file=path.name)
        return _Way("import", title, sentence, lambda: self._begin(path, None, lambda: self._import(path, found.import_format)))

    def _underlay_way(self, path: Path) -> _Way:
        sentence = self.tr("Two points of it say its scale afterwards.")
        hall = self._hall_name()
        if hall:
            title = self.tr("Lay {file} under the plan of {hall}").format(file=path.name, hall=hall)
            return _Way("floor", title, sentence, lambda: self._lay(path))
        title = self.tr("Begin a hall with {file} under its plan").format(file=path.name)
        if self._session.is_open:
            return _Way("floor", title, sentence, lambda: self._lay_in_new_hall(path))
        return _Way("floor", title, sentence, lambda: self._begin(path, EMPTY_HALL, lambda: self._lay(path)))

    def _hall_name(self) -> str:
        """The hall that is shown on the floor, or would be; "" where there is none."""
        if not self._session.is_open or not self._session.snapshot["hall"].rows:
            return ""
        halls, hall_id = self._session.snapshot["hall"], self._window.floor.hall_id
        return str(halls["name"][halls.position(hall_id) if hall_id is not None else 0])

    def _one_at_a_time(self) -> _Way:
        return _Way(
            "stop", self.tr("One file at a time"), self.tr("Several files cannot be taken together; drop them one after the other.")
        )

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
        from gpudesk.ui.dialogs.import_file import ImportDialog

        dialog = ImportDialog(self._session, self._window)
        dialog.fields.kind.setCurrentIndex(dialog.fields.kind.findData(format_name))
        dialog.fields.path_field.setText(str(path))
        dialog.open()

    def _compare(self, path: Path) -> None:
        commands = self._window.commands.built
        if commands is not None:
            commands.compare_with(path)

    def _lay(self, path: Path) -> None:
        self._window.commands.lay_under(path)

    def _lay_in_new_hall(self, path: Path) -> None:
        from gpudesk import operations

        self._session.do(operations.create_hall, path.stem, done=lambda _: self._lay(path))

    def _show_gpus(self, path: Path) -> None:
        self._window.monitor.show_file(path)
        self._window.go("monitor")

    def _read_errors(self, path: Path) -> None:
        from gpudesk.ui.dialogs.kernel_log import KernelLogDialog

        KernelLogDialog(path, self._session.jobs, self._window.monitor.model, self._window).open()

    def _size(self, path: Path) -> None:
        self._window.go("size")
        self._window.size_place.take_file(path)

    def _take_types(self, path: Path) -> None:
        self._window.go("catalog")
        self._window.commands.catalog_exchange.read_types(path)

    def _take_library(self, path: Path) -> None:
        self._window.go("catalog")
        self._window.commands.catalog_exchange.read_library(path)

    def _take_template(self, path: Path) -> None:
        def keep(_: object) -> str:
            from gpudesk.catalog.own_templates import take_template

            return take_template(path)

        # In an open project it can be built at once.
        commands, writable = self._window.commands, self._session.writable
        use = commands.project.insert_template if writable else commands.file.begin_with
        self._session.jobs.read(keep, use, self._session.failed.emit)

    # said

    def _tell(self, way: _Way) -> None:
        self.overlay.tell(way.icon, way.title, way.sentence, refused=way.go is None)

    def _refuse(self, way: _Way) -> None:
        self._window.message_bar.show_message("warning", way.title, way.sentence, passing=True)

    def _forget(self) -> None:
        self._away.stop()
        self._dragged = None
        self.overlay.hide()


def local_paths(event: QDropEvent) -> Sequence[Path]:
    """The files of this machine that a drag carries."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
