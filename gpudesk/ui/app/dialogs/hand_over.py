"""Handover of reports: which reports, paper and language; to a file or a printer."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QSizePolicy, QWidget

from gpudesk.reports.catalogue import REPORTS
from gpudesk.reports.layout.paper_sheet import PAPERS, Sheet
from gpudesk.reports.layout.report import FACES, Choices
from gpudesk.ui.places.fabric.dialogs.cable_scope import CableScope, enable_alone
from gpudesk.ui.printing.hand_over_scope import OF_HALLS, OF_RACKS, HandOverScope
from gpudesk.ui.printing.paper_dialog import Asked, PaperDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import LANGUAGES, language
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr = text_context("HandOverDialog")

MOST_SHOWN = 12
"""Maximum number of sheets laid out for the preview; all are laid out when written."""
MANY = 1000
"""From this number of sheets on, a notice about the duration is shown."""
_WAIT_MS = 150
_LANGUAGE_NAMES = {"en": "English", "es": "Español"}


class HandOverDialog(PaperDialog):
    """Available reports on the left, their first sheets on the right. The project does not change.

    Args:
        scope: the selected and shown objects; they can be handed over separately.
        wanted: the reports selected initially.
    """

    def __init__(
        self,
        session: Session,
        parent: QWidget | None = None,
        *,
        scope: HandOverScope | None = None,
        wanted: Sequence[str] = ("elevations",),
    ) -> None:
        super().__init__(session, parent)
        self._selected = scope or HandOverScope()
        self.set_heading(
            tr("Hand over"), tr("Printable drawings and lists of the project in its current state. The project is not changed.")
        )
        self._make_form(wanted)
        self.finish(lambda: Asked(self.names, self.choices, self.language.current(), since=self.since.currentData()), "{project}.pdf")
        self.resize(1060, 640)

    # what is chosen

    @property
    def names(self) -> list[str]:
        """The chosen reports."""
        return [name for name, box in self.boxes.items() if box.isChecked()]

    @property
    def choices(self) -> Choices:
        """What else is chosen."""
        paper, lies = self.paper.currentData(), self.lies.current()
        sheet = None
        if paper:
            sheet = Sheet(PAPERS[paper], lies == "landscape")
        faces = FACES if self.faces.current() == "both" else (self.faces.current(),)
        scope, phase, selected = self.scope.currentData(), self.phase.currentData(), self._selected
        power, network = scope == "power", self.networks.currentData()
        return Choices(
            sheet,
            int(self.a_sheet.current()),
            faces,
            phase.phase,
            (selected.hall,) if scope == "hall" and selected.hall is not None else (),
            selected.racks if scope in {"racks", "power"} else (),
            selected.power_nodes if power else (),
            selected.power_devices if power else (),
            (network,) if network else (),
            only_phase=phase.alone,
        )

    # the parts of the dialog

    def _make_form(self, wanted: Sequence[str]) -> None:
        form = Form(self)
        self.row.addWidget(form, 0, Qt.AlignmentFlag.AlignTop)
        self.boxes: dict[str, QCheckBox] = {}
        reports = QWidget(self)
        reports.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        grid = QGridLayout(reports)
        grid.setContentsMargins(2, 2, 2, 2)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        offered = [kind for kind in REPORTS.values() if kind.make is not None and not kind.alone]
        for place, kind in enumerate(offered):
            box = QCheckBox(_said(kind.title), reports)
            box.setAccessibleName(box.text())
            box.setToolTip(_said(kind.hint))
            box.setChecked(kind.name in wanted)
            box.toggled.connect(lambda _checked: self.changed())
            self.boxes[kind.name] = box
            grid.addWidget(box, place // 2, place % 2)
        form.add(tr("Reports"), reports)
        self._make_scope(wanted)
        form.add(tr("Scope"), self.scope)
        cables = CableScope(self._project, self)
        self.networks = cables.networks()
        form.add(tr("Network"), self.networks)
        self.phase = cables.phases()
        form.add(tr("Build phase"), self.phase)
        self.paper = QComboBox(self)
        self.paper.addItem(tr("Best for each report"), "")
        for title in PAPERS:
            self.paper.addItem(title, title)
        form.add(tr("Paper"), self.paper)
        self.lies = self._segments(tr("Orientation"), (("landscape", tr("Landscape")), ("portrait", tr("Portrait"))))
        form.add(tr("Orientation"), self.lies)
        self.a_sheet = self._segments(tr("Racks per sheet"), tuple((str(count), str(count)) for count in range(1, 5)), "4")
        form.add(tr("Racks per sheet"), self.a_sheet)
        faces = (("both", tr("Both")), ("front", tr("Front")), ("rear", tr("Rear")))
        self.faces = self._segments(tr("Rack faces"), faces)
        form.add(tr("Rack faces"), self.faces)
        self.since = cables.versions()
        form.add(tr("Work order since"), self.since)
        tongues = tuple((language_key, _LANGUAGE_NAMES[language_key]) for language_key in LANGUAGES)
        self.language = self._segments(tr("Language"), tongues, language())
        form.add(tr("Language"), self.language)
        self.note = form.add(tr("File"), self.path_field, tr("A .pdf contains all sheets; .svg and .png create one file per sheet."))
        for combo in (self.scope, self.networks, self.phase, self.paper, self.since):
            combo.currentIndexChanged.connect(lambda _index: self.changed())

    def _make_scope(self, wanted: Sequence[str]) -> None:
        """Offer the selection as scope, and choose the scope that suits the requested reports."""
        selected, halls = self._selected, self._project.snapshot["hall"]
        self.scope = QComboBox(self)
        self.scope.addItem(tr("Everything"), "all")
        if selected.hall is not None and halls.rows > 1:
            name = str(halls["name"][halls.position(selected.hall)])
            self.scope.addItem(tr("Hall {name}").format(name=name), "hall")
        if selected.racks:
            self.scope.addItem(tr("Selected racks: {count}").format(count=format_number(len(selected.racks))), "racks")
        if selected.power_parts:
            text = tr("The selected power components: {count}").format(count=format_number(selected.power_parts))
            self.scope.addItem(text, "power")
        suits = {"power-schedule": ("power", "racks"), **dict.fromkeys(OF_RACKS, ("racks",)), **dict.fromkeys(OF_HALLS, ("hall",))}
        for key in suits.get(wanted[0], ()) if wanted else ():
            if (place := self.scope.findData(key)) > 0:
                self.scope.setCurrentIndex(place)
                return

    def _segments(self, name: str, parts: Sequence[tuple[str, str]], current: str = "") -> SegmentedControl:
        control = SegmentedControl(name, [Segment(key, text) for key, text in parts], current, self)
        control.chosen.connect(lambda _key: self.changed())
        return control

    def tell_what_is_possible(self) -> None:
        """What concerns none of the chosen reports cannot be chosen."""
        kinds = [REPORTS[name] for name in self.names]
        draws_racks = any(kind.draws_racks for kind in kinds)
        self.a_sheet.setEnabled(draws_racks)
        self.faces.setEnabled(draws_racks)
        self.lies.setEnabled(bool(self.paper.currentData()))
        of_cables = any(kind.of_cables for kind in kinds)
        self.networks.setEnabled(of_cables)
        enable_alone(self.phase, of_cables)
        self.since.setEnabled(any(kind.since for kind in kinds))
        super().tell_what_is_possible()


def _said(text: str) -> str:
    return QCoreApplication.translate("reports", text)
