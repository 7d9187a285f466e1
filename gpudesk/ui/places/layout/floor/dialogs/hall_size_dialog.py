"""The size of a hall, from a rectangle of its underlay."""

from PySide6.QtWidgets import QWidget

from gpudesk.operations.floor.fit_hall import fit_hall
from gpudesk.ui.places.layout.floor.dialogs.underlay_scale import FARTHEST_MM, exact_field
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.form import Form
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("HallSizeDialog")

_LEAST_MM, _MOST_MM = 1000, 500_000


class HallSizeDialog(DeskDialog):
    """Asks for the corner and the sides of the hall; prefilled from the drawn rectangle."""

    def __init__(self, session: Session, hall_id: int, rect: tuple[int, int, int, int], parent: QWidget | None = None) -> None:
        """`rect` is left, top, width and depth in mm of the current hall."""
        super().__init__(parent)
        self._project = session
        self._hall_id = hall_id
        name = str(session.snapshot["hall"].row(hall_id)["name"])
        sentence = tr("{name}: objects keep their positions on the plan; the walls move to match the rectangle.").format(name=name)
        self.set_heading(tr("Hall size from the underlay"), sentence)
        form = Form(self)
        left, top, width, depth = rect
        self.width_field = exact_field(width, _LEAST_MM, _MOST_MM, form)
        self.depth_field = exact_field(depth, _LEAST_MM, _MOST_MM, form)
        # The keys go from field to field in the order in which they are made.
        self.left_field = exact_field(left, -FARTHEST_MM, FARTHEST_MM, form)
        self.top_field = exact_field(top, -FARTHEST_MM, FARTHEST_MM, form)
        form.add(tr("Width"), self.width_field)
        form.add(tr("Depth"), self.depth_field)
        form.add(tr("Corner, from west wall"), self.left_field, tr("Measured from the current walls."))
        form.add(tr("Corner, from north wall"), self.top_field)
        self.add_form(form)
        self.add_buttons(tr("Set the size"), self.set_size)
        self.width_field.setFocus()
        self.width_field.selectAll()

    def set_size(self) -> None:
        """Set it."""
        fields = (self.left_field, self.top_field, self.width_field, self.depth_field)
        self.do(self._project, fit_hall, self._hall_id, *(field.length_mm() for field in fields))
