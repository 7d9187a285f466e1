"""The ends of links as a tool prints them, line by line: what contradicts itself among them, and each link once."""

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Value
from gpudesk.formats.tables.table_faults import Fault

COLUMNS = 6
"""Of each end: node, port, node and port of the peer, rate, line."""
Rows = NDArray[np.int64]
_WARNING = re.compile(r"\s*(?:ib(?:warn|panic|debug|error)\b|[\w./-]{1,200}\.c:\d+[;:]|WARN(?:ING)?\b)")


_PROMPT = re.compile(r"(?:\[?[\w.-]{1,64}@[\w.-]{1,64}[: ][^#$%>]{0,200}[#$%>]|PS [A-Za-z]:\\[^>]{0,200}>|[$%>](?= |$)|```)")
MOST_BEFORE = 40
"""Lines that a terminal, or a person, writes before a listing."""


def is_prompt(line: str) -> bool:
    """Whether a line is the prompt of a shell, perhaps with a command, or a mark of a quotation, as is copied along with a listing."""
    return _PROMPT.match(line) is not None


def within_listing(faults: Sequence[Fault], first_line: int) -> list[Fault]:
    """Return the faults, excluding those before the listing.

    Args:
        first_line: first line of the listing, counted from 1.
    """
    before = [fault for fault in faults if fault.cell and int(fault.cell) < first_line]
    return list(faults) if len(before) > MOST_BEFORE else [fault for fault in faults if fault not in before]


def is_warning(line: str) -> bool:
    """Return whether a line is a warning of the infiniband-diags tools (`ibwarn: …`, `src/query_smp.c:228; …`)."""
    return _WARNING.match(line) is not None


def conflicts(rows: Rows, most: int) -> Iterator[tuple[int, str, dict[str, Value]]]:
    """Return line, text and values of contradictions: both ends of a link are printed, one line per port, and must agree.

    Args:
        rows: shape (ends, `COLUMNS`).
        most: maximum number reported per kind.
    """
    mine, theirs, line = (rows[:, 0] << 8) | rows[:, 1], (rows[:, 2] << 8) | rows[:, 3], rows[:, 5]
    order = np.argsort(mine, kind="stable")
    ordered = mine[order]
    if not len(ordered):
        return
    for place in np.flatnonzero(ordered[1:] == ordered[:-1])[:most].tolist():
        text = QT_TRANSLATE_NOOP("ibnetdiscover", "the port {port} is already described on line {line}.")
        yield int(line[order[place + 1]]), text, {"port": int(ordered[place]) & 0xFF, "line": int(line[order[place]])}
    at = np.minimum(np.searchsorted(ordered, theirs), len(ordered) - 1)
    said = (ordered[at] == theirs) & (theirs[order[at]] != mine)
    for place in np.flatnonzero(said)[:most].tolist():
        text = QT_TRANSLATE_NOOP("ibnetdiscover", "the other end of the link, on line {line}, does not match.")
        yield int(line[place]), text, {"line": int(line[order[at[place]]])}


def each_once(rows: Rows) -> Rows:
    """The first row of each link, in the order of the file."""
    own_end, far_end = (rows[:, 0] << 8) | rows[:, 1], (rows[:, 2] << 8) | rows[:, 3]
    low, high = np.minimum(own_end, far_end), np.maximum(own_end, far_end)
    order = np.lexsort((np.arange(len(rows)), high, low))
    first = np.ones(len(rows), bool)
    first[1:] = (low[order][1:] != low[order][:-1]) | (high[order][1:] != high[order][:-1])
    return rows[np.sort(order[first])]
