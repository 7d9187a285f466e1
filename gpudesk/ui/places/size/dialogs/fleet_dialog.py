"""How the workloads of the project share its GPUs: by the hours of a day, and by what sharing keeps apart."""

from dataclasses import dataclass

from PySide6.QtWidgets import QPushButton, QWidget

from gpudesk.core.estimates.estimate import Kind
from gpudesk.project.snapshot import Snapshot
from gpudesk.sizing.fleet.fleet import Hour, Member, hours, members
from gpudesk.sizing.fleet.sharing import ISOLATES, Peak, Sharing, Way, board_groups, peak, sharings
from gpudesk.sizing.fleet.stock_use import StockUse
from gpudesk.sizing.gpus.on_hand import ANY, OnHand
from gpudesk.ui.places.size.dialogs.fleet_on_hand import FleetOnHand, use_of
from gpudesk.ui.places.size.docks.hardware_fields import OnHandField
from gpudesk.ui.toolkit.charts.hour_chart import Band, HourChart
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import MISSING, format_number, format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.legend import Legend

tr = text_context("FleetDialog")


@dataclass(frozen=True, slots=True)
class Seen:
    """Content shown for a project."""

    members: tuple[Member, ...]
    day: tuple[Hour, ...]
    ways: tuple[Sharing, ...]
    peaks: tuple[Peak, ...]
    on_hand: StockUse | None = None

    @property
    def there(self) -> int:
        """GPUs on which some workload may run."""
        return sum(pool.gpus for pool in {pool for member in self.members for pool in member.pools})


def seen(snapshot: Snapshot, held: OnHand = ANY) -> Seen:
    """Calculate the content."""
    workloads = members(snapshot)
    groups = [sharings(key, board_members) for key, board_members in board_groups(workloads).items()]
    peaks = [peak(ways[1]) for ways in groups]
    ways = tuple(way for group in groups for way in group)
    split = tuple(board_peak for board_peak in peaks if board_peak is not None)
    return Seen(tuple(workloads), tuple(hours(workloads)), ways, split, use_of(workloads, held))


class FleetDialog(DeskDialog):
    """Follows the project, and the GPUs on hand, while it is open."""

    def __init__(self, session: Session, on_hand: OnHandField, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project, self._field = session, on_hand
        self._asked = 0
        self.set_heading(
            tr("How workloads share the GPUs"),
            tr("Each uses as many GPUs per hour as it requires, where it runs best."),
        )
        self.let_body_fill()
        self.chart = HourChart(self)
        self.legend = Legend()
        head = DockHeader(tr("GPUs by hour"))
        head.add_control(self.legend)
        self.told = Label("", self, step="body", ink="text.secondary", wrap=True)
        self.told.setContentsMargins(MARGIN, 6, MARGIN, 8)
        self.model = PlainTableModel(self._heads(), self)
        self.table = DeskTable(tr("Ways to share"))
        self.table.setModel(self.model)
        self.table.setSelectionMode(DeskTable.SelectionMode.SingleSelection)
        for column, width in enumerate((190, 230, 64, 74, 74, 74)):
            self.table.setColumnWidth(column, width)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.split = Label("", self, step="body", wrap=True)
        self.split.setContentsMargins(MARGIN, 8, MARGIN, 10)
        self.body.addWidget(head)
        self.body.addWidget(self.chart, 3)
        self.body.addWidget(self.told)
        self.body.addWidget(DockHeader(tr("Ways to share")))
        self.body.addWidget(self.table, 2)
        self.body.addWidget(self.split)
        self.on_hand = FleetOnHand(self)
        self.body.addWidget(self.on_hand, 2)
        self.edit_on_hand = QPushButton(tr("GPUs on hand…"), self)
        self.edit_on_hand.setAutoDefault(False)
        self.edit_on_hand.clicked.connect(lambda _=False: on_hand.ask(self))
        self.add_left(self.edit_on_hand)
        on_hand.changed.connect(self._look)
        self.add_close(tr("Close"))
        self.chart.chosen.connect(lambda hour: self.told.setText(self.chart.told(hour).replace("\n", " · ")))
        session.changed.connect(self._look)
        session.closed.connect(self.reject)
        self.resize(860, 620)
        self._look()
        self.chart.setFocus()

    def _look(self) -> None:
        """Calculate on a reader thread; results for an earlier state are discarded."""
        if not self._project.is_open:
            return
        self._asked += 1
        number, snapshot, held = self._asked, self._project.snapshot, self._field.held

        def done(found: Seen) -> None:
            if number == self._asked:
                self._show(found)

        self.read(self._project, lambda: seen(snapshot, held), done)

    def _show(self, found: Seen) -> None:
        if not found.members:
            self.chart.set_bands([], 0)
            self.told.setText(tr("The project has no workload. Save one in Size."))
            self.legend.set_entries([])
        else:
            bands = [Band(member.name, tuple(member.gpus_at(hour) for hour in range(len(found.day)))) for member in found.members]
            self.chart.set_bands(bands, found.there)
            self.legend.set_entries([band.name for band in bands])
        self.model.set_lines([self._line(way) for way in found.ways], self._heads())
        self.split.setText("\n".join(self._words(board_peak) for board_peak in found.peaks))
        self.split.setVisible(bool(found.peaks))
        self.on_hand.show_use(found.on_hand)

    def _heads(self) -> list[Head]:
        return [
            Head(tr("GPU")),
            Head(tr("Sharing")),
            Head(tr("GPUs"), right=True),
            Head(tr("Memory")),
            Head(tr("Speed")),
            Head(tr("Faults")),
            Head(tr("Confidence")),
        ]

    def _line(self, way: Sharing) -> Line:
        titles = {
            Way.OWN: tr("Dedicated GPUs all day"),
            Way.HOURLY: tr("Reassigned hourly"),
            Way.MIG: tr("MIG slices where sufficient"),
            Way.SHARED: tr("Concurrently (MPS, time-slicing)"),
        }
        apart = [Cell(tr("isolated") if is_isolated else MISSING) for is_isolated in ISOLATES[way.way]]
        known = tr("rule of thumb") if way.kind is Kind.RULE else tr("sized")
        gpus = Cell(format_number(way.gpus), right=True)
        return Line(
            (way.board.key, str(way.way)),
            (
                Cell(way.board.short),
                Cell(titles[way.way]),
                gpus,
                *apart,
                Cell(known, ink="text.secondary"),
            ),
        )

    def _words(self, each: Peak) -> str:
        split = each.split
        text = tr("{board}: own {own} and rent {hours} GPU-hours a year for {cost}; all owned {all_own}, all rented {all_rented}.")
        return text.format(
            board=each.board.short,
            own=format_number(split.own_gpus),
            hours=format_number(round(split.rented_gpu_h)),
            cost=format_quantity(round(split.cost), each.currency),
            all_own=format_quantity(round(split.all_own), each.currency),
            all_rented=format_quantity(round(split.all_rented), each.currency),
        )
