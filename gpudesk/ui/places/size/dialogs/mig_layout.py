"""Which slices (MIG) hold the chosen service, and those that the project keeps, on as few GPUs as do; the layout to be saved."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QPlainTextEdit, QSpinBox, QVBoxLayout, QWidget

from gpudesk.core.hardware.mig import Placed
from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.formats.launch.launch_cluster import mig_parted, planned_layouts
from gpudesk.formats.text.written_files import write_file
from gpudesk.sizing.fit.mig_serving import ServedJob, ServedSlices, served_slices
from gpudesk.sizing.gpus.boards import Board, boards
from gpudesk.sizing.gpus.mig_slices import mig_profiles
from gpudesk.sizing.serving.serving import ServingPlan, ServingWorkload
from gpudesk.sizing.serving.serving_request import Asked, architecture_of, workload_of
from gpudesk.sizing.workloads.saved_workload import Kept, asked_of
from gpudesk.ui.places.size.models.size_rows import between, format_title, milliseconds
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.parts.form_fields import count
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.places_on_disk import documents_folder
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("MigLayoutDialog")

_MOST_SLICES, _MOST_KEPT = 1000, 8
_WIDTHS = (172, 78, 92, 84, 84)
_FILE = "mig-parted.yaml"


@dataclass(frozen=True, slots=True)
class Service:
    """A service to run on slices: each of its workloads is an alternative, the first feasible one counts."""

    name: str
    ways: tuple[ServingWorkload, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """Partition of GPUs: the services with slices, and the mig-parted configuration."""

    names: tuple[str, ...]
    made: ServedSlices
    text: str


class MigLayoutDialog(DeskDialog):
    """The number of slices of each service is on the left; the GPUs that hold them are on the right."""

    def __init__(self, session: Session, plan: ServingPlan, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._project = session
        self._asked, self._shown = 0, 0
        self.services = [Service(plan.work.model.name.rsplit("/", 1)[-1], (plan.work,)), *_kept(session)]
        self.set_heading(
            tr("Slices (MIG)"),
            tr("Each slice serves the full demand of its service on its own, in the smallest sufficient size."),
        )
        row = QHBoxLayout()
        row.setSpacing(16)
        self.body.addLayout(row, 1)
        form = Form(self)
        form.setMaximumWidth(340)
        self.board = QComboBox(form)
        for board in boards().values():
            if mig_profiles(board.key):
                self.board.addItem(board.short, board.key)
        own = plan.board.part_of or plan.board.key
        self.board.setCurrentIndex(max(0, self.board.findData(own)))
        form.add(tr("GPU"), self.board)
        self.counts: list[QSpinBox] = []
        for place, service in enumerate(self.services):
            box = count(0, _MOST_SLICES, 0 if place else 1, tr("{count|slice|slices}"), tr("none"))
            box.setAccessibleName(service.name)
            box.setKeyboardTracking(False)
            form.add(service.name, box)
            self.counts.append(box)
        row.addWidget(form, 0, Qt.AlignmentFlag.AlignTop)
        result_column = QVBoxLayout()
        result_column.setSpacing(8)
        row.addLayout(result_column, 1)
        self.model = PlainTableModel(
            (
                Head(tr("Service")),
                Head(tr("Slices"), right=True),
                Head(tr("Slice")),
                Head(tr("Memory"), right=True),
                Head(tr("ms/token"), right=True),
                Head(tr("90 % range"), right=True),
            ),
            self,
        )
        self.table = DeskTable(tr("Slices"))
        self.table.setModel(self.model)
        self.table.setSelectionMode(DeskTable.SelectionMode.SingleSelection)
        for column, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(column, width)
        self.told = Label("", self, step="body", wrap=True)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(tr("Layout for mig-parted"))
        self.text.setTabChangesFocus(True)
        result_column.addWidget(self.table, 2)
        result_column.addWidget(self.told)
        result_column.addWidget(self.text, 3)
        self.add_buttons(tr("Save…"), self.ask_where, close=tr("Close"))
        self.board.currentIndexChanged.connect(lambda _: self._look())
        for box in self.counts:
            box.valueChanged.connect(lambda _: self._look())
        self.resize(1060, 560)
        self._look()
        self.board.setFocus()

    @property
    def is_answering(self) -> bool:
        """Whether the result shown is outdated."""
        return self._shown != self._asked

    def _look(self) -> None:
        """Calculate on a reader thread; results for earlier requests are discarded."""
        self._asked += 1
        number, board = self._asked, boards()[str(self.board.currentData())]
        service_counts = [(service, box.value()) for service, box in zip(self.services, self.counts, strict=True) if box.value()]

        def work() -> Cut | DeskError | None:
            try:
                return _cut(board, service_counts) if service_counts else None
            except DeskError as error:
                return error

        def done(found: Cut | DeskError | None) -> None:
            if number == self._asked:
                self._shown = number
                self._show(board, found)

        self.read(self._project, work, done)

    def _show(self, board: Board, found: Cut | DeskError | None) -> None:
        if isinstance(found, Cut):
            self.complaint.hide()
            slices = found.made.layout.slices
            self.model.set_lines(
                [
                    Line(
                        place,
                        (
                            Cell(name, tool_tip=format_title(plan.work.form)),
                            Cell(format_number(need.count), right=True),
                            Cell(profile.name, step="strong"),
                            Cell(format_number(held, 1), unit="GiB", right=True),
                            Cell(milliseconds(plan.tpot.value), right=True),
                            Cell(between(plan.tpot), right=True, step="caption", ink="text.tertiary"),
                        ),
                    )
                    for place, (name, (need, profile, held), plan) in enumerate(zip(found.names, slices, found.made.plans, strict=True))
                ]
            )
            self.told.setText(self._words(board, found))
            self.text.setPlainText(found.text)
        else:
            self.model.set_lines([])
            self.told.setText("" if found is not None else tr("Enter the services to assign slices to."))
            self.text.setPlainText("")
            if found is not None:
                self.complain(found)
        self.set_verb(tr("Save…"), enabled=isinstance(found, Cut))

    def _words(self, board: Board, found: Cut) -> str:
        layouts = found.made.layout.layouts
        alike = Counter(
            " + ".join(f"{placed_slice.profile.name}@{placed_slice.start}" for placed_slice in _in_order(gpu)) for gpu in layouts.gpus
        )
        least = tr("fewer are not enough") if layouts.exact else tr("fewer may be enough")
        first = f"{format_number(len(layouts.gpus))} × {board.short} ({least}):"
        return "\n".join([first, *(f"{format_number(number)} × {layout}" for layout, number in alike.items())])

    def ask_where(self) -> None:
        """Ask for the layout file."""
        dialog = file_dialog(self, tr("Save the layout"), str(documents_folder()), "YAML (*.yaml)")
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("yaml")
        dialog.selectFile(_FILE)
        dialog.fileSelected.connect(lambda chosen: self.save(Path(chosen)))
        dialog.open()

    def save(self, path: Path) -> None:
        """Write the layout."""
        content = self.text.toPlainText().encode()
        self.read(self._project, lambda: write_file(path, content), lambda _written: self.accept())


def _kept(session: Session) -> list[Service]:
    """The services that the project keeps; what makes no sense here is left out."""
    if not session.is_open:
        return []
    rows, services = session.snapshot["workload"], []
    for row_id in rows.ids.tolist()[:_MOST_KEPT]:
        row = rows.row(row_id)
        try:
            request = asked_of(Kept(row["task"], row["asked"], row["model"]))
            if isinstance(request, Asked):
                model = architecture_of(request)
                services.append(Service(str(row["name"]), tuple(workload_of(request, model, key) for key in request.formats)))
        except InvalidData:
            continue
    return services


def _cut(board: Board, wanted: list[tuple[Service, int]]) -> Cut:
    """Raises:
    InvalidData: a service fits no slice.
    """
    jobs = [ServedJob(_way(board, service), number) for service, number in wanted]
    slices = served_slices(board, jobs)
    counts = [dict(Counter(placed_slice.profile.name for placed_slice in _in_order(gpu))) for gpu in slices.layout.layouts.gpus]
    return Cut(tuple(service.name for service, _ in wanted), slices, "".join(mig_parted(planned_layouts(counts)).values()))


def _way(board: Board, service: Service) -> ServingWorkload:
    """The first alternative that fits a slice; if there is none, the last one, with the reason."""
    for work in service.ways[:-1]:
        try:
            served_slices(board, [ServedJob(work, 1)])
        except InvalidData:
            continue
        return work
    return service.ways[-1]


def _in_order(gpu: tuple[Placed, ...]) -> list[Placed]:
    return sorted(gpu, key=lambda placed_slice: placed_slice.start)
