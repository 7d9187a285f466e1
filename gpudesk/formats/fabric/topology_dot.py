"""Links as a DOT graph for PTM (`/etc/ptm.d/topology.dot`) and NVIDIA Air: writing and reading.

PTM reads undirected edges `"host":"port" -- "host":"port"` and attributes of nodes (CumulusNetworks/ptm, rst/ptmd.8.rst).
"""

import re
from collections.abc import Iterator
from pathlib import Path

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.derived.fabric.fabric_records import FabricRecords
from gpudesk.derived.racks.trays import role_at
from gpudesk.formats.fabric.link_rows import LinkRow
from gpudesk.formats.tables.table_faults import Fault, UnreadableTable
from gpudesk.formats.text.reader_text import comment_line, dot_word, renamed, renamed_remark
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "dot"
MOST_BYTES = 128 << 20
MOST_LINKS = 1_000_000
_MOST_FAULTS = 1_000
_ID = r'(?:"(?:[^"\\]|\\.)*"|[A-Za-z0-9_.\-/]+?)'
_EDGE = re.compile(rf"({_ID})\s*:\s*({_ID})\s*(--|->)\s*({_ID})\s*:\s*({_ID})\s*(?:\[[^\]]*\]\s*)?;?$")
_OTHER = re.compile(rf"(?:strict\s+)?(?:graph|digraph)\b.*\{{?$|\{{$|\}}$|{_ID}\s*=.*$|{_ID}\s*(?:\[[^\]]*\])?\s*;?$")
_BARE_EDGE = re.compile(r"--|->")


def dot_text(snapshot: Snapshot, records: FabricRecords, title: str) -> str:
    """Return all links as one undirected graph, by network; devices include their role."""
    return "\n".join(_lines(snapshot, records, title)) + "\n"


def _lines(snapshot: Snapshot, records: FabricRecords, title: str) -> Iterator[str]:
    yield f"graph {_quoted(title)} {{"
    sides = records.a, records.b
    ends = {
        (place, tray, name) for end in sides for place, tray, name in zip(end.device.tolist(), end.tray.tolist(), end.node, strict=True)
    }
    for place, tray, name in sorted(ends):
        yield f"    {_quoted(name)} [role={_quoted(role_at(snapshot, place, tray))} model={_quoted(_model(snapshot, place))}]"
    networks = snapshot["network"]
    names = {
        int(network_id): (str(name), NetworkKind(kind))
        for network_id, name, kind in zip(networks.ids, networks["name"], networks["kind"], strict=True)
    }
    before: int | None = None
    rows = sorted(
        zip(
            records.network.tolist(),
            range(len(records)),
            records.a.node,
            records.a.interface,
            records.b.node,
            records.b.interface,
            strict=True,
        ),
        key=lambda row: row[:2],
    )
    for network, _, a, a_port, b, b_port in rows:
        if network != before:
            name, kind = names.get(network, ("", NetworkKind.OTHER))
            yield f"    // {comment_line(name) or 'no network'} ({kind.ports})"
            before = network
        yield f"    {_quoted(a)}:{_quoted(a_port)} -- {_quoted(b)}:{_quoted(b_port)}"
    yield "}"


def dot_remarks(records: FabricRecords) -> tuple[str, ...]:
    """One line in English on the devices whose names DOT cannot hold."""
    names = sorted({*records.a.node.tolist(), *records.b.node.tolist()})
    return renamed_remark("DOT", renamed(names, map(dot_word, names)))


def _model(snapshot: Snapshot, place: int) -> str:
    return snapshot.types[int(snapshot["device"]["type_id"][place])].model


def _quoted(text: str) -> str:
    plain = dot_word(text).replace('"', '\\"')
    return f'"{plain}"'


def read_dot(path: Path) -> list[LinkRow]:
    """The links of a file; statements that are no edges, comments and attributes are passed over.

    Raises:
        UnreadableTable: it cannot be read, is too large, or has edges without ports or directed ones; every fault is named with its line.
    """
    try:
        with path.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        text = QT_TRANSLATE_NOOP("dot", "the file cannot be read: {reason}.")
        raise UnreadableTable([_fault(str(path), 0, text, reason=error.strerror or str(error))]) from error
    if len(content) > MOST_BYTES:
        raise UnreadableTable(
            [_fault(path.name, 0, QT_TRANSLATE_NOOP("dot", "the file is larger than {limit} MiB."), limit=MOST_BYTES >> 20)]
        )
    return dot_links(content.decode("utf-8-sig", "replace"), path.name)


def dot_links(text: str, file: str) -> list[LinkRow]:
    """The same of a text."""
    link_rows: list[LinkRow] = []
    faults: list[Fault] = []
    for number, line in enumerate(_without_comments(text).split("\n"), 1):
        for statement in _statements(line):
            edge = _EDGE.match(statement)
            if edge is not None and edge[3] == "--":
                a, a_port, _, b, b_port = (_plain(part) for part in edge.groups())
                link_rows.append(LinkRow(a, a_port, b, b_port, str(number)))
            elif edge is not None:
                faults.append(_fault(file, number, QT_TRANSLATE_NOOP("dot", "the link is directed: write -- instead of ->.")))
            elif _BARE_EDGE.search(re.sub(r'"(?:[^"\\]|\\.)*+"?', "", statement)):
                faults.append(_fault(file, number, QT_TRANSLATE_NOOP("dot", "the link has no ports: {start}"), start=statement[:60]))
            elif not _OTHER.match(statement):
                faults.append(_fault(file, number, QT_TRANSLATE_NOOP("dot", "the line cannot be read: {start}"), start=statement[:60]))
        if len(link_rows) > MOST_LINKS or len(faults) >= _MOST_FAULTS:
            break
    if len(link_rows) > MOST_LINKS:
        faults.append(_fault(file, 0, QT_TRANSLATE_NOOP("dot", "the file has more than {limit} links."), limit=MOST_LINKS))
    if not link_rows and not faults:
        faults.append(_fault(file, 0, QT_TRANSLATE_NOOP("dot", "the file has no link.")))
    if faults:
        raise UnreadableTable(faults)
    return link_rows


def _statements(line: str) -> Iterator[str]:
    """The statements of a line: a semicolon outside of quotation marks ends one. An open mark takes the rest of the line."""
    for part in re.findall(r'(?:"(?:[^"\\]|\\.)*+"?|[^;"])++', line):
        statement = part.strip()
        if statement:
            yield statement


def _without_comments(text: str) -> str:
    """Return the text with comments blanked and line numbers kept. Each alternative consumes all text up to its end, otherwise
    the search would restart at every character of a damaged file."""

    def blank(match: re.Match[str]) -> str:
        is_open = match[0].startswith("/*") and (len(match[0]) < 4 or not match[0].endswith("*/"))
        return match[0] if match[0][0] == '"' or is_open else re.sub(r"[^\n]", " ", match[0])

    return re.sub(r'"(?:[^"\\\n]|\\.)*+"?|//[^\n]*|(?m:^[^\S\n]*+#[^\n]*)|/\*.*?(?:\*/|\Z)', blank, text, flags=re.DOTALL)


def _plain(part: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", part[1:-1]) if part.startswith('"') else part


def _fault(file: str, line: int, text: str, /, **values: Value) -> Fault:
    return Fault(file, "", str(line) if line else "", Message(_CONTEXT, text, values))
