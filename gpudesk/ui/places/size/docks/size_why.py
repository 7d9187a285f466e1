"""The calculation of the selected plan: figure and limit, derivation, confidence, and changes with an effect."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.sizing.serving.serving import Reason, ServingPlan
from gpudesk.sizing.serving.serving_sensitivity import outlook
from gpudesk.sizing.single_pass.pass_plans import PassPlan, pass_fixes
from gpudesk.sizing.training.training import TrainingPlan, TrainingReason
from gpudesk.sizing.training.training_sensitivity import training_outlook
from gpudesk.ui.places.size.models.cost_working import cost_working
from gpudesk.ui.places.size.models.size_job_working import job_working
from gpudesk.ui.places.size.models.size_pass_working import batch_title, pass_outlook_working, pass_time_working
from gpudesk.ui.places.size.models.size_rows import Plan, lasting, plan_title, remarks, short_format
from gpudesk.ui.places.size.models.size_rules_working import rules_working
from gpudesk.ui.places.size.models.size_systems import systems_working
from gpudesk.ui.places.size.models.size_training_working import training_outlook_working, training_time_working
from gpudesk.ui.places.size.models.size_working import memory_working, outlook_working, time_working
from gpudesk.ui.toolkit.charts.range_figure import RangeFigure
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyView

tr = text_context("SizeWhy")

LATER_MS = 90
"""While figures change under the hand the large one follows at once, and the rest when the hand rests."""
Section = Callable[[Plan], Sequence[WhyContent]]


class SizeWhy(QScrollArea):
    """`header` is the title bar; `sections` return the sections of a plan, in order."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._plan: Plan | None = None
        self._looking: Job | None = None
        self.header = DockHeader(tr("Reason"))
        self.copy_button = self.header.add_button("copy", tr("Copy the calculation as text"))
        self.copy_button.clicked.connect(lambda _=False: self._copy())
        self.figure = RangeFigure()
        self.sections: list[Section] = [
            lambda plan: (memory_working(plan),),
            _times,
            cost_working,
            job_working,
            systems_working,
            rules_working,
        ]
        self._later = QTimer(self, singleShot=True, interval=LATER_MS)
        self._later.timeout.connect(self._fill)
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(10, 8, 10, 10)
        self._column.setSpacing(10)
        self._column.addWidget(self.figure)
        self._rest = QVBoxLayout()
        self._rest.setSpacing(10)
        self._column.addLayout(self._rest)
        self._column.addStretch(1)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Reason"))
        self.setWidget(body)
        self.setMinimumWidth(248)

    @property
    def is_waiting(self) -> bool:
        """Whether the calculation of the plan is pending."""
        return self._later.isActive()

    def show_plan(self, plan: Plan | None, *, later: bool = False) -> None:
        """Show the calculation of another plan; all except the large figure with a delay if it may change again."""
        self._plan = plan
        self.header.set_title(tr("Reason"), "" if plan is None else f"{plan_title(plan)}, {short_format(plan)}")
        self.figure.setVisible(plan is not None)
        if plan is not None:
            self._show_figure(plan)
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        if later:
            self._later.start()
        else:
            self._fill()

    def show_contents(self, caption: str, contents: Sequence[WhyContent]) -> None:
        """Show a working in place of that of a plan."""
        self.show_plan(None)
        self.header.set_title(tr("Reason"), caption)
        for content in contents:
            self._add(content)

    def _show_figure(self, plan: Plan) -> None:
        if isinstance(plan, TrainingPlan) and plan.days is not None and plan.needed.value <= plan.usable_gib:
            days = plan.days
            mark = "error" if TrainingReason.TIME in plan.refused else "warning" if TrainingReason.TIME in plan.risks else ""
            scale, unit = lasting(days.value, {"min": tr("minutes"), "h": tr("hours"), "d": tr("days")})
            most = None if plan.work.days is None else scale * plan.work.days
            value, low, high = (scale * day_count for day_count in (days.value, days.low, days.high))
            self.figure.show_figure(tr("Time for all tokens"), value, low, high, unit, most, mark)
            return
        if isinstance(plan, PassPlan) and Reason.MEMORY not in plan.refused:
            mark = "error" if Reason.TTFT in plan.refused else "warning" if Reason.TTFT in plan.risks else ""
            time = plan.ttft
            self.figure.show_figure(batch_title(plan), time.value, time.low, time.high, tr("s"), plan.work.most_s, mark)
            return
        if not isinstance(plan, ServingPlan) or Reason.MEMORY in plan.refused:
            mark = "error" if plan.needed.value > plan.usable_gib else ""
            needed = plan.needed
            label = tr("Memory of the most loaded GPU")
            self.figure.show_figure(label, needed.value, needed.low, needed.high, "GiB", plan.usable_gib, mark)
            return
        limit = None if plan.work.tpot_s is None else plan.work.tpot_s * 1000
        mark = "error" if Reason.TPOT in plan.refused else "warning" if Reason.TPOT in plan.risks else ""
        running = plan.work.concurrency if plan.load is None or Reason.LOAD in plan.refused else round(plan.load.running_p95)
        several = filled_text(tr("Time per output token, {count} {count|sequence|sequences}"), count=format_number(running))
        title = tr("Time per output token, one sequence") if running == 1 else several
        time = plan.tpot
        self.figure.show_figure(title, time.value * 1000, time.low * 1000, time.high * 1000, "ms", limit, mark)

    def _fill(self) -> None:
        self._later.stop()
        while (item := self._rest.takeAt(0)) is not None:
            shown = item.widget()
            if shown is not None:
                shown.hide()
                shown.deleteLater()
        plan = self._plan
        if plan is None:
            return
        for section in self.sections:
            for content in section(plan):
                self._add(content)
        for remark in remarks(plan):
            self._rest.addWidget(Label(remark, step="body", ink="text.secondary", wrap=True))
        self._look_further(plan)

    def _add(self, content: WhyContent) -> None:
        self._rest.addWidget(Label(content.title, step="strong", wrap=True))
        self._rest.addWidget(WhyView(content))

    def _look_further(self, plan: Plan) -> None:
        """Determine what would make the plan feasible, or its headroom; it is added below the rest."""
        if self._session.jobs.closed:
            # The window went while this waited for the hand to rest.
            return

        def look(progress: Progress) -> WhyContent:
            if isinstance(plan, ServingPlan):
                return outlook_working(plan, outlook(plan, progress))
            if isinstance(plan, PassPlan):
                return pass_outlook_working(plan, pass_fixes(plan))
            return training_outlook_working(plan, training_outlook(plan, progress))

        def take(found: WhyContent) -> None:
            # A user who chose another plan, or this one again, waits for a later look.
            if self._looking is job:
                self._looking = None
                self._add(found)

        def failed(_error: DeskError) -> None:
            """Another plan was chosen."""

        job = self._looking = self._session.jobs.read(look, take, failed)

    def _copy(self) -> None:
        from PySide6.QtGui import QGuiApplication

        views = self.findChildren(WhyView)
        texts = [self.figure.accessibleName(), self.figure.accessibleDescription()]
        QGuiApplication.clipboard().setText("\n\n".join(["\n".join(texts), *(view.accessibleDescription() for view in views)]))


def _times(plan: Plan) -> Sequence[WhyContent]:
    if isinstance(plan, PassPlan):
        return pass_time_working(plan)
    return (time_working(plan),) if isinstance(plan, ServingPlan) else training_time_working(plan)
