"""The parameters of a template and their result: its floor and its totals, recalculated after each change."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QHBoxLayout, QScrollArea, QSpinBox, QVBoxLayout, QWidget

from gpudesk.catalog.plan_types import types_of
from gpudesk.catalog.templates import TemplateInfo
from gpudesk.core.plan.plan import Plan
from gpudesk.core.plan.template_parameter import Parameter
from gpudesk.derived.totals.plan_totals import PlanTotals
from gpudesk.operations.plan.plan_sums import sums_of
from gpudesk.ui.places.home.plan_thumbnail import PlanPicture
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.quantities import format_number, format_rounded
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.tag import Tag

tr = text_context("TemplateChoice")

TYPING_MS = 120
SUMS_IN_A_ROW = 5


@dataclass(frozen=True, slots=True)
class Preview:
    """A plan with its sums."""

    plan: Plan
    totals: PlanTotals

    @classmethod
    def of(cls, plan: Plan) -> "Preview":
        """The preview of a plan; slow for large ones."""
        return cls(plan, sums_of(plan, types_of(plan)))


class TemplateChoice(QWidget):
    """Signals:
    changed(): something else is chosen.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._info: TemplateInfo | None = None
        self._editors: dict[str, QWidget] = {}
        self._told = Label("", self, ink="text.secondary", wrap=True)
        self._form_place = QVBoxLayout()
        self._form: Form | None = None
        self.picture = PlanPicture(self)
        self._sums = QGridLayout()
        self._sums.setHorizontalSpacing(16)
        self._sums.setVerticalSpacing(2)
        self._published = _Told(Tag(tr("published"), None, self), self)
        self._derived = _Told(Tag(tr("derived"), None, self), self)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 8, 16, 10)
        column.setSpacing(10)
        column.addWidget(self._told)
        column.addLayout(self._form_place)
        column.addWidget(self._published)
        column.addWidget(self._derived)
        column.addWidget(self.picture, 100)
        column.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName(tr("Options"))
        scroll.setWidget(inside)
        frame = QVBoxLayout(self)
        frame.setContentsMargins(0, 0, 0, 0)
        frame.addWidget(scroll, 1)
        # Outside what scrolls: the sums stay in view while options are changed.
        self._sums.setContentsMargins(16, 4, 16, 8)
        frame.addLayout(self._sums)
        self._later = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._later.timeout.connect(self.changed)

    def show_template(self, info: TemplateInfo | None, told: str = "") -> None:
        """Show the parameters of a template; None shows the empty project, or the text in `told`."""
        self._info = info
        spanish = language() == "es"
        empty = tr("Empty: add halls, rows and racks by hand, and drag the rest from the catalog.")
        self._told.setText(told or empty if info is None else info.description_es if spanish else info.description)
        if self._form is not None:
            self._form.hide()
            self._form.deleteLater()
        self._form, self._editors = Form(self), {}
        for name, parameter in ({} if info is None else info.parameters).items():
            editor = self._editor(parameter)
            self._editors[name] = editor
            words = (self._limits(parameter), parameter.note_es if spanish else parameter.note)
            note = "; ".join(word for word in words if word)
            self._form.add(parameter.title_es if spanish else parameter.title, editor, note)
        self._form.setVisible(bool(self._editors))
        self._form_place.addWidget(self._form)
        self._published.set_text("" if info is None else info.published_es if spanish else info.published)
        self._derived.set_text("" if info is None else info.derived_es if spanish else info.derived)

    def values(self) -> dict[str, Any]:
        """Chosen values by parameter name."""
        parameters: Mapping[str, Parameter] = {} if self._info is None else self._info.parameters
        values: dict[str, Any] = {}
        for name, editor in self._editors.items():
            if isinstance(editor, QSpinBox):
                values[name] = editor.value()
            elif isinstance(editor, QCheckBox):
                values[name] = editor.isChecked()
            elif isinstance(editor, QComboBox):
                values[name] = parameters[name].choices[editor.currentIndex()]
        return values

    def editor(self, name: str) -> QWidget:
        """The editor of a parameter."""
        return self._editors[name]

    def show_plan(self, preview: Preview | None) -> None:
        """Show the floor and the sums of a plan."""
        self.picture.set_plan(None if preview is None else preview.plan)
        self.picture.setVisible(preview is not None)
        while self._sums.count():
            item = self._sums.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if preview is None:
            return
        for place, (title, value) in enumerate(self._lines(preview.totals)):
            row, column = divmod(place, SUMS_IN_A_ROW)
            cell = QWidget()
            inner = QVBoxLayout(cell)
            inner.setContentsMargins(0, 0, 0, 0)
            inner.setSpacing(0)
            inner.addWidget(Label(title, step="caption", ink="text.tertiary"))
            inner.addWidget(Label(value, step="strong", tabular=True))
            self._sums.addWidget(cell, row, column)

    def _lines(self, totals: PlanTotals) -> list[tuple[str, str]]:
        power = format_rounded(totals.power_max_w, "W") + (" +" if totals.power_missing or totals.cooled else "")
        mass = format_rounded(totals.mass_kg, "kg") + (" +" if totals.mass_missing or totals.cooled else "")
        more = " +" if totals.cooled else ""
        return [
            (tr("GPUs"), format_number(totals.gpus)),
            (tr("Systems"), format_number(totals.systems)),
            (tr("Racks"), format_number(totals.racks)),
            (tr("Power, maximum"), power),
            (tr("Mass"), mass),
            (tr("Devices"), format_number(totals.devices) + more),
            (tr("Rack PDUs"), format_number(totals.pdus)),
            (tr("Feeds"), format_number(totals.feeds) + more),
            (tr("Power cords"), format_number(totals.power_cords)),
        ]

    def _editor(self, parameter: Parameter) -> QWidget:
        if parameter.kind == "flag":
            box = QCheckBox()
            box.setChecked(bool(parameter.value))
            box.toggled.connect(lambda _: self._later.start())
            return box
        if parameter.kind == "choice":
            choice = QComboBox()
            titles = parameter.titles_es if language() == "es" else parameter.titles
            choice.addItems(list(titles) or [str(option) for option in parameter.choices])
            choice.setCurrentIndex(parameter.choices.index(parameter.value))
            choice.currentIndexChanged.connect(lambda _: self._later.start())
            return choice
        number = QSpinBox()
        number.setRange(int(parameter.minimum), int(parameter.maximum))
        number.setGroupSeparatorShown(True)
        number.setValue(int(parameter.value))
        number.valueChanged.connect(lambda _: self._later.start())
        return number

    def _limits(self, parameter: Parameter) -> str:
        """Permitted range of a number."""
        if parameter.kind != "number":
            return ""
        low, high = format_number(parameter.minimum), format_number(parameter.maximum)
        return tr("from {low} to {high}").format(low=low, high=high)


class _Told(QWidget):
    """A tag and the sentence to which it belongs; without a sentence it is not there."""

    def __init__(self, tag: Tag, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = Label("", self, step="caption", ink="text.secondary", wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(tag, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1)

    def set_text(self, text: str) -> None:
        """Show another sentence."""
        self._text.setText(text)
        self.setVisible(bool(text))
