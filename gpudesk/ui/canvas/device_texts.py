"""The few words on a device's name plate."""

from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from gpudesk.core.hardware import Face, HardwareType
from gpudesk.ui.quantities import THIN_SPACE, format_quantity


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


@lru_cache(maxsize=4096)
def short_title(title: str) -> str:
    """A model name without what stands in brackets, for narrow places."""
    return title.split(" (", maxsplit=1)[0]
