"""Parser for `ibnetdiscover` output: grammar from rdma-core, infiniband-diags/ibnetdiscover.c, and files of real clusters.

Blank lines between nodes may be missing, older versions print no width and speed, and a file may cover only part of a fabric: a
node that is named as a peer but has no lines is known only from its peer's data. `-g` adds chassis headings. Warnings in the
printed output are skipped and counted: they mean that a component did not answer.
"""

import codecs
import re
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.running.progress import Progress
from gpudesk.formats.fabric.seen_links import SeenLinks, SeenNode
from gpudesk.formats.fabric.seen_rows import COLUMNS, conflicts, each_once, is_prompt, is_warning, within_listing
from gpudesk.formats.tables.table_faults import Fault, UnreadableTable
from gpudesk.formats.text.pasted_text import encoding_of, unquoted

_CONTEXT = "ibnetdiscover"
MOST_BYTES = 512 << 20
MOST_LINKS = 2_000_000
LONGEST_LINE = 2_000
"""Characters; the longest that ibnetdiscover prints has some 300."""
_MOST_FAULTS = 1_000
_MOST_PORTS = 254
"""InfiniBand counts ports in eight bits, of which 255 is no port."""
PIECE_BYTES = 1 << 22
_NODE = re.compile(r'(Switch|Ca|Rt)\s+(\d{1,9})\s+"([SHR]-[0-9a-fA-F]{1,16})"\s*(?:#\s*"(.*?)"(?:\s+(?:enhanced|base)\b.*)?)?\s*$')
_PORT = re.compile(
    r'\[(\d{1,9})\](?:\[[^\]\n]{1,20}\])?(?:\([0-9a-fA-F]{1,16}\))?\s*"([SHR]-[0-9a-fA-F]{1,16})"\[(\d{1,9})\](?:\[[^\]\n]{1,20}\])?\s?'
    r'(?:\([0-9a-fA-F]{1,16}\))?\s*(?:#\s*(?:lid\s+\d+\s+lmc\s+\d+\s*)?(?:"(.*)")?(?:\s*lid\s+\d+)?(?:\s+((?:\d+|\?\?)x[A-Z0-9?]+))?.*)?\s*$'
)
_SAID = ("#", "vendid=", "devid=", "switchguid=", "caguid=", "rtguid=", "Non-Chassis Nodes", "Hostname: ", "DR path slid")
_GROUP = re.compile(r"Chassis \d{1,9}(?: \(guid 0x[0-9a-fA-F]{1,16}\))?\s*$")
_SYSTEM = "sysimgguid=0x"
_GUID = re.compile(r"[0-9a-fA-F]{1,16}$")
_NODE_FORM = 'Switch 65 "S-0002c903a1b2c3d4" # "name"'
_PORT_FORM = '[1] "S-0002c903a1b2c3d4"[33] # "name" lid 7 4xNDR'


def read_ibnetdiscover(path: Path, progress: Progress | None = None) -> SeenLinks:
    """The links in a file that `ibnetdiscover` wrote.

    Raises:
        UnreadableTable: it cannot be read, is too large, or lines of it are none of that form; every fault is named with its line.
        Cancelled: the work was stopped.
    """
    try:
        with path.open("rb") as opened:
            return read_pieces(Topology(path.name), opened, path.stat().st_size, path.name, progress or Progress())
    except OSError as error:
        raise unreadable(path, error) from error


def ibnetdiscover_links(text: str, file: str) -> SeenLinks:
    """The links in what `ibnetdiscover` printed.

    Args:
        file: its name, for the faults.

    Raises:
        UnreadableTable: see `read_ibnetdiscover`.
    """
    reading = Topology(file)
    reading.take(text.split("\n"))
    return reading.links()


class Reading(Protocol):
    """A partially read listing of one form."""

    @property
    def is_enough(self) -> bool:
        """Return whether further input cannot change the result for the file."""

    def take(self, lines: Iterable[str]) -> None:
        """Read more lines."""

    def links(self) -> SeenLinks:
        """Return the parsed links, each once.

        Raises:
            UnreadableTable: the file has faults.
        """


def read_pieces(
    reading: Reading, opened: BinaryIO, size: int, file: str, progress: Progress, head: bytes = b"", *, is_quoted: bool = False
) -> SeenLinks:
    """Read a file of any form in chunks.

    Args:
        size: of the file in bytes, 0 if unknown.
        head: data already read; a pipe delivers it only once.
        is_quoted: whether each line is quoted with "> " by email.

    Raises:
        UnreadableTable: the file has faults.
        Cancelled: the operation was canceled.
    """
    for lines in _lines(opened, size, file, progress, head):
        reading.take([unquoted(line) for line in lines] if is_quoted else lines)
        if reading.is_enough:
            break
    return reading.links()


def unreadable(path: Path, error: OSError) -> UnreadableTable:
    """Return the message for a file that the system cannot read."""
    text = QT_TRANSLATE_NOOP("ibnetdiscover", "the file cannot be read: {reason}.")
    return UnreadableTable([_fault(str(path), 0, text, reason=error.strerror or str(error))])


def _lines(opened: BinaryIO, size: int, file: str, progress: Progress, head: bytes) -> Iterator[list[str]]:
    """Yield the lines of a file in chunks, so that a large file is never completely in memory.

    Args:
        size: of the file in bytes, 0 if unknown.
        head: data already read.

    Raises:
        UnreadableTable: the file is too large, regardless of `size`.
    """
    head = head or opened.read(PIECE_BYTES)
    decoder = codecs.getincrementaldecoder(encoding_of(head))("replace")
    rest, taken = "", 0
    while piece := head or opened.read(PIECE_BYTES):
        head = b""
        taken += len(piece)
        if taken > MOST_BYTES:
            text = QT_TRANSLATE_NOOP("ibnetdiscover", "the file is larger than {limit} MiB.")
            raise UnreadableTable([_fault(file, 0, text, limit=MOST_BYTES >> 20)])
        progress.step(min(taken, size), size)
        lines = (rest + decoder.decode(piece)).split("\n")
        # Of a line without an end no more is kept than tells that it is too long.
        rest = lines.pop()[: LONGEST_LINE + 1]
        yield lines
    yield [rest + decoder.decode(b"", final=True)]


class Topology:
    """The file as read so far; nodes by kind and GUID, link ends as printed."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._faults: list[Fault] = []
        self._line = 0
        self._nodes: dict[str, int] = {}
        self._known: list[SeenNode | None] = []
        self._peers: dict[int, tuple[str, str]] = {}
        self._now: int | None = None
        self._ports = 0
        # Node, port, node and port of the peer, rate, line of each end: numbers alone, which the garbage collector does not look through.
        self._rows = array("q")
        self._rates: dict[str | None, int] = {None: 0}
        self._first_strange = ""
        self._system = 0
        self._warnings = 0
        self._first_line = 0

    @property
    def is_enough(self) -> bool:
        """Return whether further input cannot change the result for the file."""
        return len(self._faults) >= _MOST_FAULTS or len(self._rows) > 2 * COLUMNS * MOST_LINKS

    def take(self, lines: Iterable[str]) -> None:
        """Read more lines."""
        # What is asked for at each of a million lines has a name of its own here.
        matched, nodes, peers, add, rates = _PORT.match, self._nodes, self._peers, self._rows.extend, self._rates
        number, now, ports = self._line, self._now, self._ports
        for line in lines:
            number += 1
            if len(line) > LONGEST_LINE:
                self._say(number, QT_TRANSLATE_NOOP("ibnetdiscover", "the line has more than {limit} characters."), limit=LONGEST_LINE)
            elif line[:1] == "[":
                port_match = matched(line)
                if port_match is None or now is None:
                    self._tell_port(number, line, is_read=port_match is not None)
                    continue
                own_port, name, far_port, description, rate = port_match.groups()
                port, peer_port = int(own_port), int(far_port)
                if not 1 <= port <= ports or not 1 <= peer_port <= _MOST_PORTS:
                    text = QT_TRANSLATE_NOOP("ibnetdiscover", "a node with {ports} {ports|port|ports} has no port {port}.")
                    self._say(number, text, port=port if not 1 <= port <= ports else peer_port, ports=ports)
                    continue
                place = nodes.get(name)
                if place is None:
                    place = self._place(name)
                if place not in peers:
                    peers[place] = name, description or ""
                code = rates.get(rate)
                if code is None:
                    code = rates[rate] = len(rates)
                add((now, port, place, peer_port, code, number))
            elif line.startswith(_SYSTEM):
                system = line[len(_SYSTEM) :].split("#")[0].strip()
                self._system = int(system, 16) if _GUID.match(system) else 0
            elif line[:1] in {"S", "C", "R"} and not _GROUP.match(line):
                now, ports = self._node(number, line.rstrip())
            elif is_warning(line):
                self._warnings += 1
            elif is_prompt(line):
                continue
            elif not line.startswith(_SAID) and line.strip() and not _GROUP.match(line):
                text = QT_TRANSLATE_NOOP("ibnetdiscover", "the line is not from ibnetdiscover: {start}")
                self._first_strange = self._first_strange or line.strip()[:40]
                self._say(number, text, start=line.strip()[:40])
            if len(self._faults) >= _MOST_FAULTS:
                break
        self._line, self._now, self._ports = number, now, ports

    def _node(self, number: int, line: str) -> tuple[int | None, int]:
        """The node that a line begins, and how many ports it has."""
        match = _NODE.match(line)
        if match is None:
            text = QT_TRANSLATE_NOOP("ibnetdiscover", "the start of a node was expected, such as {form}, but the line contains: {start}")
            self._first_strange = self._first_strange or line[:40]
            self._say(number, text, form=_NODE_FORM, start=line[:40])
            return None, 0
        _, ports, name, description = match.groups()
        place = self._place(name)
        known = self._known[place]
        self._first_line = self._first_line or number
        if known is None:
            known = self._known[place] = _node(name, description, int(ports), self._system)
        else:
            self._say(number, QT_TRANSLATE_NOOP("ibnetdiscover", "the node {name} appears twice."), name=name)
        self._system = 0
        return place, min(max(known.ports, 1), _MOST_PORTS)

    def _tell_port(self, number: int, line: str, *, is_read: bool) -> None:
        if is_read:
            self._say(number, QT_TRANSLATE_NOOP("ibnetdiscover", "the port line does not belong to a node."))
            return
        text = QT_TRANSLATE_NOOP("ibnetdiscover", "a port was expected, such as {form}, but the line contains: {start}")
        self._first_strange = self._first_strange or line[:40]
        self._say(number, text, form=_PORT_FORM, start=line[:60])

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
        """Return the parsed links, each once.

        Raises:
            UnreadableTable: the file has faults.
        """
        if not self._known:
            self._say_that_it_is_none()
        self._faults = within_listing(self._faults, self._first_line)
        rows = np.frombuffer(self._rows, np.int64).reshape(-1, COLUMNS) if self._rows else np.zeros((0, COLUMNS), np.int64)
        if len(rows) > 2 * MOST_LINKS:
            self._say(0, QT_TRANSLATE_NOOP("ibnetdiscover", "the file has more than {limit} links."), limit=MOST_LINKS)
        for line, text, values in conflicts(rows, _MOST_FAULTS):
            self._say(line, text, **values)
        if self._faults:
            raise UnreadableTable(self._faults)
        chosen = each_once(rows)
        width, speed = _rates(self._rates)
        ports = chosen.astype(np.int32)
        nodes = tuple(known or _node(*self._peers[place], 0) for place, known in enumerate(self._known))
        return SeenLinks(
            nodes,
            chosen[:, 0],
            ports[:, 1],
            chosen[:, 2],
            ports[:, 3],
            width[chosen[:, 4]],
            speed[chosen[:, 4]],
            chosen[:, 5],
            self._warnings,
            sum(known is None for known in self._known),
        )

    def _say_that_it_is_none(self) -> None:
        """Report a single fault for a file of another kind instead of a thousand."""
        if not self._first_strange:
            self._say(0, QT_TRANSLATE_NOOP("ibnetdiscover", "the file has no node."))
            return
        text = QT_TRANSLATE_NOOP(
            "ibnetdiscover",
            "this is not ibnetdiscover output. No line is the start of a node, such as {form}; the first unexpected line is: {start}",
        )
        first_line = next((fault.cell for fault in self._faults if fault.cell), "")
        self._faults = [_fault(self._file, int(first_line or 0), text, form=_NODE_FORM, start=self._first_strange)]

    def _say(self, line: int, text: str, /, **values: Value) -> None:
        self._faults.append(_fault(self._file, line, text, **values))


def _rates(codes: dict[str | None, int]) -> tuple[np.ndarray, np.ndarray]:
    """Return lanes and speed of each printed rate, in code order: 0 and "" if unspecified."""
    width, speed = np.zeros(len(codes), np.int32), np.full(len(codes), "", object)
    for rate, code in codes.items():
        lanes, _, lane_speed = (rate or "").partition("x")
        # More lanes than any link has would not fit where they are kept.
        width[code] = int(lanes) if lanes.isdecimal() and len(lanes) < 4 else 0
        speed[code] = "" if "?" in lane_speed else lane_speed
    return width, speed


def _node(name: str, description: str | None, ports: int, system: int = 0) -> SeenNode:
    return SeenNode(int(name.partition("-")[2], 16), name[0] == "S", description or "", ports, system)


def _fault(file: str, line: int, text: str, /, **values: Value) -> Fault:
    return Fault(file, "", str(line) if line else "", Message(_CONTEXT, text, values))
