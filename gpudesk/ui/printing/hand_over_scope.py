"""Part of the project available for reports: the selection, and the hall shown."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.ui.toolkit.session import Session

OF_RACKS = ("elevations", "worklist", "cut-sheets", "pull-schedule")
OF_HALLS = ("floor-plan", "hall-summary")
"""Reports that are first offered for the selected racks, and for the hall that is shown."""


@dataclass(frozen=True, slots=True)
class HandOverScope:
    """Ids of the selected objects.

    Attributes:
        racks: selected racks, those of selected rows and those with selected devices.
        hall: the hall shown.
        cables: cables to be labeled again, and the object they belong to.
        power_nodes, power_devices: selected parts of the power chain.
    """

    racks: tuple[int, ...] = ()
    hall: int | None = None
    power_nodes: tuple[int, ...] = ()
    power_devices: tuple[int, ...] = ()
    cables: tuple[int, ...] = ()
    cables_of: str = ""

    @property
    def power_parts(self) -> int:
        """How many parts of the power chain are selected."""
        return len(self.power_nodes) + len(self.power_devices)


def hand_over_scope(session: Session, hall: int | None) -> HandOverScope:
    """The current selection.

    Args:
        hall: the hall shown.
    """
    snapshot = session.snapshot
    racks, devices = snapshot["rack"], snapshot["device"]
    chosen = devices.positions(np.array(session.selected("device"), np.int64))
    holding = snapshot.cached(whereabouts).rack[chosen]
    inside = np.isin(racks.ids, session.selected("rack")) | np.isin(racks["row_id"], session.selected("rack_row"))
    inside |= np.isin(racks.ids, holding[holding != ABSENT])
    giving = [int(devices.ids[place]) for place in chosen.tolist() if sockets(snapshot.types[int(devices["type_id"][place])]).outlets]
    return HandOverScope(tuple(racks.ids[inside].tolist()), hall, tuple(session.selected("power_node")), tuple(giving))
