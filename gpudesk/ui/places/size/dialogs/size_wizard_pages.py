"""The pages of step-by-step sizing: workload, demands, candidates, comparison, plan."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget

from gpudesk.ui.places.size.docks.workload_form import WorkloadForm
from gpudesk.ui.places.size.models.size_rows import Plan, plan_title, short_format, verdict
from gpudesk.ui.places.size.models.size_summary import summary
from gpudesk.ui.places.size.panes.size_candidates import SizeCandidates
from gpudesk.ui.places.size.panes.size_pictures import SizePictures
from gpudesk.ui.toolkit.parts.form_fields import amount, field_row
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.severity_marks import SeverityMark
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyView

tr_model_page = text_context("ModelPage")
tr_demands_page = text_context("DemandsPage")
tr_plan_page = text_context("PlanPage")

_COLUMN_WIDE = 420
_MOST_MONEY, _MOST_KW = 1e12, 1e6


def scrolled(content: QWidget) -> QScrollArea:
    """A page that scrolls where the dialog is low."""
    scroll = QScrollArea()
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setWidget(content)
    return scroll


class ModelPage(QWidget):
    """The task and the model: by name, by a file, or by its parameters alone."""

    def __init__(self, form: WorkloadForm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.open_file = VerbButton(tr_model_page("Open a model file…"))
        words = tr_model_page(
            "Enter part of a name, or the parameter count of an unknown model, such as 13B. You can drop your own files here: "
            "config.json, GGUF or safetensors."
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 4, 6, 4)
        column.setSpacing(10)
        form.asking.setMaximumWidth(_COLUMN_WIDE + 120)
        column.addWidget(form.asking)
        hint_column = QVBoxLayout()
        hint_column.setContentsMargins(10, 0, 10, 0)
        hint_column.setSpacing(10)
        hint = Label(words, step="body", ink="text.secondary", wrap=True)
        hint.setFixedWidth(_COLUMN_WIDE + 100)
        hint.setMinimumHeight(hint.heightForWidth(hint.width()))
        hint_column.addWidget(hint)
        hint_column.addWidget(self.open_file, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(hint_column)
        column.addStretch(1)


class DemandsPage(QWidget):
    """The demands, the hardware, and the limits of cost and power."""

    def __init__(self, form: WorkloadForm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        unit = tr_demands_page("per year")
        self.budget = amount(0.0, _MOST_MONEY, 0.0, unit, 0, tr_demands_page("no limit"))
        self.power = amount(0.0, _MOST_KW, 0.0, "kW", 1, tr_demands_page("no limit"))
        form.details.setFixedWidth(_COLUMN_WIDE)
        limits = QWidget()
        column = QVBoxLayout(limits)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(GroupHeader(tr_demands_page("Budget"), foldable=False))
        column.addWidget(field_row(tr_demands_page("Cost limit"), self.budget))
        column.addWidget(field_row(tr_demands_page("GPU power"), self.power))
        self.told = Label("", step="body", ink="text.secondary", wrap=True)
        column.addSpacing(10)
        column.addWidget(self.told)
        column.addStretch(1)
        limits.setFixedWidth(_COLUMN_WIDE)
        body = QWidget()
        row = QHBoxLayout(body)
        row.setContentsMargins(6, 4, 6, 4)
        row.setSpacing(24)
        row.addWidget(form.details, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(limits, 0, Qt.AlignmentFlag.AlignTop)
        row.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolled(body))

    def allows(self, plan: Plan) -> bool:
        """Whether a plan is within the limits of cost and power; unknown values do not exclude it."""
        cost = getattr(plan, "cost", None)
        dear = self.budget.value() > 0 and cost is not None and cost.priced and cost.yearly.value > self.budget.value()
        power = plan.board.power_w
        heavy = self.power.value() > 0 and power is not None and power * plan.gpus > self.power.value() * 1000
        return not dear and not heavy


class CandidatesPage(QWidget):
    """The table with its pictures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pictures, self.candidates = SizePictures(), SizeCandidates()
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.addWidget(self.pictures)
        split.addWidget(self.candidates)
        split.setSizes([230, 320])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(split)
        self.pictures.show_page("pareto")


class PlanPage(QWidget):
    """The plan in the order in which one decides."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = Label("", step="title")
        self.mark = SeverityMark("ok", 16, self)
        self.verdict = Label("", step="body", ink="text.secondary")
        head = QHBoxLayout()
        head.setContentsMargins(16, 10, 16, 4)
        head.setSpacing(10)
        head.addWidget(self.title)
        head.addWidget(self.mark)
        head.addWidget(self.verdict, 1)
        self._body = QWidget()
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(16, 8, 16, 12)
        self._grid.setHorizontalSpacing(36)
        self._grid.setVerticalSpacing(18)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(head)
        self.area = scrolled(self._body)
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setAccessibleName(tr_plan_page("The plan"))
        column.addWidget(self.area, 1)

    def show_plan(self, plan: Plan, severity: str, built: Sequence[WhyContent] = ()) -> None:
        """Show another plan.

        Args:
            built: its systems and racks, when known.
        """
        contents = [*summary(plan), *built]
        self.title.setText(f"{plan_title(plan)}, {short_format(plan)}")
        self.mark.set_severity(severity)
        self.verdict.setText(verdict(plan))
        while (item := self._grid.takeAt(0)) is not None:
            shown = item.widget()
            if shown is not None:
                shown.hide()
                shown.deleteLater()
        for place, content in enumerate(contents):
            box = QWidget()
            box.setFixedWidth(460)
            lines = QVBoxLayout(box)
            lines.setContentsMargins(0, 0, 0, 0)
            lines.setSpacing(6)
            lines.addWidget(Label(content.title, step="strong"))
            lines.addWidget(WhyView(content))
            lines.addStretch(1)
            self._grid.addWidget(box, place // 2, place % 2)
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        self._grid.setColumnStretch(2, 1)
        self.area.setAccessibleDescription("\n".join(content.as_text() for content in contents))

    def sizeHint(self) -> QSize:
        return QSize(theme.size("hit_min") * 40, 480)


def within(page: DemandsPage, plans: Sequence[Plan]) -> list[Plan]:
    """The plans within the limits of cost and power."""
    return [plan for plan in plans if page.allows(plan)]
