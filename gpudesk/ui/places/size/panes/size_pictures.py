"""The picture in the middle of sizing: one of several, chosen in its head, each of the same plans."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.ui.places.size.models.pareto_rows import PASS_SPEED, PASS_USE, SPEED, TRAINING_SPEED, TRAINING_USE, USE, Figure
from gpudesk.ui.places.size.models.size_rows import Plan
from gpudesk.ui.places.size.panes.caps_picture import CapsPicture
from gpudesk.ui.places.size.panes.cost_bars import CostBars
from gpudesk.ui.places.size.panes.pareto_picture import ParetoPicture
from gpudesk.ui.places.size.panes.part_bars import MemoryBars, StepBars
from gpudesk.ui.places.size.panes.plan_spots import PlanPicture
from gpudesk.ui.places.size.panes.roofline_picture import RooflinePicture
from gpudesk.ui.places.size.panes.size_cost import OwnOrRentPicture, SwingsPicture
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.legend import Legend
from gpudesk.ui.toolkit.widgets.tab_header import TabHeader

tr = text_context("SizePictures")

TRAINING_PICTURES = ("memory", "pareto", "step", "cost", "own-or-rent", "swings", "caps")
"""Charts for training; its operations are not drawn in a roofline."""

PASS_PICTURES = ("memory", "pareto", "cost", "own-or-rent", "swings", "caps")
"""Charts for models that run in passes."""
_AXES = {"train": (TRAINING_USE, TRAINING_SPEED), "passes": (PASS_USE, PASS_SPEED), "serve": (USE, SPEED)}

_LEGEND_MARGINS = (10, 4, 10, 0)


class SizePictures(QWidget):
    """Charts are added by key; only the visible one is calculated.

    Signals:
        chosen(object): key of a plan selected in a chart.
        page_changed(str): another chart is shown.
    """

    chosen = Signal(object)
    page_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plans: tuple[Plan, ...] = ()
        self._current: object = None
        self._kind = "serve"
        self._pages: dict[str, PlanPicture] = {}
        self._controls: dict[str, QWidget] = {}
        self.tabs = TabHeader(tr("Charts of the candidates"))
        self.tabs.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.tabs.tabs.setUsesScrollButtons(False)
        self._stack = QStackedWidget()
        self.legend = Legend(wrap=True)
        above = QWidget()
        around = QVBoxLayout(above)
        around.setContentsMargins(*_LEGEND_MARGINS)
        around.addWidget(self.legend)
        self._above = above
        self.bars = MemoryBars()
        self.pareto = ParetoPicture()
        self.use, self.speed = _figures(USE, tr("X axis")), _figures(SPEED, tr("Y axis"))
        for combo in (self.use, self.speed):
            combo.currentIndexChanged.connect(lambda _: self._weigh())
        axes = QWidget()
        row = QHBoxLayout(axes)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.speed)
        row.addWidget(self.use)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(above)
        column.addWidget(self._stack, 1)
        self.add("memory", tr("Memory"), self.bars)
        self.add("pareto", tr("Pareto"), self.pareto)
        self.pareto.put_in_corner(axes)
        self.add("roofline", tr("Roofline"), RooflinePicture())
        self.add("step", tr("Step"), StepBars())
        self.add("cost", tr("Cost"), CostBars())
        self.add("own-or-rent", tr("Own or rent"), OwnOrRentPicture())
        self.add("swings", tr("Sensitivity"), SwingsPicture())
        self.add("caps", tr("Caps"), CapsPicture())
        self.tabs.page_chosen.connect(self._show_page)
        self._show_page(self.tabs.current())

    def add(self, key: str, title: str, picture: PlanPicture, control: QWidget | None = None) -> None:
        """Add a chart; its control is in the header while it is shown."""
        self._pages[key] = picture
        self._stack.addWidget(picture)
        self.tabs.add_page(key, title)
        if control is not None:
            self._controls[key] = control
            self.tabs.add_control(control)
            control.hide()
        picture.chosen.connect(self.chosen)

    def page(self) -> PlanPicture:
        """The picture that is shown."""
        return self._pages[self.tabs.current()]

    def picture(self, key: str) -> PlanPicture:
        """Raises:
        KeyError: there is no such picture.
        """
        return self._pages[key]

    @property
    def keys(self) -> list[str]:
        """The pictures there are."""
        return list(self._pages)

    def show_page(self, key: str) -> None:
        """Show a picture."""
        self.tabs.set_current(key)

    def show_plans(self, plans: Sequence[Plan], current: object) -> None:
        """Show some plans, best first, one of them chosen."""
        kind = _kind(plans)
        if plans and kind != self._kind:
            self._kind = kind
            self.pareto.show_plans((), None)
            uses, speeds = _AXES[kind]
            _offer(self.use, uses)
            _offer(self.speed, speeds)
            self._weigh()
        self._plans, self._current = tuple(plans), current
        self._fill()

    def show_task(self, keys: Sequence[str]) -> None:
        """Offer the charts that apply to a task."""
        if self.tabs.current() not in keys:
            self.show_page(keys[0])
        for place, key in enumerate(self._pages):
            self.tabs.tabs.setTabEnabled(place, key in keys)
            self.tabs.tabs.setTabToolTip(place, "" if key in keys else tr("Only for language model serving"))

    def _fill(self) -> None:
        page = self.page()
        page.show_plans(self._plans, self._current)
        names = page.legend()
        self.legend.set_entries(names)
        self._above.setVisible(bool(names))

    def _show_page(self, key: str) -> None:
        self._stack.setCurrentWidget(self._pages[key])
        for name, control in self._controls.items():
            control.setVisible(name == key)
        self.setFocusProxy(self._pages[key])
        self._fill()
        self.page_changed.emit(key)

    def _weigh(self) -> None:
        uses, speeds = _AXES[self._kind]
        use = next(candidate for candidate in uses if candidate.key == self.use.currentData())
        speed = next(candidate for candidate in speeds if candidate.key == self.speed.currentData())
        self.pareto.set_axes(use, speed)


def _kind(plans: Sequence[Plan]) -> str:
    if plans and isinstance(plans[0], TrainingPlan):
        return "train"
    return "passes" if plans and isinstance(plans[0], PassPlan) else "serve"


def _figures(figures: Sequence[Figure], name: str) -> QComboBox:
    combo = QComboBox()
    combo.setAccessibleName(name)
    combo.setToolTip(name)
    combo.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    _offer(combo, figures)
    return combo


def _offer(combo: QComboBox, figures: Sequence[Figure]) -> None:
    combo.blockSignals(True)
    combo.clear()
    for figure in figures:
        combo.addItem(figure.title, figure.key)
    combo.blockSignals(False)
