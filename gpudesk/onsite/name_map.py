"""A file that assigns names to nodes by GUID, as in infiniband-diags: `0xGUID "name"`, one per line; empty names are ignored."""

import re
from pathlib import Path

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.tables.table_faults import Fault, UnreadableTable

_CONTEXT = "ibnetdiscover"
MOST_BYTES = 64 << 20
_LINE = re.compile(r'(?:0x)?([0-9a-fA-F]{1,16})[\s,;]+(?:"([^"]*)"|([^"#].*?))\s*(?:#.*)?$')


def read_name_map(path: Path) -> dict[int, str]:
    """GUID to name; a GUID whose name has not been filled in has none.

    Raises:
        UnreadableTable: the file cannot be read, is too large, or has lines without GUID or name; each is named with its line.
    """
    faults: list[Fault] = []
    name_of_guid: dict[int, str] = {}
    try:
        with path.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        text = QT_TRANSLATE_NOOP("ibnetdiscover", "the file cannot be read: {reason}.")
        what = Message(_CONTEXT, text, {"reason": error.strerror or str(error)})
        raise UnreadableTable([Fault(str(path), "", "", what)]) from error
    if len(content) > MOST_BYTES:
        text = QT_TRANSLATE_NOOP("ibnetdiscover", "the file is larger than {limit} MiB.")
        raise UnreadableTable([Fault(path.name, "", "", Message(_CONTEXT, text, {"limit": MOST_BYTES >> 20}))])
    for number, line in enumerate(content.decode("utf-8-sig", "replace").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.match(line.strip())
        if match is None:
            text = QT_TRANSLATE_NOOP("ibnetdiscover", "the line should contain a GUID and a name, but contains: {start}")
            faults.append(Fault(path.name, "", str(number), Message(_CONTEXT, text, {"start": line.strip()[:40]})))
            continue
        name = (match[2] if match[2] is not None else match[3]).strip()
        if name:
            name_of_guid[int(match[1], 16)] = name
    if faults:
        raise UnreadableTable(faults[:1000])
    return name_of_guid
