"""Actions on sizing plans: compare, draw, write."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, QSizeF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFileDialog

from gpudesk.formats.text.written_files import write_file
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.ui.canvas.drawing_picture import PICTURES, NoPicture, save_painted
from gpudesk.ui.places.size.models.size_export import as_csv
from gpudesk.ui.places.size.models.size_rows import Plan, plan_title, short_format
from gpudesk.ui.places.size.size_workloads import SizeWorkloads
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.text_context import text_context

if TYPE_CHECKING:
    from gpudesk.ui.places.size.panes.size_place import SizePlace
    from gpudesk.ui.shell.shell import Shell

tr = text_context("SizeCommands")

_PICTURE = (1600, 900)
"""Minimum size of a written chart, in screen px."""


class SizeCommands(QObject):
    """Connects the actions that need the place of sizing."""

    def __init__(self, window: "Shell", place: "SizePlace") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._place = place
        connect = window.registry.connect_action
        connect("size.mark", place.mark)
        connect("size.compare", self.compare)
        connect("size.how-far", self.how_far)
        connect("size.slices", self.cut_slices)
        connect("size.run", self.run_plan)
        connect("size.log", self.compare_log)
        connect("size.measured", self.list_measured)
        connect("size.export-picture", self.ask_picture)
        connect("size.export-table", self.ask_table)
        for key in place.pictures.keys:
            connect(f"size.show-{key}", partial(place.pictures.show_page, key))
        self.workloads = SizeWorkloads(window, place)
        place.chosen.connect(window.update_actions)

    def compare(self) -> None:
        """Show the marked plans side by side; without two marks the chosen plan and the best others."""
        from gpudesk.ui.places.size.dialogs.compare_plans import ComparePlansDialog

        dialog = ComparePlansDialog(self._place.to_compare(), self._place.current(), self._window)
        dialog.chosen.connect(self._place.choose)
        dialog.open()

    def how_far(self) -> None:
        """Show how far the GPUs of the chosen plan go; an answer is taken over into the form."""
        from gpudesk.ui.places.size.dialogs.plan_headroom import HowFarDialog

        plan = self._place.current()
        if isinstance(plan, ServingPlan):
            dialog = HowFarDialog(self._session, plan, self._place.form.asked(), self._window)
            dialog.taken.connect(self._place.ask_for)
            dialog.open()

    def cut_slices(self) -> None:
        """Show which slices (MIG) hold the chosen service and those of the project."""
        from gpudesk.ui.places.size.dialogs.mig_layout import MigLayoutDialog

        plan = self._place.current()
        if isinstance(plan, ServingPlan):
            MigLayoutDialog(self._session, plan, self._window).open()

    def run_plan(self) -> None:
        """Show what starts the chosen plan."""
        from gpudesk.ui.places.size.dialogs.run_plan import RunPlanDialog

        plan = self._place.current()
        if plan is not None and not isinstance(plan, PassPlan):
            here = max((choice.count for choice in self._place.machine.choices if choice.board == plan.board.key), default=0)
            RunPlanDialog(self._session, plan, self._titled(plan), self._window, here).open()

    def compare_log(self, path: Path | None = None) -> bool:
        """Compare a log, optionally from a file, with the selected plan; returns whether there is one."""
        from gpudesk.ui.places.size.dialogs.paste_log import PasteLogDialog

        plan = self._place.current()
        if not isinstance(plan, ServingPlan):
            return False
        dialog = PasteLogDialog(self._session, plan, self._titled(plan), self._window)
        dialog.kept.connect(self._place.ask)
        if path is not None:
            dialog.take_file(path)
        dialog.open()
        return True

    def list_measured(self) -> None:
        """Show the measurements of this site."""
        from gpudesk.ui.places.size.dialogs.measured_here import MeasuredHereDialog

        dialog = MeasuredHereDialog(self._session, self._window)
        dialog.forgotten.connect(self._place.ask)
        dialog.open()

    def _titled(self, plan: Plan) -> str:
        return f"{plan.work.model.name} · {plan_title(plan)}, {short_format(plan)}"

    # files

    def ask_picture(self) -> None:
        """Ask for the picture file, and write it."""
        title = tr("Save the chart of the candidates")
        self._ask(title, tuple(reversed(PICTURES)), self.save_picture)

    def ask_table(self) -> None:
        """Ask for the table file, and write it."""
        self._ask(tr("Save the candidates as a table"), (".csv",), self.save_table)

    def _ask(self, title: str, suffixes: tuple[str, ...], save: Callable[[Path], None]) -> None:
        kinds = ";;".join(f"{suffix[1:].upper()} (*{suffix})" for suffix in suffixes)
        dialog = file_dialog(self._window, title, str(documents_folder()), kinds)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffixes[0][1:])
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(chosen.split()[0].lower()))
        answered = self._place.answered
        model = "" if answered is None else answered.model.name.rsplit("/", 1)[-1]
        name = model or tr("candidates")
        dialog.selectFile(f"{name}{suffixes[0]}".replace("/", "-"))
        dialog.fileSelected.connect(lambda chosen: save(Path(chosen)))
        dialog.open()

    def save_picture(self, path: Path) -> None:
        """Write the chart shown as currently painted."""
        page = self._place.pictures.page()
        size = QSize(max(page.width(), _PICTURE[0]), max(page.height(), _PICTURE[1]))

        def paint(painter: QPainter, wanted: QSizeF) -> None:
            page.render_to(painter, wanted)

        try:
            save_painted(self._session.jobs, paint, size, path, self._written, self._session.failed.emit)
        except NoPicture as error:
            self._session.failed.emit(error)

    def save_table(self, path: Path) -> None:
        """Write the candidates that are listed."""
        content = as_csv(self._place.candidates.plans).encode()

        def write() -> Path:
            write_file(path, content)
            return path

        self._session.jobs.read(lambda _: write(), self._written, self._session.failed.emit)

    def _written(self, path: Path) -> None:
        self._window.message_bar.show_message("ok", tr("Saved to {path}.").format(path=path), "")
