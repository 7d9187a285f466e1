"""The formats in which the fabric of a project goes out."""

from pathlib import Path

from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.progress import Progress
from gpudesk.formats.written_files import write_file
from gpudesk.operations.format import Exported, Format
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "formats"


def _write_ibsim(snapshot: Snapshot, _uid: str, title: str, out: Path, _progress: Progress) -> Exported:
    from gpudesk.derived.subnet import subnet
    from gpudesk.formats.ibsim import ibsim_text

    found = snapshot.cached(subnet)
    _demand_links(len(found.records), QT_TRANSLATE_NOOP("formats", "There are no InfiniBand links in this project."))
    write_file(out, ibsim_text(found, title).encode())
    subnets = int(found.nodes.subnet.max()) + 1
    remarks = (f"{subnets} subnets: ibsim puts the subnet manager into the first one, SIM_HOST into another",) if subnets > 1 else ()
    return Exported((out,), remarks)


def _demand_links(count: int, text: str) -> None:
    if not count:
        mend = QT_TRANSLATE_NOOP("formats", "Add a network and cable the project.")
        raise Refused(Message(_CONTEXT, text), Message(_CONTEXT, mend))


FABRIC_FORMATS = (
    Format(
        "ibsim",
        QT_TRANSLATE_NOOP("formats", "InfiniBand subnet (ibsim, ibnetdiscover)"),
        QT_TRANSLATE_NOOP("formats", "Every InfiniBand link, as ibnetdiscover prints it; ibsim boots it for a subnet manager"),
        (".net", ".txt"),
        False,
        _write_ibsim,
        None,
    ),
)
"""In the order in which they are shown."""
