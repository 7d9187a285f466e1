"""Names of the kinds of files and texts."""

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.formats.recognize.what_is import Nature

_NAMES = {
    Nature.PROJECT: QT_TRANSLATE_NOOP("kinds", "Project"),
    Nature.TEMPLATE: QT_TRANSLATE_NOOP("kinds", "Template"),
    Nature.DEVICE_LIST: QT_TRANSLATE_NOOP("kinds", "Device list"),
    Nature.NETBOX_LIST: QT_TRANSLATE_NOOP("kinds", "NetBox list"),
    Nature.CABLE_LIST: QT_TRANSLATE_NOOP("kinds", "Cable list"),
    Nature.SUBNET: QT_TRANSLATE_NOOP("kinds", "InfiniBand listing"),
    Nature.LINK_GRAPH: QT_TRANSLATE_NOOP("kinds", "DOT topology"),
    Nature.OWN_TYPES: QT_TRANSLATE_NOOP("kinds", "Types file"),
    Nature.LIBRARY: QT_TRANSLATE_NOOP("kinds", "Types library"),
    Nature.UNDERLAY: QT_TRANSLATE_NOOP("kinds", "Drawing or image"),
    Nature.MODEL: QT_TRANSLATE_NOOP("kinds", "Model configuration"),
    Nature.GPU_RECORDING: QT_TRANSLATE_NOOP("kinds", "GPU recording"),
    Nature.GPU_LISTING: QT_TRANSLATE_NOOP("kinds", "GPU listing"),
    Nature.KERNEL_LOG: QT_TRANSLATE_NOOP("kinds", "Kernel log"),
    Nature.TOPOLOGY: QT_TRANSLATE_NOOP("kinds", "GPU topology"),
    Nature.DCGM_REPORT: QT_TRANSLATE_NOOP("kinds", "DCGM report"),
    Nature.FAILURE: QT_TRANSLATE_NOOP("kinds", "Failure message from nvidia-smi"),
    Nature.PROFILE: QT_TRANSLATE_NOOP("kinds", "Job profile"),
    Nature.RUN_LOG: QT_TRANSLATE_NOOP("kinds", "Inference engine log"),
}


def kind_name(nature: Nature) -> str:
    """The kind in the person's language, as the beginning of a sentence."""
    return QCoreApplication.translate("kinds", _NAMES[nature])
