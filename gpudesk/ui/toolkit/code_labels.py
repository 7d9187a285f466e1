"""Names of codes of the model, in the user's language."""

from PySide6.QtCore import QCoreApplication

from gpudesk.core.hardware.hardware import Face, Side, Status
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.availability import Redundancy

_STATUS = {
    Status.PLANNED: QT_TRANSLATE_NOOP("Words", "Planned"),
    Status.ORDERED: QT_TRANSLATE_NOOP("Words", "Ordered"),
    Status.DELIVERED: QT_TRANSLATE_NOOP("Words", "Delivered"),
    Status.INSTALLED: QT_TRANSLATE_NOOP("Words", "Installed"),
    Status.LIVE: QT_TRANSLATE_NOOP("Words", "In use"),
    Status.RETIRED: QT_TRANSLATE_NOOP("Words", "Retired"),
}
_FACES = {
    Face.FRONT: QT_TRANSLATE_NOOP("Words", "Front"),
    Face.REAR: QT_TRANSLATE_NOOP("Words", "Rear"),
    Face.BOTH: QT_TRANSLATE_NOOP("Words", "Both"),
}
_SIDES = {Side.LEFT: QT_TRANSLATE_NOOP("Words", "Left"), Side.RIGHT: QT_TRANSLATE_NOOP("Words", "Right")}
_POWERS = {
    "nameplate": QT_TRANSLATE_NOOP("Words", "nameplate"),
    "max": QT_TRANSLATE_NOOP("Words", "maximum"),
    "provisioned": QT_TRANSLATE_NOOP("Words", "provisioned"),
    "average": QT_TRANSLATE_NOOP("Words", "average"),
    "peak": QT_TRANSLATE_NOOP("Words", "peak"),
}

_POWER_NODES = {
    "source": QT_TRANSLATE_NOOP("Words", "Source"),
    "generator": QT_TRANSLATE_NOOP("Words", "Generator"),
    "ups": QT_TRANSLATE_NOOP("Words", "UPS"),
    "transfer_switch": QT_TRANSLATE_NOOP("Words", "Transfer switch"),
    "panel": QT_TRANSLATE_NOOP("Words", "Panel"),
    "busway": QT_TRANSLATE_NOOP("Words", "Busway"),
    "feed": QT_TRANSLATE_NOOP("Words", "Feed"),
    "pdu": QT_TRANSLATE_NOOP("Words", "PDU"),
    "bank": QT_TRANSLATE_NOOP("Words", "Bank"),
    "crah": QT_TRANSLATE_NOOP("Words", "CRAH"),
    "crac": QT_TRANSLATE_NOOP("Words", "CRAC"),
    "in_row": QT_TRANSLATE_NOOP("Words", "In-row unit"),
    "rear_door": QT_TRANSLATE_NOOP("Words", "Rear door"),
    "cdu": QT_TRANSLATE_NOOP("Words", "CDU"),
    "pump": QT_TRANSLATE_NOOP("Words", "Pump"),
    "chiller": QT_TRANSLATE_NOOP("Words", "Chiller"),
    "dry_cooler": QT_TRANSLATE_NOOP("Words", "Dry cooler"),
    "tower": QT_TRANSLATE_NOOP("Words", "Cooling tower"),
    "air": QT_TRANSLATE_NOOP("Words", "Air"),
    "technology_loop": QT_TRANSLATE_NOOP("Words", "Technology loop"),
    "facility_loop": QT_TRANSLATE_NOOP("Words", "Facility water"),
}


_REDUNDANCIES = {
    Redundancy.LESS: QT_TRANSLATE_NOOP("Words", "less than N"),
    Redundancy.NONE: QT_TRANSLATE_NOOP("Words", "N"),
    Redundancy.SPARE: QT_TRANSLATE_NOOP("Words", "N+1"),
    Redundancy.DOUBLE: QT_TRANSLATE_NOOP("Words", "2N"),
    Redundancy.DISTRIBUTED: QT_TRANSLATE_NOOP("Words", "distributed redundancy"),
}


def _said(text: str) -> str:
    return QCoreApplication.translate("Words", text)


def status_name(status: int) -> str:
    """Name of a status."""
    return _said(_STATUS[Status(status)])


def face_name(face: int) -> str:
    """Name of a face."""
    return _said(_FACES[Face(face)])


def side_name(side: int) -> str:
    """Name of a side."""
    return _said(_SIDES[Side(side)])


def power_name(name: str) -> str:
    """Name of one of the power values."""
    return _said(_POWERS[name])


def power_node_name(kind: str) -> str:
    """Name of one of `power_failures.NODE_KINDS` or `cooling_kinds.KIND_NAMES`."""
    return _said(_POWER_NODES[kind])


def in_a_sentence(word: str) -> str:
    """A table text in the form used within a sentence; abbreviations are unchanged."""
    return word if word[1:2].isupper() else word[:1].lower() + word[1:]


def redundancy_name(redundancy: Redundancy) -> str:
    """Name of a redundancy."""
    return _said(_REDUNDANCIES[redundancy])
