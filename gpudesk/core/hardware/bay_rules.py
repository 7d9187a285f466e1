"""Which device may sit in which bay of another: the one predicate of gesture, operation and check."""

from enum import IntEnum

from gpudesk.core.hardware.hardware import Bay, HardwareType, Mount


class BayFault(IntEnum):
    """Why a device cannot sit in a bay, the weightiest first."""

    NO_CHILD = 1
    """Its type does not go into bays."""
    NO_BAYS = 2
    """What should hold it has none."""
    NO_SUCH_BAY = 3
    MISFIT = 4
    """The bay takes something else."""
    TAKEN = 5


def bay_called(holder: HardwareType, name: str) -> Bay | None:
    """The bay of that name of a type, None if it has no such bay."""
    return next((bay for bay in holder.bays if bay.name == name), None)


def goes_into_bays(kind: HardwareType) -> bool:
    """Whether devices of a type are installed in bays; some may also be in rack units (the trays of a whole rack)."""
    return kind.mount is Mount.CHILD or bool(kind.text("fits"))


def suits(bay: Bay, child: HardwareType) -> bool:
    """Whether a bay accepts devices of a type: their tokens match, or it has none and they are installed only in bays."""
    return bay.accepts == child.text("fits") if bay.accepts else child.mount is Mount.CHILD


def bay_fault(holder: HardwareType, child: HardwareType, name: str, *, taken: bool) -> BayFault | None:
    """Why a device of type `child` cannot sit in the bay `name` of a device of type `holder`; None if it can.

    Args:
        taken: whether another device sits there.
    """
    if not goes_into_bays(child):
        return BayFault.NO_CHILD
    if not holder.bays:
        return BayFault.NO_BAYS
    bay = bay_called(holder, name)
    if bay is None:
        return BayFault.NO_SUCH_BAY
    if not suits(bay, child):
        return BayFault.MISFIT
    return BayFault.TAKEN if taken else None
