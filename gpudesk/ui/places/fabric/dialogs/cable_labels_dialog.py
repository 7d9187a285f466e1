"""Cable labels: their text, the sheets or printer, the networks and racks."""

from collections.abc import Sequence

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QCheckBox, QComboBox, QPlainTextEdit, QSpinBox, QWidget

from gpudesk.core.messages.errors import Refused
from gpudesk.core.names.label_pattern import FIELDS, checked_lines
from gpudesk.project.label_rules import LabelStock, LabelStyle, label_rules
from gpudesk.reports.catalogue import REPORTS
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.report import Choices, LabelChoices
from gpudesk.ui.places.fabric.dialogs.cable_scope import CableScope
from gpudesk.ui.printing.hand_over_scope import HandOverScope
from gpudesk.ui.printing.paper_dialog import Asked, PaperDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import filled_text, language
from gpudesk.ui.toolkit.widgets.choice_tooltip import show_whole_text
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.severity_marks import confidence_name

tr = text_context("CableLabelsDialog")

NAME = "cable-labels"
_OWN = ""
"""The style of lines that somebody typed."""
_DPI = (203, 300, 600)


class CableLabelsDialog(PaperDialog):
    """Label text options on the left, the first sheets on the right.

    Args:
        scope: the selected racks, or the cables to relabel; they can be labeled separately.
    """

    def __init__(self, session: Session, parent: QWidget | None = None, *, scope: HandOverScope | None = None) -> None:
        super().__init__(session, parent)
        self._selected = scope or HandOverScope()
        self.set_heading(tr("Cable labels"), tr("One label for each end of each cable, in installation order."))
        self._make_form()
        self.shortened = Label("", self, step="caption", ink="severity.warning", wrap=True)
        self.shortened.hide()
        self.body.addWidget(self.shortened)
        self.finish(self._asked, "{project}-labels.pdf")
        self.resize(1100, 660)
        self.style_choice.setFocus()

    def _make_form(self) -> None:
        rules, form = label_rules(), Form(self)
        self.row.addWidget(form)
        self.style_choice = QComboBox(self)
        for style in rules.styles.values():
            self.style_choice.addItem(_titled(style), style.key)
        self.style_choice.addItem(tr("Custom lines"), _OWN)
        self.style_choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        show_whole_text(self.style_choice)
        self.style_choice.setMinimumContentsLength(28)
        form.add(tr("Style"), self.style_choice)
        self.lines = QPlainTextEdit("\n".join(next(iter(rules.styles.values())).lines), self)
        self.lines.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.lines.setAccessibleName(tr("Lines"))
        self.lines.setTabChangesFocus(True)
        self.lines.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.lines.setFixedHeight(96)
        self.lines.setToolTip(", ".join("{" + name + "}" for name in FIELDS))
        form.add(
            tr("Lines"),
            self.lines,
            tr("{near.…} is the end with the label, {far.…} the other end; {near.u:02} pads with zeros."),
        )
        self.stock = QComboBox(self)
        for stock in rules.stocks.values():
            self.stock.addItem(_titled(stock), stock.key)
        self.stock.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        show_whole_text(self.stock)
        self.stock.setMinimumContentsLength(28)
        self.stock_note = form.add(tr("Printed on"), self.stock, " ")
        self.skip = QSpinBox(self)
        self.skip.setAccessibleName(tr("Labels already used"))
        form.add(tr("Labels already used"), self.skip)
        self.codes = QCheckBox(tr("With a QR code"), self)
        self.codes.setChecked(True)
        form.add(tr("Code"), self.codes)
        self._make_scope(form)
        self.dpi = QComboBox(self)
        for dpi in _DPI:
            self.dpi.addItem(tr("{count} dpi").format(count=dpi), dpi)
        form.add(tr("Label printer"), self.dpi)
        form.add(
            tr("File"),
            self.path_field,
            tr("A .pdf contains sheets; .csv and .xlsx contain a list; .zpl is for label printers."),
        )
        self.style_choice.currentIndexChanged.connect(lambda _index: self._take_style())
        self.lines.textChanged.connect(self._lines_typed)
        for combo in (self.stock, self.networks, self.scope, self.phase, self.since, self.dpi):
            combo.currentIndexChanged.connect(lambda _index: self.changed())
        self.skip.valueChanged.connect(lambda _value: self.changed())
        self.codes.toggled.connect(lambda _checked: self.changed())

    def _make_scope(self, form: Form) -> None:
        cables, halls = CableScope(self._project, self), self._project.snapshot["hall"]
        self.networks = cables.networks()
        form.add(tr("Network"), self.networks)
        self.scope = QComboBox(self)
        self.scope.addItem(tr("Everything"), ((), (), ()))
        if self._selected.racks:
            text = tr("Selected racks: {count}").format(count=format_number(len(self._selected.racks)))
            self.scope.addItem(text, ((), self._selected.racks, ()))
            self.scope.setCurrentIndex(1)
        if self._selected.cables:
            text = tr("{what}, cables: {count}").format(what=self._selected.cables_of, count=format_number(len(self._selected.cables)))
            self.scope.addItem(text, ((), (), self._selected.cables))
            self.scope.setCurrentIndex(self.scope.count() - 1)
        for hall_id, name in zip(halls.ids.tolist(), halls["name"].tolist(), strict=True) if halls.rows > 1 else []:
            self.scope.addItem(tr("Hall {name}").format(name=name), ((hall_id,), (), ()))
        form.add(tr("Scope"), self.scope)
        self.phase = cables.phases()
        form.add(tr("Build phase"), self.phase)
        self.since = cables.versions(tr("Any time"))
        self.since.setToolTip(tr("If a version is chosen, only cables plugged or moved since then."))
        form.add(tr("Plugged since"), self.since)

    def tell_what_is_possible(self) -> None:
        """Show the source of the sizes, and the errors of a line."""
        stock = label_rules().stocks[self.stock.currentData()]
        self.skip.setMaximum(max(0, stock.on_a_sheet - 1))
        self.skip.setEnabled(stock.on_a_sheet > 1)
        path = self.path
        self.dpi.setEnabled(path is not None and path.suffix.lower() == ".zpl")
        source = stock.source_es if language() == "es" else stock.source
        self.stock_note.setText(f"{source} ({confidence_name(stock.confidence)})")
        super().tell_what_is_possible()

    def took_pages(self, pages: Sequence[Page]) -> None:
        """Show which lines of the previewed sheets do not fit."""
        cut = [line for page in pages for line in page.cut]
        text = tr("“{line}” and {count} more {count|line|lines} do not fit and are shortened. Choose larger labels or less text.")
        self.shortened.setText(filled_text(text, line=cut[0], count=format_number(len(cut) - 1)) if cut else "")
        self.shortened.setVisible(bool(cut))

    def _asked(self) -> Asked:
        try:
            lines = checked_lines(self.lines.toPlainText().splitlines())
        except Refused as error:
            self.complain(error)
            return Asked((), Choices(), language(), REPORTS[NAME].suffixes)
        self.complaint.hide()
        stock = self.stock.currentData()
        labels = LabelChoices(lines=lines, stock=stock, skip=self.skip.value(), code=self.codes.isChecked(), dpi=self.dpi.currentData())
        network, phase, since = self.networks.currentData(), self.phase.currentData(), self.since.currentData()
        halls, racks, cables = self.scope.currentData()
        choices = Choices(
            phase=phase.phase,
            halls=tuple(halls),
            racks=tuple(racks),
            cables=tuple(cables),
            networks=(network,) if network else (),
            labels=labels,
            only_phase=phase.alone,
            only_changed=since is not None,
        )
        return Asked((NAME,), choices, language(), REPORTS[NAME].suffixes, since)

    def _take_style(self) -> None:
        style = label_rules().styles.get(self.style_choice.currentData())
        if style is not None and tuple(self.lines.toPlainText().splitlines()) != style.lines:
            self.lines.setPlainText("\n".join(style.lines))

    def _lines_typed(self) -> None:
        typed = tuple(self.lines.toPlainText().splitlines())
        key = next((style.key for style in label_rules().styles.values() if style.lines == typed), _OWN)
        place = self.style_choice.findData(key)
        if place != self.style_choice.currentIndex():
            self.style_choice.setCurrentIndex(place)
        self.changed()


def _titled(what: LabelStyle | LabelStock) -> str:
    return what.title_es if language() == "es" else what.title
