"""A workload of the project: its name, where it can run, and its demand in each hour of a day."""

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from gpudesk.core.work.workload import ALWAYS, HOURS, demand_from
from gpudesk.derived.workloads.gpu_pools import gpu_pools
from gpudesk.operations.project.workloads import add_workload, change_workload
from gpudesk.sizing.workloads.saved_workload import Kept
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form, PhaseField
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("WorkloadDialog")

_DAYS = {
    "always": ALWAYS,
    "office": tuple(100 if 8 <= hour < 18 else 20 for hour in range(HOURS)),
    "night": tuple(0 if 6 <= hour < 20 else 100 for hour in range(HOURS)),
}


class WorkloadDialog(DeskDialog):
    """Of a workload that is kept, or of a new one."""

    def __init__(self, session: Session, workload_id: int | None, work: Kept | None = None, parent: QWidget | None = None) -> None:
        """`work` is the request of a new one."""
        super().__init__(parent)
        self._project, self._id, self._keeps = session, workload_id, work
        row = None if workload_id is None else session.snapshot["workload"].row(workload_id)
        title = tr("Save as a workload") if row is None else tr("Workload")
        self.set_heading(title, tr("The checks alert you when it no longer fits on the GPUs it may use."))
        form = Form(self)
        self.name = QLineEdit("" if row is None else str(row["name"]), form)
        self.name.setMaxLength(200)
        self.name.setPlaceholderText(tr("Next free name"))
        self.type = QComboBox(form)
        self.type.addItem(tr("Any system"), "")
        pools = session.snapshot.cached(gpu_pools)
        known = {pool.type_key: pool.title for pool in pools}
        if row is not None and row["on_type"]:
            known.setdefault(row["on_type"], row["on_type"])
        for key, model in sorted(known.items(), key=lambda item: item[1]):
            self.type.addItem(model, key)
        self.hall = QComboBox(form)
        self.hall.addItem(tr("Any hall"), None)
        halls = session.snapshot["hall"]
        for hall_id, name in zip(halls.ids.tolist(), halls["name"].tolist(), strict=True):
            self.hall.addItem(str(name), hall_id)
        self.on_phase = QComboBox(form)
        self.on_phase.addItem(tr("Any phase"), None)
        for number in sorted(
            {pool.phase for pool in pools} | ({row["on_phase"]} if row is not None and row["on_phase"] is not None else set())
        ):
            self.on_phase.addItem(tr("Phase {number}").format(number=number), number)
        self.phase = PhaseField(1 if row is None else int(row["phase"]), form)
        self.day = QComboBox(form)
        for key, words in (
            ("always", tr("Constant full load")),
            ("office", tr("Full load by day, one fifth at night")),
            ("night", tr("At night only")),
            ("own", tr("As entered below")),
        ):
            self.day.addItem(words, key)
        self.hours = QLineEdit(form)
        demand = ALWAYS if row is None else demand_from(row["demand"])
        form.add(tr("Name"), self.name)
        form.add(tr("Runs on"), self.type)
        form.add(tr("Hall"), self.hall)
        form.add(tr("Systems in phase"), self.on_phase)
        form.add(tr("Required from phase"), self.phase)
        form.add(tr("Day"), self.day)
        form.add(tr("Percent by hour"), self.hours, tr("24 numbers from 0 to 100, starting at midnight."))
        self.add_form(form)
        self.hours.setText(" ".join(str(percent) for percent in demand))
        self.hours.setCursorPosition(0)
        self.day.setCurrentIndex(self.day.findData(next((key for key, hours in _DAYS.items() if hours == demand), "own")))
        if row is not None:
            self.type.setCurrentIndex(max(0, self.type.findData(row["on_type"])))
            self.hall.setCurrentIndex(max(0, self.hall.findData(row["hall_id"])))
            self.on_phase.setCurrentIndex(max(0, self.on_phase.findData(row["on_phase"])))
        self.day.activated.connect(self._day_chosen)
        self.hours.textEdited.connect(lambda _: self._judge())
        self.add_buttons(tr("Save") if row is None else tr("Change"), self.keep)
        session.closed.connect(self.reject)
        self.resize(480, 400)
        self.name.setFocus()
        self.name.selectAll()

    def demand(self) -> list[int] | None:
        """The entered percentages; None if invalid."""
        words = self.hours.text().replace(",", " ").split()
        if len(words) != HOURS or not all(word.isdecimal() and len(word) < 4 and int(word) <= 100 for word in words):
            return None
        percents = [int(word) for word in words]
        return percents if any(percents) else None

    def keep(self) -> None:
        """Keep or change it as one step."""
        demand = self.demand()
        if demand is None:
            return
        settings = {
            "on_type": self.type.currentData() or "",
            "hall_id": self.hall.currentData(),
            "on_phase": self.on_phase.currentData(),
            "phase": self.phase.value(),
            "demand": demand,
        }
        if self._id is not None:
            self.do(self._project, change_workload, self._id, {"name": self.name.text(), **settings})
        elif self._keeps is not None:
            work = self._keeps
            self.do(self._project, add_workload, self.name.text(), work.task, work.asked, work.model, settings)

    def _day_chosen(self) -> None:
        hours = _DAYS.get(str(self.day.currentData()))
        if hours is not None:
            self.hours.setText(" ".join(str(hour) for hour in hours))
        else:
            self.hours.setFocus()
            self.hours.selectAll()
        self._judge(own=False)

    def _judge(self, *, own: bool = True) -> None:
        if own:
            self.day.setCurrentIndex(self.day.findData("own"))
        if self.main is not None:
            self.main.setEnabled(self.demand() is not None)
