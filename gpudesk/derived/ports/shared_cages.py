"""Current use of the cage of a port: the cables in its other ports, with the shared module or plug."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.plugs import CAGES
from gpudesk.core.values.columns import ABSENT
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class CageMate:
    """A cable in another port of a cage.

    Attributes:
        near, far: its end in the cage and the other one, each as id of the device and number of the port.
        module: the module that it specifies for the cage, None for none.
        cable: its type, None while none is chosen.
    """

    near: tuple[int, int]
    far: tuple[int, int]
    module: HardwareType | None
    cable: HardwareType | None


def cage_mates(snapshot: Snapshot, device_id: int, port: int) -> list[CageMate]:
    """Return the cables in the other ports of the cage of a port; empty if the port is not in a cage."""
    cables = snapshot["cable"]
    kind = snapshot.types[int(snapshot["device"].row(device_id)["type_id"])]
    cages = {group_port.index: group_port.cage_index for group in kind.port_groups if group.kind in CAGES for group_port in group.ports}
    others = [index for index, cage in cages.items() if port in cages and cage == cages[port] and index != port]
    mates = []
    for side, other in ("ab", "ba") if others else ():
        cable_places = cables.among(f"{side}_device_id", np.array([device_id]))
        for place in cable_places[np.isin(cables[f"{side}_port"][cable_places], others)].tolist():
            near, far = ((int(cables[f"{end}_device_id"][place]), int(cables[f"{end}_port"][place])) for end in (side, other))
            parts = (int(cables[name][place]) for name in (f"{side}_module_id", "type_id"))
            module, cable = (None if part == ABSENT else snapshot.types[part] for part in parts)
            mates.append(CageMate(near, far, module, cable))
    return mates
