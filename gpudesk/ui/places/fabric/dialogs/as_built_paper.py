"""The as-built comparison on paper: what to do at each switch, of which networks and racks, on which sheets."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QWidget

from gpudesk.onsite.listing import Listing
from gpudesk.reports.catalogue import REPORTS
from gpudesk.reports.layout.paper_sheet import PAPERS, Sheet
from gpudesk.reports.layout.report import Choices
from gpudesk.ui.places.fabric.dialogs.cable_scope import CableScope
from gpudesk.ui.printing.hand_over_scope import HandOverScope
from gpudesk.ui.printing.paper_dialog import Asked, PaperDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import LANGUAGES, language
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr = text_context("AsBuiltPaperDialog")

NAME = "as-built"
_LANGUAGE_NAMES = {"en": "English", "es": "Español"}


class AsBuiltPaperDialog(PaperDialog):
    """Options on the left, the first sheets on the right.

    Args:
        scope: the selected racks; they can be printed separately.
    """

    def __init__(self, session: Session, listing: Listing, parent: QWidget | None = None, *, scope: HandOverScope | None = None) -> None:
        super().__init__(session, parent)
        self._listing, self._selected = listing, scope or HandOverScope()
        text = tr("Actions at each switch, in walking order along the racks. Compared with {file}.")
        self.set_heading(tr("As-built comparison"), text.format(file=listing.name))
        self._make_form()
        self.finish(self._asked, "{project}-as-built.pdf")
        self.resize(1100, 640)

    def _make_form(self) -> None:
        form = Form(self)
        self.row.addWidget(form, 0, Qt.AlignmentFlag.AlignTop)
        halls = self._project.snapshot["hall"]
        self.networks = CableScope(self._project, self).networks()
        form.add(tr("Network"), self.networks)
        self.scope = QComboBox(self)
        self.scope.addItem(tr("Everything"), ((), ()))
        if self._selected.racks:
            text = tr("Selected racks: {count}").format(count=format_number(len(self._selected.racks)))
            self.scope.addItem(text, ((), self._selected.racks))
        for hall_id, name in zip(halls.ids.tolist(), halls["name"].tolist(), strict=True) if halls.rows > 1 else []:
            self.scope.addItem(tr("Hall {name}").format(name=name), ((hall_id,), ()))
        form.add(tr("Scope"), self.scope)
        self.paper = QComboBox(self)
        for title in PAPERS:
            self.paper.addItem(title, title)
        self.paper.setCurrentText("A4")
        form.add(tr("Paper"), self.paper)
        directions = [Segment("landscape", tr("Landscape")), Segment("portrait", tr("Portrait"))]
        self.lies = SegmentedControl(tr("Orientation"), directions, parent=self)
        form.add(tr("Orientation"), self.lies)
        tongues = [Segment(language_key, _LANGUAGE_NAMES[language_key]) for language_key in LANGUAGES]
        self.language = SegmentedControl(tr("Language"), tongues, language(), self)
        form.add(tr("Language"), self.language)
        form.add(tr("File"), self.path_field, tr("A .pdf contains all sheets; .csv and .xlsx contain a list of all differences."))
        for combo in (self.networks, self.scope, self.paper):
            combo.currentIndexChanged.connect(lambda _index: self.changed())
        for segments in (self.lies, self.language):
            segments.chosen.connect(lambda _key: self.changed())

    def _asked(self) -> Asked:
        (halls, racks), network = self.scope.currentData(), self.networks.currentData()
        sheet = Sheet(PAPERS[self.paper.currentData()], self.lies.current() == "landscape")
        choices = Choices(sheet, halls=tuple(halls), racks=tuple(racks), networks=(network,) if network else ())
        return Asked((NAME,), choices, self.language.current(), REPORTS[NAME].suffixes, listing=self._listing)
