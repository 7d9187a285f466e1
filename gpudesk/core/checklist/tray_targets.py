"""The targets of items of scope tray: a tray is no row of a table, so that its target is made from its system and its number."""

STEP = 1000
"""More than a type has trays. In decimals, so that the target 12003 is read as tray 3 of device 12."""


def tray_target(device_id: int, number: int) -> int:
    """The target of a tray.

    Args:
        device_id: of its system.
        number: its place among the trays of the type, from 0.
    """
    return device_id * STEP + number + 1


def tray_of(target: int) -> tuple[int, int]:
    """The id of the system and the place of the tray among those of its type."""
    device_id, number = divmod(target, STEP)
    return device_id, number - 1
