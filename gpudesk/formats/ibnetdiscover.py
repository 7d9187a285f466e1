"""What `ibnetdiscover` prints, read: grammar after rdma-core, infiniband-diags/ibnetdiscover.c, and what is seen in files of real clusters.

Blank lines between nodes may be missing, older versions print no width and speed, and a file may be a part of a fabric only: a node that
is named as a peer but has no lines of its own is known by what its peer says of it.
"""

import re
from array import array
from pathlib import Path
from sys import intern

import numpy as np

from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.progress import Progress
from gpudesk.formats.seen_links import SeenLinks, SeenNode
from gpudesk.formats.table_faults import Fault, UnreadableTable

_CONTEXT = "ibnetdiscover"
MOST_BYTES = 512 << 20
MOST_LINKS = 2_000_000
_MOST_FAULTS = 1_000
_MOST_PORTS = 254
"""InfiniBand counts ports in eight bits, of which 255 is no port."""
_STRIDE = 20_000
_NODE = re.compile(r'(Switch|Ca|Rt)\s+(\d{1,9})\s+"([SHR]-[0-9a-fA-F]{1,16})"\s*(?:#\s*"(.*?)"(?:\s+(?:enhanced|base)\b.*)?)?\s*$')
_PORT = re.compile(
    r'\[(\d{1,9})\](?:\[ext \d{1,9}\])?(?:\([0-9a-fA-F]{1,16}\))?\s*"([SHR]-[0-9a-fA-F]{1,16})"\[(\d{1,9})\](?:\[ext \d{1,9}\])?'
    r'(?:\([0-9a-fA-F]{1,16}\))?\s*(?:#\s*(?:lid\s+\d+\s+lmc\s+\d+\s*)?(?:"(.*)")?(?:\s*lid\s+\d+)?(?:\s+(\d+|\?\?)x([A-Z0-9?]+))?.*)?\s*$'
)
_SAID = re.compile(r"(vendid|devid|sysimgguid|switchguid|caguid|rtguid)=")


def read_ibnetdiscover(path: Path, progress: Progress | None = None) -> SeenLinks:
    """The links in a file that `ibnetdiscover` wrote.

    Raises:
        UnreadableTable: it cannot be read, is too large, or lines of it are none of that form; every fault is named with its line.
        Cancelled: the work was stopped.
    """
    try:
        with path.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        text = QT_TRANSLATE_NOOP("ibnetdiscover", "the file cannot be read: {reason}.")
        raise UnreadableTable([_fault(str(path), 0, text, reason=error.strerror or str(error))]) from error
    if len(content) > MOST_BYTES:
        text = QT_TRANSLATE_NOOP("ibnetdiscover", "the file is larger than {limit} MiB.")
        raise UnreadableTable([_fault(path.name, 0, text, limit=MOST_BYTES >> 20)])
    return ibnetdiscover_links(content.decode("utf-8", "replace"), path.name, progress)


def ibnetdiscover_links(text: str, file: str, progress: Progress | None = None) -> SeenLinks:
    """The same of a text.

    Args:
        file: its name, for the faults.

    Raises:
        UnreadableTable, Cancelled: see `read_ibnetdiscover`.
    """
    reading = _Reading(file)
    for number, line in enumerate(text.split("\n"), 1):
        if progress is not None and number % _STRIDE == 0:
            progress.step(number, 0)
        reading.line(number, line)
        if len(reading.faults) >= _MOST_FAULTS:
            break
    return reading.links()


class _Reading:
    """The file as far as it is read; nodes by their kind and GUID, ends of links as they are printed."""

    def __init__(self, file: str) -> None:
        self._file = file
        self.faults: list[Fault] = []
        self._nodes: dict[str, int] = {}
        self._known: list[SeenNode | None] = []
        self._peers: dict[int, SeenNode] = {}
        self._now: int | None = None
        # Node, port, node and port of the peer, width, line of each end: numbers alone, which the garbage collector does not look through.
        self._rows = array("q")
        self._speeds: list[str] = []

    def line(self, number: int, line: str) -> None:
        start = line[:1]
        if start == "[":
            self._port(number, line)
        elif start in {"S", "C", "R"}:
            self._node(number, line.rstrip())
        elif line.strip() and start != "#" and not _SAID.match(line):
            self._say(number, QT_TRANSLATE_NOOP("ibnetdiscover", "the line is none of ibnetdiscover: {start}"), start=line.strip()[:40])

    def _node(self, number: int, line: str) -> None:
        found = _NODE.match(line)
        if found is None:
            self._now = None
            text = QT_TRANSLATE_NOOP("ibnetdiscover", "the line should begin a node, and does not: {start}")
            return self._say(number, text, start=line[:40])
        _, ports, name, description = found.groups()
        place = self._place(name)
        self._now = place
        if self._known[place] is not None:
            text = QT_TRANSLATE_NOOP("ibnetdiscover", "the node {name} is there twice.")
            return self._say(number, text, name=name)
        self._known[place] = _node(name, description, int(ports))
        return None

    def _port(self, number: int, line: str) -> None:
        found = _PORT.match(line)
        if found is None:
            return self._say(number, QT_TRANSLATE_NOOP("ibnetdiscover", "the line of a port cannot be read: {start}"), start=line[:60])
        if self._now is None:
            return self._say(number, QT_TRANSLATE_NOOP("ibnetdiscover", "the line of a port belongs to no node."))
        mine, name, theirs, description, width, speed = found.groups()
        node = self._known[self._now]
        port, peer_port = int(mine), int(theirs)
        most = max(node.ports if node else 0, 1)
        if not 1 <= port <= min(most, _MOST_PORTS) or not 1 <= peer_port <= _MOST_PORTS:
            text = QT_TRANSLATE_NOOP("ibnetdiscover", "there is no port {port} on a node of {ports}.")
            return self._say(number, text, port=port if not 1 <= port <= most else peer_port, ports=most)
        place = self._place(name)
        if place not in self._peers:
            self._peers[place] = _node(name, description, 0)
        self._rows.extend((self._now, port, place, peer_port, int(width) if width and width != "??" else 0, number))
        self._speeds.append("" if not speed or "?" in speed else intern(speed))
        return None

    def _place(self, name: str) -> int:
        place = self._nodes.get(name)
        if place is None:
            # Written in another way, it is the same node.
            plain = f"{name[:2]}{int(name.partition('-')[2], 16):x}"
            place = self._nodes.setdefault(plain, len(self._known))
            self._nodes[name] = place
            if place == len(self._known):
                self._known.append(None)
        return place

    def links(self) -> SeenLinks:
        """What was read, each link once.

        Raises:
            UnreadableTable: there are faults.
        """
        if not self._rows and not self._known and not self.faults:
            self._say(0, QT_TRANSLATE_NOOP("ibnetdiscover", "there is no node in the file."))
        if len(self._speeds) > 2 * MOST_LINKS:
            self._say(0, QT_TRANSLATE_NOOP("ibnetdiscover", "the file has more than {limit} links."), limit=MOST_LINKS)
        rows = np.frombuffer(self._rows, np.int64).reshape(-1, 6) if self._rows else np.zeros((0, 6), np.int64)
        mine, theirs = (rows[:, 0] << 8) | rows[:, 1], (rows[:, 2] << 8) | rows[:, 3]
        self._find_conflicts(mine, theirs, rows[:, 5])
        if self.faults:
            raise UnreadableTable(self.faults)
        low, high = np.minimum(mine, theirs), np.maximum(mine, theirs)
        order = np.lexsort((np.arange(len(rows)), high, low))
        first = np.ones(len(rows), bool)
        first[1:] = (low[order][1:] != low[order][:-1]) | (high[order][1:] != high[order][:-1])
        picked = np.sort(order[first])
        speeds = np.empty(len(picked), object)
        speeds[:] = [self._speeds[place] for place in picked.tolist()]
        chosen = rows[picked]
        ports = chosen.astype(np.int32)
        nodes = tuple(known or self._peers[place] for place, known in enumerate(self._known))
        return SeenLinks(nodes, chosen[:, 0], ports[:, 1], chosen[:, 2], ports[:, 3], ports[:, 4], speeds, chosen[:, 5])

    def _find_conflicts(self, mine: np.ndarray, theirs: np.ndarray, line: np.ndarray) -> None:
        """Both ends of a link are printed: each port has one line, and what it says must be what the other one says."""
        order = np.argsort(mine, kind="stable")
        ordered = mine[order]
        if not len(ordered):
            return
        for place in np.flatnonzero(ordered[1:] == ordered[:-1]).tolist():
            text = QT_TRANSLATE_NOOP("ibnetdiscover", "the port {port} has a line already, line {line}.")
            self._say(int(line[order[place + 1]]), text, port=int(ordered[place]) & 0xFF, line=int(line[order[place]]))
            if len(self.faults) >= _MOST_FAULTS:
                return
        at = np.minimum(np.searchsorted(ordered, theirs), len(ordered) - 1)
        said = (ordered[at] == theirs) & (theirs[order[at]] != mine)
        for place in np.flatnonzero(said).tolist():
            text = QT_TRANSLATE_NOOP("ibnetdiscover", "the other end of the link says something else, line {line}.")
            self._say(int(line[place]), text, line=int(line[order[at[place]]]))
            if len(self.faults) >= _MOST_FAULTS:
                return

    def _say(self, line: int, text: str, /, **values: Value) -> None:
        self.faults.append(_fault(self._file, line, text, **values))


def _node(name: str, description: str | None, ports: int) -> SeenNode:
    return SeenNode(int(name.partition("-")[2], 16), name[0] == "S", description or "", ports)


def _fault(file: str, line: int, text: str, /, **values: Value) -> Fault:
    return Fault(file, "", str(line) if line else "", Message(_CONTEXT, text, values))
