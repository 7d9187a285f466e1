"""Actions of the monitor: what is watched, and what is done with it."""

from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.ui.action_table.contexts import MONITOR
from gpudesk.ui.actions import ActionSpec, MenuSpec

MONITOR_MENU = MenuSpec("monitor", QT_TRANSLATE_NOOP("Actions", "&Monitor"))

MONITOR_CONDITIONS = {
    "monitor": QT_TRANSLATE_NOOP("Actions", "Go to the monitor first."),
    "live monitor": QT_TRANSLATE_NOOP("Actions", "Watch GPUs first: a recording cannot be recorded."),
}

MONITOR_ACTIONS = (
    ActionSpec(
        "monitor.local",
        QT_TRANSLATE_NOOP("Actions", "This machine"),
        menu="monitor",
        group="source",
        icon="kind-gpu",
        shortcuts=("Alt+M",),
        context=MONITOR,
        needs=("monitor",),
        hint=QT_TRANSLATE_NOOP("Actions", "Watch the GPUs of this machine through NVIDIA's driver; nothing is ever changed"),
        keywords=QT_TRANSLATE_NOOP("Actions", "NVML nvidia-smi local GPUs watch live"),
    ),
    ActionSpec(
        "monitor.hosts",
        QT_TRANSLATE_NOOP("Actions", "Other hosts…"),
        menu="monitor",
        group="source",
        icon="kind-server",
        shortcuts=("Alt+Shift+M",),
        context=MONITOR,
        needs=("monitor",),
        hint=QT_TRANSLATE_NOOP("Actions", "Watch the exporters of other hosts, or what a Prometheus server collects, over the network"),
        keywords=QT_TRANSLATE_NOOP("Actions", "DCGM exporter Prometheus fleet cluster network remote watch"),
    ),
    ActionSpec(
        "monitor.open-recording",
        QT_TRANSLATE_NOOP("Actions", "From a file…"),
        menu="monitor",
        group="source",
        icon="folder",
        context=MONITOR,
        needs=("monitor",),
        hint=QT_TRANSLATE_NOOP("Actions", "Show what was recorded, at any speed, or what nvidia-smi or an exporter gave once"),
        keywords=QT_TRANSLATE_NOOP("Actions", "recording replay history past open gpurec nvidia-smi XML CSV metrics snapshot import"),
    ),
    ActionSpec(
        "monitor.kernel-log",
        QT_TRANSLATE_NOOP("Actions", "Errors of a kernel log…"),
        menu="monitor",
        group="source",
        icon="severity-warning",
        context=MONITOR,
        needs=("monitor",),
        hint=QT_TRANSLATE_NOOP("Actions", "Read the errors (Xid) of a saved kernel log: what they mean and what to do"),
        keywords=QT_TRANSLATE_NOOP("Actions", "dmesg journalctl kernel log XID NVRM errors import"),
    ),
    ActionSpec(
        "monitor.record",
        QT_TRANSLATE_NOOP("Actions", "Record"),
        menu="monitor",
        group="record",
        icon="record",
        shortcuts=("Alt+Shift+R",),
        context=MONITOR,
        needs=("live monitor",),
        check=True,
        hint=QT_TRANSLATE_NOOP("Actions", "Keep what is read in a file, until it is ended here"),
        keywords=QT_TRANSLATE_NOOP("Actions", "recorder save log history CSV"),
    ),
    ActionSpec(
        "monitor.as-planned",
        QT_TRANSLATE_NOOP("Actions", "As planned?…"),
        menu="monitor",
        group="judge",
        icon="compare",
        context=MONITOR,
        needs=("monitor", "project"),
        hint=QT_TRANSLATE_NOOP("Actions", "Hold the machine that is watched against its device of the plan, and keep it as a record"),
        keywords=QT_TRANSLATE_NOOP("Actions", "as found serial model PCIe NVLink driver baseline match mismatch"),
    ),
    ActionSpec(
        "monitor.judge",
        QT_TRANSLATE_NOOP("Actions", "Judge the size now"),
        menu="monitor",
        group="judge",
        icon="check",
        context=MONITOR,
        needs=("monitor",),
        hint=QT_TRANSLATE_NOOP("Actions", "Say by what was read whether the GPUs have the right size for what runs"),
        keywords=QT_TRANSLATE_NOOP("Actions", "verdict right-sizing over-provisioned bound utilisation"),
    ),
    ActionSpec(
        "monitor.mark",
        QT_TRANSLATE_NOOP("Actions", "Mark a steady window"),
        menu="monitor",
        group="judge",
        icon="clock",
        context=MONITOR,
        needs=("monitor",),
        hint=QT_TRANSLATE_NOOP("Actions", "Begin the window that is judged with the newest reading, or end the one that was begun"),
        keywords=QT_TRANSLATE_NOOP("Actions", "verdict window steady warm-up from until"),
    ),
)
