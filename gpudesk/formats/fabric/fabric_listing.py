"""InfiniBand fabric listings in all supported forms, distinguished by their first lines."""

from itertools import islice
from pathlib import Path

from gpudesk.core.running.progress import Progress
from gpudesk.formats.fabric.ibnetdiscover import LONGEST_LINE, Reading, Topology, read_pieces, unreadable
from gpudesk.formats.fabric.port_report import PortReport, is_port_report
from gpudesk.formats.fabric.seen_links import SeenLinks
from gpudesk.formats.text.pasted_text import encoding_of, unquoted

_LOOKED_AT = 200
_HEAD_BYTES = 1 << 16


def read_fabric_listing(path: Path, progress: Progress | None = None) -> SeenLinks:
    """The links in a file that `ibnetdiscover` (also with -f, -g, -s or -p) or `iblinkinfo` (also with -l) wrote.

    Raises:
        UnreadableTable: it cannot be read, is too large, or lines of it are of no such form; every fault is named with its line.
        Cancelled: the work was stopped.
    """
    try:
        with path.open("rb") as opened:
            head = opened.read(_HEAD_BYTES)
            lines = [line[:LONGEST_LINE] for line in islice(head.decode(encoding_of(head), "replace").split("\n"), _LOOKED_AT)]
            is_quoted = sum(line.startswith(">") for line in lines) * 2 > len(lines)
            if is_quoted:
                lines = [unquoted(line) for line in lines]
            reading: Reading = PortReport(path.name) if is_port_report(lines) else Topology(path.name)
            reported = progress or Progress()
            return read_pieces(reading, opened, path.stat().st_size, path.name, reported, head, is_quoted=is_quoted)
    except OSError as error:
        raise unreadable(path, error) from error
