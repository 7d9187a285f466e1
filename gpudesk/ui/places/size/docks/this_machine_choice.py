"""This machine as hardware in the sizing form: selecting it fills in the GPU, their number, and their free memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from shiboken6 import isValid

from gpudesk.ui.panels.fit_looker import HERE, FitLooker
from gpudesk.ui.toolkit.jobs import Jobs
from gpudesk.ui.toolkit.text_context import text_context

if TYPE_CHECKING:
    from gpudesk.ui.places.size.docks.workload_form import WorkloadForm

tr = text_context("ThisMachine")


@dataclass(frozen=True, slots=True)
class HereChoice:
    """GPUs of this machine.

    Attributes:
        board: its key in the catalog.
        free: share of each that is free.
    """

    title: str
    board: str
    count: int
    free: float


class ThisMachine(QObject):
    """Offers the GPUs of this machine before the boards of the catalog, where a driver answers and the catalog has them."""

    def __init__(self, jobs: Jobs, form: "WorkloadForm") -> None:
        super().__init__(form)
        self._jobs, self._form = jobs, form
        self._looker = FitLooker()
        self._looking = False
        self.choices: tuple[HereChoice, ...] = ()
        form.board.currentIndexChanged.connect(self._chosen)

    def look(self) -> None:
        """Detect GPUs and free memory, on a reader thread."""
        if self._looking or self._jobs.closed:
            return
        self._looking = True
        looker = self._looker
        self._jobs.read(lambda _: [HereChoice(*choice) for choice in looker.choices()], self._take)

    def _take(self, choices: Sequence[HereChoice]) -> None:
        if isValid(self):
            self._looking = False
            self.offer(choices)

    def offer(self, choices: Sequence[HereChoice]) -> None:
        """Offer these GPUs in place of earlier ones; the selection stays."""
        combo = self._form.board
        if tuple(choices) == self.choices or combo.count() == 0:
            return
        self.choices = tuple(choices)
        combo.blockSignals(True)
        for at in reversed(range(combo.count())):
            if str(combo.itemData(at)).startswith(HERE):
                combo.removeItem(at)
        for at, choice in enumerate(self.choices):
            combo.insertItem(1 + at, tr("This machine ({gpus})").format(gpus=choice.title), f"{HERE}{at}")
        combo.blockSignals(False)

    def _chosen(self) -> None:
        key = str(self._form.board.currentData() or "")
        if not key.startswith(HERE):
            return
        chosen, form = self.choices[int(key.removeprefix(HERE))], self._form
        form.most.setValue(chosen.count)
        form.show_filled(chosen.free if chosen.free < form.usual_share() else None)
        form.board.setCurrentIndex(form.board.findData(chosen.board))
