"""Which form the inspector shows of a selection."""

from collections.abc import Sequence

from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.panels.inspector.inspector_cables import TABLE as CABLE
from gpudesk.ui.panels.inspector.inspector_cables import cable_form
from gpudesk.ui.panels.inspector.inspector_cooling import TABLE as COOLING
from gpudesk.ui.panels.inspector.inspector_cooling import cooling_form
from gpudesk.ui.panels.inspector.inspector_forms import Form
from gpudesk.ui.panels.inspector.inspector_items import ItemForm, ItemsForm
from gpudesk.ui.panels.inspector.inspector_network import NetworkForm
from gpudesk.ui.panels.inspector.inspector_objects import DeviceForm, ProjectForm, RackForm, ReservationForm
from gpudesk.ui.panels.inspector.inspector_pathways import TABLE as WAY
from gpudesk.ui.panels.inspector.inspector_pathways import WayForm, WaysForm
from gpudesk.ui.panels.inspector.inspector_power import TABLE as POWER
from gpudesk.ui.panels.inspector.inspector_power import power_form
from gpudesk.ui.panels.inspector.inspector_rooms import HallForm, RowForm
from gpudesk.ui.panels.inspector.inspector_several import SeveralForm
from gpudesk.ui.panels.inspector.inspector_underlay import UnderlayForm
from gpudesk.ui.toolkit.session import Session


def form_for(session: Session, selection: Sequence[ObjectRef]) -> Form:
    """The form that suits a selection."""
    if not selection:
        return ProjectForm(session, selection)
    tables = {ref.table for ref in selection}
    if tables == {CABLE}:
        return cable_form(session, selection)
    if tables == {COOLING}:
        return cooling_form(session, selection)
    if tables == {POWER}:
        return power_form(session, selection)
    if tables == {WAY}:
        return WayForm(session, selection) if len(selection) == 1 else WaysForm(session, selection)
    if len(selection) > 1:
        return ItemsForm(session, selection) if tables == {"floor_item"} else SeveralForm(session, selection)

    forms: dict[str, type[Form]] = {
        "device": DeviceForm,
        "rack": RackForm,
        "reservation": ReservationForm,
        "rack_row": RowForm,
        "hall": HallForm,
        "network": NetworkForm,
        "floor_item": ItemForm,
        "underlay": UnderlayForm,
    }
    return forms.get(tables.pop(), SeveralForm)(session, selection)
