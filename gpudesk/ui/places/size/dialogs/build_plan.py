"""Build a sizing plan: machine type, number per rack, and the resulting project."""

from typing import Any

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from gpudesk.checks.findings.finding import Severity
from gpudesk.core.cooling.cooling_unit_kinds import Way
from gpudesk.core.messages.message import Message
from gpudesk.operations.plan.build_pod import BuiltPod, build_pod
from gpudesk.operations.plan.plan_preview import PodPreview, preview_pod
from gpudesk.sizing.systems.hosts import Host, hosts
from gpudesk.sizing.systems.pod import PodChoice, pod, systems_needed, template_gpus
from gpudesk.sizing.systems.pod_rules import PodTemplate, pod_rules
from gpudesk.sizing.workloads.placed import AnyPlan, Need
from gpudesk.sizing.workloads.saved_workload import Kept
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.form import RING, Form
from gpudesk.ui.toolkit.quantities import MISSING, format_number, format_quantity
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.choice_tooltip import show_whole_text
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("BuildPlanDialog")

_LATER_MS = 150


class BuildPlanDialog(DeskDialog):
    """Choices on the left, result on the right: the plan is built in a hidden project, so these are the final figures.

    Signals:
        built(BuiltPod): it was added to the project.
    """

    built = Signal(object)

    def __init__(self, session: Session, plan: AnyPlan, work: Kept | None, name: str = "", parent: QWidget | None = None) -> None:
        """`work` is the request, stored in the project under a name; None if the project has it already."""
        super().__init__(parent)
        self._project, self._plan, self._keeps = session, plan, work
        self._preview: PodPreview | None = None
        self._asked = 0
        text = tr("{count} × {board} become systems, racks, power, networks and cables in their own halls, in one step.")
        self.set_heading(tr("Build this plan"), text.format(count=format_number(plan.gpus), board=plan.board.title))
        self.let_body_fill()
        form = Form(self)
        self.host = QComboBox(form)
        self.host.setMinimumContentsLength(26)
        self.host.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        show_whole_text(self.host)
        self._offer()
        self.rack_kw = QSpinBox(form)
        self.rack_kw.setRange(1, 1000)
        self.rack_kw.setSuffix(" kW")
        self.rack_kw.setValue(round(float(pod_rules().rack["power_w"]) / 1000))
        self.cooling = QComboBox(form)
        for way, title in (
            (Way.ROOM, tr("Perimeter units")),
            (Way.ROW, tr("In-row units")),
            (Way.DOOR, tr("Rear doors")),
            (Way.NONE, tr("None")),
        ):
            self.cooling.addItem(title, str(way))
        form.add(tr("Built as"), self.host)
        form.add(tr("Max. per rack"), self.rack_kw)
        form.add(tr("Cooling"), self.cooling)
        self.keep = QCheckBox(tr("Save the requirements as a workload"), form)
        self.keep.setChecked(work is not None)
        self.keep.setVisible(work is not None)
        self.name = QLineEdit(name, form)
        self.name.setMaxLength(200)
        self.name.setPlaceholderText(tr("Next free name"))
        if work is not None:
            form.add(tr("Workload"), self.keep)
            form.add(tr("Name"), self.name)
        self.name.setVisible(work is not None)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self.values: dict[str, Label] = {}
        self.told = Label("", self, step="body", ink="text.secondary", wrap=True)
        self._lay_out(form)
        self._verb = tr("Build")
        self.add_buttons(self._verb, self.build)
        self.set_verb(self._verb, enabled=False)
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self._look)
        self.host.currentIndexChanged.connect(self._changed)
        self.cooling.currentIndexChanged.connect(self._changed)
        self.rack_kw.valueChanged.connect(self._changed)
        self.keep.toggled.connect(self.name.setEnabled)
        session.closed.connect(self.reject)
        self.resize(860, 470)
        self.host.setFocus()
        self._changed()
        self._look()

    def _lay_out(self, form: Form) -> None:
        left = QVBoxLayout()
        left.setContentsMargins(MARGIN - RING, 2, 8, 14)
        left.addWidget(form)
        left.addStretch(1)
        right = QVBoxLayout()
        right.setContentsMargins(8, 6, MARGIN, 14)
        right.setSpacing(10)
        right.addWidget(Label(tr("Added to the project"), self, step="strong"))
        right.addLayout(self._grid)
        right.addWidget(self.told)
        right.addStretch(1)
        split = QHBoxLayout()
        split.setSpacing(0)
        split.addLayout(left, 6)
        split.addLayout(right, 5)
        self.body.addLayout(split, 1)

    def _offer(self) -> None:
        """The machines that hold the board, then the templates."""
        board = self._plan.board.key
        for host in hosts(board):
            if host.gpus >= self._plan.split.tensor:
                self.host.addItem(tr("{model}, {count} GPUs each").format(model=tr_type_name(host.title), count=host.gpus), host)
        for template in pod_rules().templates_of(board):
            self.host.addItem(tr("Template {name}").format(name=template.template), template)

    def choice(self) -> PodChoice | None:
        """The current choice; None if no machine holds the GPU."""
        chosen = self.host.currentData()
        if chosen is None:
            return None
        gpus = template_gpus(chosen) if isinstance(chosen, PodTemplate) else chosen.gpus
        systems = systems_needed(Need(self._plan, gpus), gpus)
        host, template = (chosen, None) if isinstance(chosen, Host) else (None, chosen)
        return PodChoice(host, systems, template, 1000.0 * self.rack_kw.value(), cooling=str(self.cooling.currentData()))

    def build(self) -> None:
        """Build it as one step."""
        preview = self._preview
        if preview is None or self.main is None or not self.main.isEnabled():
            return

        def done(found: BuiltPod) -> None:
            self.accept()
            self.built.emit(found)

        work = self._keeps if self._keeps is not None and self.keep.isChecked() else None
        self.do(self._project, build_pod, preview.pod.plan, work, self.name.text(), done=done)

    def _changed(self, *_: Any) -> None:
        of_template = isinstance(self.host.currentData(), PodTemplate)
        for field in (self.rack_kw, self.cooling):
            with QSignalBlocker(field):
                field.setEnabled(not of_template)
        self._preview = None
        self.set_verb(self._verb, enabled=False)
        self._later.start()

    def _look(self) -> None:
        """Build it in a hidden project, unless the choice changed in the meantime."""
        self._later.stop()
        self._asked += 1
        number = self._asked
        if self.host.currentData() is None:
            text = tr("No system in the catalog has {board}. Add one to the catalog, or choose another plan.")
            self.told.setText(text.format(board=self._plan.board.title))
            return
        self.told.setText(tr("Calculating…"))

        def work() -> PodPreview:
            choice = self.choice()
            assert choice is not None  # noqa: S101 - narrows the type
            return preview_pod(pod(choice))

        def done(preview: PodPreview) -> None:
            if number == self._asked:
                self.complaint.hide()
                self._show(preview)

        self.read(self._project, work, done)

    def complain(self, error: Any) -> None:
        self.told.setText("")
        super().complain(error)

    def _show(self, preview: PodPreview) -> None:
        self._preview = preview
        totals = preview.totals
        missing = totals.power_missing["max"]
        watts = format_quantity(totals.power_w["max"] / 1000, "kW")
        if missing:
            watts = tr("{power}, unknown for {count}").format(power=watts, count=format_number(missing))
        networks = ", ".join(f"{name} {format_quantity(rate, 'Gb/s')}" for name, rate in preview.networks)
        errors, warnings = preview.problems[Severity.ERROR], preview.problems[Severity.WARNING]
        rows = {
            tr("GPUs"): tr("{count}, {needed} required").format(count=format_number(totals.gpus), needed=format_number(self._plan.gpus)),
            tr("Systems"): format_number(totals.systems),
            tr("Racks"): format_number(totals.racks),
            tr("Power"): watts,
            tr("Mass"): format_quantity(round(totals.mass_kg), "kg"),
            tr("Links"): format_number(preview.cables.links),
            tr("Capital"): self._money(preview),
            tr("Networks"): networks or tr("None"),
            tr("Errors"): format_number(errors),
            tr("Warnings"): format_number(warnings),
        }
        for number, (title, value) in enumerate(rows.items()):
            if title not in self.values:
                self._grid.addWidget(Label(title, self, step="body", ink="text.secondary"), number, 0)
                self.values[title] = Label("", self, step="body", wrap=True)
                self._grid.addWidget(self.values[title], number, 1)
            self.values[title].setText(value)
        lacking: list[Message] = list(preview.pod.left_out)
        there = set(self._project.snapshot["network"]["kind"].tolist())
        notices = [tr_message(message) for message in lacking]
        if any(network.kind in there for network in preview.pod.plan.networks):
            notices.insert(0, tr("Existing networks of these kinds stay unchanged until the project is cabled again."))
        self.told.setText("\n".join(notices))
        self.set_verb(self._verb)

    def _money(self, preview: PodPreview) -> str:
        """Purchase cost, and the number of items without a known price."""
        cost = preview.cost
        if cost.capital is None:
            return MISSING
        text = format_quantity(round(cost.capital.value), cost.currency)
        if not cost.unknown_pieces:
            return text
        return tr("{power}, unknown for {count}").format(power=text, count=format_number(cost.unknown_pieces))
