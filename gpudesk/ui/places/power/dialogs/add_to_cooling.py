"""A new cooling part: its kind, its type, the carrier it supplies and its own cooling."""

from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QWidget

from gpudesk.core.cooling.cooling_kinds import CARRIERS, KIND_NAMES, SERVES, SUPPLIES, TAKES_FROM, USUAL_NAMES, CoolingKind, Redundancy
from gpudesk.operations.cooling.cooling_nodes import add_cooling_nodes
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.places.power.dialogs.cooling_choices import CarrierChoice, RedundancyChoice, UnitTypeChoice
from gpudesk.ui.toolkit.code_labels import power_node_name
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form, PhaseField
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("AddToCoolingDialog")

MOST = 100
_TYPED = {
    CoolingKind.CRAH: (CoolingKind.CRAH,),
    CoolingKind.CRAC: (CoolingKind.CRAH,),
    CoolingKind.IN_ROW: (CoolingKind.IN_ROW,),
    CoolingKind.CDU: (CoolingKind.CDU,),
}
"""Which units of the catalog a kind may be of."""


class AddToCoolingDialog(DeskDialog):
    """Asks for one or several units, or for air or a loop. Rear doors are added to selected racks instead."""

    def __init__(self, session: Session, parent: QWidget | None = None, *, beside: int | None = None) -> None:
        """`beside` is a cooling part; by default a new unit supplies its carrier, or the part itself."""
        super().__init__(parent)
        self._project = session
        snapshot = session.snapshot
        self.set_heading(tr("Add cooling equipment"), tr("Units supply air or a loop; set the coolant of a loop in the inspector."))
        form = Form(self)
        self.kind = QComboBox(form)
        for kind in CoolingKind:
            if kind is not CoolingKind.REAR_DOOR:
                self.kind.addItem(power_node_name(KIND_NAMES[kind]), int(kind))
        self.type = UnitTypeChoice((CoolingKind.CRAH,), tr("none: enter in the inspector"), form)
        nothing = tr("nothing")
        self.supplies = CarrierChoice(snapshot, (), nothing, form)
        self.cooled_by = CarrierChoice(snapshot, (), nothing, form)
        self.hall = QComboBox(form)
        self.hall.addItem(tr("no hall"), None)
        for hall in snapshot["hall"].ids.tolist():
            self.hall.addItem(str(snapshot["hall"].row(hall)["name"]), hall)
        self.hall.setCurrentIndex(min(1, self.hall.count() - 1))
        self.redundancy = RedundancyChoice(Redundancy.ONE_SPARE, form)
        self.count = QSpinBox(form)
        self.count.setRange(1, MOST)
        self.name = QLineEdit(form)
        self.name.setMaxLength(180)
        self.phase = PhaseField(1, form)
        form.add(tr("Kind"), self.kind)
        form.add(tr("Type"), self.type)
        self._above = form.add(tr("Supplies"), self.supplies)
        self._below = form.add(tr("Cooled by"), self.cooled_by)
        form.add(tr("Hall"), self.hall)
        form.add(tr("Redundancy"), self.redundancy)
        form.add(tr("Quantity"), self.count)
        form.add(tr("Name"), self.name)
        form.add(tr("Build phase"), self.phase)
        self.add_form(form)
        self.add_buttons(tr("Add"), self.add)
        self.kind.currentIndexChanged.connect(self._kind_chosen)
        if beside is not None:
            self._begin_beside(beside)
        self._kind_chosen()
        self.resize(520, 440)

    def chosen_kind(self) -> CoolingKind:
        """What shall be added."""
        return CoolingKind(int(self.kind.currentData()))

    def add(self) -> None:
        """Add the parts as one step and select them."""
        kind = self.chosen_kind()
        carrier = kind in CARRIERS
        hall = self.hall.currentData()
        self.do(
            self._project,
            add_cooling_nodes,
            int(kind),
            1 if carrier else self.count.value(),
            supplies_id=self.supplies.node_id(),
            cooled_by_id=self.cooled_by.node_id(),
            hall_id=hall,
            type_key=self.type.key() if kind in _TYPED else "",
            redundancy=self.redundancy.level() if carrier else int(Redundancy.NONE),
            name=self.name.text().strip(),
            cools_hall=kind in SERVES and hall is not None,
            phase=self.phase.value(),
            done=self._added,
        )

    def _added(self, ids: list[int]) -> None:
        self._project.select([ObjectRef("cooling_node", node_id) for node_id in ids])
        self.accept()

    def _begin_beside(self, node_id: int) -> None:
        row = self._project.snapshot["cooling_node"].row(node_id)
        kind = CoolingKind(int(row["kind"]))
        target = int(row["id"]) if kind in CARRIERS else row["supplies_id"]
        usual = {
            CoolingKind.AIR: CoolingKind.CRAH,
            CoolingKind.TECHNOLOGY_LOOP: CoolingKind.CDU,
            CoolingKind.FACILITY_LOOP: CoolingKind.CHILLER,
        }.get(kind, kind)
        place = self.kind.findData(int(usual))
        self.kind.setCurrentIndex(max(place, 0))
        self._kind_chosen()
        self.supplies.choose(target)
        if kind not in CARRIERS:
            self.cooled_by.choose(row["cooled_by_id"])
        if row["hall_id"] is not None:
            self.hall.setCurrentIndex(max(self.hall.findData(int(row["hall_id"])), 0))

    def _kind_chosen(self) -> None:
        kind = self.chosen_kind()
        carrier = kind in CARRIERS
        self.type.offer(_TYPED.get(kind, ()))
        self.type.setEnabled(kind in _TYPED)
        self.supplies.offer(SUPPLIES.get(kind, ()))
        self.cooled_by.offer(TAKES_FROM.get(kind, ()))
        for choice in (self.supplies, self.cooled_by):
            if choice.node_id() is None and choice.count() == 2:
                choice.setCurrentIndex(1)
        self.redundancy.setEnabled(carrier)
        self.count.setEnabled(not carrier)
        self.name.setPlaceholderText(USUAL_NAMES[kind].strip())
        self._above.setText("" if kind not in SERVES else tr("It cools the hall; assign racks and rows afterwards."))
        needs = kind in TAKES_FROM and kind not in (CoolingKind.CRAC, CoolingKind.CHILLER)
        self._below.setText(tr("Its heat is not removed yet.") if needs and self.cooled_by.count() < 2 else "")
