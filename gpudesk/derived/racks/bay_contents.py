"""What sits in which bay, and the verdict on a bay that is only tried."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.bay_rules import BayFault, bay_called, bay_fault, suits
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.scope.device_locations import DEEPEST, whereabouts
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

_CONTEXT = "placement"


@dataclass(frozen=True, slots=True)
class BayVerdict:
    """Whether a device can sit in a bay.

    Attributes:
        blockers: why not; empty if it can.
        in_the_way: the devices that sit there.
        free: the names of the bays of the same holder in which it could sit, in the order of its type.
    """

    blockers: tuple[Message, ...]
    in_the_way: tuple[int, ...] = ()
    free: tuple[str, ...] = ()

    @property
    def allowed(self) -> bool:
        """Return whether there are no blockers."""
        return not self.blockers


def seats(devices: Columns, holder_id: int) -> dict[str, tuple[int, ...]]:
    """The ids of the devices in each slot of a device, by the name of the slot."""
    by_slot: dict[str, tuple[int, ...]] = {}
    for device_id in devices.where("parent_id", holder_id).tolist():
        slot = str(devices["slot"][devices.position(device_id)])
        by_slot[slot] = (*by_slot.get(slot, ()), device_id)
    return by_slot


def free_bays(taken: Mapping[str, tuple[int, ...]], holder: HardwareType, child: HardwareType) -> tuple[str, ...]:
    """The names of the bays of `holder` that nothing takes and that suit `child`, in the order of the type."""
    return tuple(bay.name for bay in holder.bays if bay.name not in taken and suits(bay, child))


def holds(devices: Columns, outer_id: int, inner_id: int) -> bool:
    """Whether a device is another one or sits in it, however deep."""
    here = inner_id
    for _ in range(DEEPEST):
        if here == outer_id:
            return True
        if not devices.has(here):
            return False
        here = int(devices["parent_id"][devices.position(here)])
        if here == ABSENT:
            return False
    return True


def judge_bay(devices: Columns, types: Types, kind: HardwareType, holder_id: int, bay: str, moving: int | None = None) -> BayVerdict:
    """The verdict on putting one device of `kind` into a bay.

    Args:
        moving: the device that is tried, if it is in the project already.
    """
    place = devices.position(holder_id)
    holder, name = types[int(devices["type_id"][place])], str(devices["name"][place])
    if moving is not None and holds(devices, moving, holder_id):
        text = QT_TRANSLATE_NOOP("placement", "A device cannot contain itself or its own container.")
        return BayVerdict((Message(_CONTEXT, text, {}),))
    taken = {
        slot: rest
        for slot, ids in seats(devices, holder_id).items()
        if (rest := tuple(device_id for device_id in ids if device_id != moving))
    }
    there = taken.get(bay, ())
    fault = bay_fault(holder, kind, bay, taken=bool(there))
    if fault is None:
        return BayVerdict((), (), (bay,))
    rival = "" if not there else str(devices["name"][devices.position(there[0])])
    holder_bay = bay_called(holder, bay)
    values = {"model": kind.title, "name": name, "bay": bay, "rival": rival, "accepts": "" if holder_bay is None else holder_bay.accepts}
    return BayVerdict((Message(_CONTEXT, _TEXTS[fault], values),), there, free_bays(taken, holder, kind))


_TEXTS = {
    BayFault.NO_CHILD: QT_TRANSLATE_NOOP("placement", "{model} cannot be installed in bays."),
    BayFault.NO_BAYS: QT_TRANSLATE_NOOP("placement", "{name} has no bays."),
    BayFault.NO_SUCH_BAY: QT_TRANSLATE_NOOP("placement", "{name} has no bay {bay}."),
    BayFault.MISFIT: QT_TRANSLATE_NOOP("placement", "{model} does not fit bay {bay} of {name}, which accepts {accepts}."),
    BayFault.TAKEN: QT_TRANSLATE_NOOP("placement", "{rival} is in bay {bay} of {name}."),
}


def counted(snapshot: Snapshot) -> Mask:
    """Which devices are counted separately in totals of mass, power and GPUs, shape (devices,) (use `snapshot.cached(counted)`).

    The figures of a type include everything that it `contains`; a device in another whose type contains it is already included,
    in the quantity that the type specifies. Every other device in a bay is added.
    """
    devices, types = snapshot["device"], snapshot.types
    own = np.ones(devices.rows, bool)
    if not snapshot.cached(whereabouts).nested:
        return own
    inside = np.flatnonzero(devices["parent_id"] != ABSENT)
    holder_ids, type_ids = devices["parent_id"][inside], devices["type_id"][inside]
    holder_places = devices.positions(holder_ids)
    holder_types = np.where(holder_places == ABSENT, ABSENT, devices["type_id"][holder_places])
    order = np.lexsort([inside, type_ids, holder_ids])
    fresh = np.ones(len(order), bool)
    fresh[1:] = (holder_ids[order][1:] != holder_ids[order][:-1]) | (type_ids[order][1:] != type_ids[order][:-1])
    count = np.arange(len(order))
    rank = np.empty(len(order), np.int64)
    rank[order] = count - np.maximum.accumulate(np.where(fresh, count, 0))
    own[inside] = rank >= _contained(types, holder_types, type_ids)
    return own


def _contained(types: Types, holder_types: Ids, type_ids: Ids) -> Ids:
    """Return the quantity of a type included in each holder, shape (n,)."""
    pairs, of_pair = np.unique(np.stack([holder_types, type_ids], axis=1), axis=0, return_inverse=True)
    counts = np.zeros(len(pairs), np.int64)
    for place, (holder, child) in enumerate(pairs.tolist()):
        if holder != ABSENT:
            counts[place] = sum(part.count for part in types[holder].contains if types.id_of(part.key) == child)
    included: Ids = counts[of_pair.reshape(-1)]
    return included
