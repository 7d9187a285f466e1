"""Parser for `iblinkinfo` and `ibnetdiscover -p` output: one line per port, including unconnected ports.

Formats from rdma-core, infiniband-diags/iblinkinfo.c and ibnetdiscover.c (dump_ports_report): `iblinkinfo` identifies the peer of a
port only by LID, `iblinkinfo -l` and `ibnetdiscover -p` print both GUIDs, for adapters the port GUID. Speeds are per lane.
"""

import re
from array import array
from collections.abc import Iterable

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.formats.fabric.ibnetdiscover import LONGEST_LINE, MOST_LINKS
from gpudesk.formats.fabric.seen_links import SeenLinks, SeenNode
from gpudesk.formats.fabric.seen_rows import COLUMNS, conflicts, each_once, is_prompt, is_warning, within_listing
from gpudesk.formats.tables.table_faults import Fault, UnreadableTable

_CONTEXT = "ibnetdiscover"
_MOST_FAULTS = 1_000
_MOST_PORT = 254
_HEAD = re.compile(r"(?:Switch: 0x([0-9a-fA-F]{1,16}) (.*)|(?:CA|Router): (.*)):\s*$")
_LINK = r"(\d{1,9})\s+(\d{1,9})\[[ \w]{0,6}\] ==\(\s*(.*?/\s*\w+)\).{0,60}?==>\s*"
_PEER = r'(?:0x([0-9a-fA-F]{1,16})\s+)?(\d{1,9})\s+(\d{1,9})\[[ \w]{0,6}\] "(.*)" \(.*\)\s*$'
_PORT = re.compile(r"\s+(?:0x([0-9a-fA-F]{1,16})\s+)?" + _LINK)
_LINE = re.compile(r'0x([0-9a-fA-F]{1,16}) "\s*(.*)"\s+' + _LINK)
_FAR = re.compile(_PEER)
_RATE = re.compile(r"(\d{1,3})X\s+([\d.]{1,12}) Gbps(?: \((FDR10)\))?")
_REPORT = re.compile(
    r"(SW|CA|RT)\s+(\d{1,9})\s+(\d{1,9})\s+0x([0-9a-fA-F]{1,16})\s+(\d+|\?\?)x\s+(\S+)"
    r"(?:\s+-\s+(SW|CA|RT)\s+(\d{1,9})\s+(\d{1,9})\s+0x([0-9a-fA-F]{1,16})\s+\(\s*'(.*)' - '(.*)'\s*\)|\s+'(.*)')\s*$"
)
# Bounded, or a line of spaces would be looked through from each of them.
_SHOWN = re.compile(r"\s{0,8}s=\d{1,9} w=\d{1,9}(?: v=\d{1,9})?")
_SPEEDS = {
    "2.5": "SDR",
    "5.0": "DDR",
    "10.0": "QDR",
    "14.0625": "FDR",
    "25.78125": "EDR",
    "53.125": "HDR",
    "106.25": "NDR",
    "212.5": "XDR",
}
"""Gb/s of one lane as rdma-core, libibmad/dump.c, prints them."""
_FORM = "CA     3  1 0x98039b0300a1b2c3 4x NDR - SW     7 12 0x98039b0300d4e5f6 ( 'dgx-001 mlx5_0' - 'leaf-01' )"


def is_port_report(lines: Iterable[str]) -> bool:
    """Whether one of the first lines of a file is one of these forms."""
    short = (line for line in lines if len(line) <= LONGEST_LINE)
    return any(_HEAD.match(line) or _LINE.match(line) or _REPORT.match(_SHOWN.sub("", line)) for line in short)


class PortReport:
    """The file as read so far; nodes by GUID, or by LID if only that is given."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._faults: list[Fault] = []
        self._line = 0
        self._warnings = 0
        self._first_line = 0
        self._places: dict[tuple[str, int], int] = {}
        self._nodes: list[SeenNode] = []
        self._ports: list[set[int]] = []
        self._now: tuple[int | None, str, bool] = (None, "", False)
        self._by_lid: dict[int, int] = {}
        self._rows = array("q")
        self._rates: dict[tuple[int, str], int] = {(0, ""): 0}
        self._far: list[tuple[int, str, int]] = []
        self._open: set[int] = set()

    @property
    def is_enough(self) -> bool:
        """Return whether further input cannot change the result for the file."""
        return len(self._faults) >= _MOST_FAULTS or len(self._rows) > 2 * COLUMNS * MOST_LINKS

    def take(self, lines: Iterable[str]) -> None:
        """Read more lines."""
        for line in lines:
            self._line += 1
            if len(line) > LONGEST_LINE:
                self._say(QT_TRANSLATE_NOOP("ibnetdiscover", "the line has more than {limit} characters."), limit=LONGEST_LINE)
            elif is_warning(line):
                self._warnings += 1
            elif not line.strip() or line.startswith(("#", "DR path slid")) or is_prompt(line):
                continue
            elif self._is_read(line.rstrip()):
                self._first_line = self._first_line or self._line
            else:
                text = QT_TRANSLATE_NOOP("ibnetdiscover", "a port was expected, such as {form}, but the line contains: {start}")
                self._say(text, form=_FORM, start=line.strip()[:60])
            if len(self._faults) >= _MOST_FAULTS:
                return

    def links(self) -> SeenLinks:
        """Return the parsed links, each once.

        Raises:
            UnreadableTable: the file has faults.
        """
        self._faults = within_listing(self._faults, self._first_line)
        rows = np.frombuffer(self._rows, np.int64).reshape(-1, COLUMNS).copy() if self._rows else np.zeros((0, COLUMNS), np.int64)
        if len(rows) > 2 * MOST_LINKS:
            self._say(QT_TRANSLATE_NOOP("ibnetdiscover", "the file has more than {limit} links."), limit=MOST_LINKS)
        self._find_by_lid(rows)
        self._line = 0
        for line, text, values in conflicts(rows, _MOST_FAULTS):
            self._line = line
            self._say(text, **values)
        if not self._nodes and not self._faults:
            self._line = 0
            self._say(QT_TRANSLATE_NOOP("ibnetdiscover", "the file has no node."))
        if self._faults:
            raise UnreadableTable(self._faults)
        chosen = each_once(rows)
        width = np.array([width_speed[0] for width_speed in self._rates], np.int32)
        speed = np.array([width_speed[1] for width_speed in self._rates], object)
        ports = chosen.astype(np.int32)
        nodes = tuple(self._counted(place) for place in range(len(self._nodes)))
        rate = chosen[:, 4]
        return SeenLinks(
            nodes, chosen[:, 0], ports[:, 1], chosen[:, 2], ports[:, 3], width[rate], speed[rate], chosen[:, 5], self._warnings
        )

    def _is_read(self, line: str) -> bool:
        head = _HEAD.match(line)
        if head:
            guid, switch, other = head.groups()
            self._now = (None if guid is None else int(guid, 16), switch if guid is not None else other, guid is not None)
            return True
        match = _LINE.match(line)
        if match:
            return self._take_link(int(match[1], 16), match[2], None, line[match.end() :], match.groups()[2:])
        match = _PORT.match(line)
        if match:
            guid, name, switch = self._now
            if match[1] is not None:
                guid = int(match[1], 16)
            return guid is not None and self._take_link(guid, name, switch, line[match.end() :], match.groups()[1:])
        return self._is_report(_SHOWN.sub("", line))

    def _take_link(self, guid: int, name: str, switch: bool | None, rest: str, said: tuple[str, ...]) -> bool:
        """A line of iblinkinfo."""
        lid, port, state = int(said[0]), int(said[1]), said[2]
        # In lines alone nothing says what a node is: only a switch has more than a few ports, and it is settled at the end.
        own_node = self._place(guid, name, switch)
        if lid:
            self._by_lid.setdefault(lid, own_node)
        if not self._is_port(port):
            return True
        self._ports[own_node].add(port)
        far = _FAR.match(rest)
        if far is None:
            # A port that is down, or one of which the tool says nothing.
            return True
        far_guid, far_lid, far_port, far_name = far.groups()
        if not self._is_port(int(far_port)):
            return True
        rate = _RATE.match(state)
        code = self._rate(int(rate[1]) if rate else 0, rate[3] or _SPEEDS.get(rate[2], "") if rate else "")
        if far_guid is not None:
            self._rows.extend((own_node, port, self._place(int(far_guid, 16), far_name, None), int(far_port), code, self._line))
        else:
            self._far.append((int(far_lid), far_name, self._line))
            self._rows.extend((own_node, port, -len(self._far), int(far_port), code, self._line))
        return True

    def _is_report(self, line: str) -> bool:
        """A line of ibnetdiscover -p."""
        match = _REPORT.match(line)
        if match is None:
            return False
        kind, _, port, guid, width, speed, far_kind, _, far_port, far_guid, name, far_name, alone = match.groups()
        own_node = self._place(int(guid, 16), alone if far_kind is None else name, kind == "SW")
        if not self._is_port(int(port)):
            return True
        self._ports[own_node].add(int(port))
        if far_kind is not None and self._is_port(int(far_port)):
            far_node = self._place(int(far_guid, 16), far_name, far_kind == "SW")
            code = self._rate(int(width) if width.isdecimal() and len(width) < 4 else 0, "" if "?" in speed else speed)
            self._rows.extend((own_node, int(port), far_node, int(far_port), code, self._line))
        return True

    def _is_port(self, port: int) -> bool:
        if 1 <= port <= _MOST_PORT:
            return True
        self._say(
            QT_TRANSLATE_NOOP("ibnetdiscover", "a node with {ports} {ports|port|ports} has no port {port}."), port=port, ports=_MOST_PORT
        )
        return False

    def _rate(self, width: int, speed: str) -> int:
        return self._rates.setdefault((width, speed), len(self._rates))

    def _place(self, guid: int, name: str, switch: bool | None) -> int:
        key = ("guid", guid)
        place = self._places.get(key)
        if place is None:
            place = self._places[key] = self._add(SeenNode(guid, bool(switch), name, 0))
            if switch is None:
                self._open.add(place)
        elif switch is not None and place in self._open:
            self._open.discard(place)
            self._nodes[place] = SeenNode(guid, switch, self._nodes[place].description or name, 0)
        return place

    def _add(self, node: SeenNode) -> int:
        self._nodes.append(node)
        self._ports.append(set())
        return len(self._nodes) - 1

    def _find_by_lid(self, rows: np.ndarray) -> None:
        """Assign nodes to the ends for which a line gives only a LID."""
        for row in np.flatnonzero(rows[:, 2] < 0).tolist():
            lid, name, line = self._far[-int(rows[row, 2]) - 1]
            self._line = line
            if not lid:
                text = QT_TRANSLATE_NOOP(
                    "ibnetdiscover", "the port is linked to LID 0, which is not a node: start the subnet manager, or use iblinkinfo -l."
                )
                self._say(text)
                if len(self._faults) >= _MOST_FAULTS:
                    return
                continue
            place = self._by_lid.get(lid)
            if place is None:
                place = self._by_lid[lid] = self._add(SeenNode(0, False, name, 0))
            rows[row, 2] = place

    def _counted(self, place: int) -> SeenNode:
        """A node with the number of its ports, where all of them have a line."""
        node, ports = self._nodes[place], self._ports[place]
        most = max(ports, default=0)
        switch = node.switch or (place in self._open and (most > 2 or ";" in node.description))
        return SeenNode(node.guid, switch, node.description, most if len(ports) == most else 0)

    def _say(self, text: str, /, **values: Value) -> None:
        self._faults.append(Fault(self._file, "", str(self._line) if self._line else "", Message(_CONTEXT, text, values)))
