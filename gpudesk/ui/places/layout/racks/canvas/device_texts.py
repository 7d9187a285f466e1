"""The few words on a device's name plate."""

from PySide6.QtCore import QCoreApplication

from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_quantity, unit_system
from gpudesk.ui.toolkit.translate import language


class PlateFacts:
    """What stands at the right end of name plates, made once for each type, face, language and unit system."""

    def __init__(self) -> None:
        # The type is kept with its texts, so that its identity stays its own.
        self._made: dict[tuple[int, Face, str, str], tuple[HardwareType, tuple[str, str]]] = {}

    def get(self, kind: HardwareType, face: Face) -> tuple[str, str]:
        """The facts of a face in full and in short."""
        key = (id(kind), face, language(), unit_system())
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = (kind, plate_facts(kind, face))
        return found[1]


def plate_facts(kind: HardwareType, face: Face) -> tuple[str, str]:
    """What stands at the right end of the plate, in full and in short: height and power in front, supplies behind."""
    if face is Face.FRONT:
        height = format_quantity(kind.height_half_units / 2, "U") if kind.height_half_units else ""
        power = kind.number("power_max_w")
        power_text = "" if power is None else format_quantity(power, "W")
        return (f"{height} {power_text}".strip(), height)
    rule = kind.supplies
    if rule is None:
        return ("", "")
    text = QCoreApplication.translate("RackCanvas", "{count} PSU").format(count=rule.total).replace(" ", THIN_SPACE)
    spare = rule.total - rule.needed
    return (f"{text} · {rule.needed}+{spare}" if spare > 0 else text, text)
