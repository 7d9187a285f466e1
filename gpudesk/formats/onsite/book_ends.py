"""The chain ends of a log as reported by `gpudesk onsite status --json`, the handover book and the hall sheets.

A PDF of the program contains them as an attached file. Only unmodified PDFs of the program are read: other programs may compress
objects differently when saving.
"""

import json
import re
import zlib
from pathlib import Path
from typing import Any

from gpudesk.core.checklist.entries import ChainEnd
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.disk.paths import path_error

ATTACHED_ENDS = "log-ends.json"
"""The name of the file attached to a PDF."""
_MOST_BYTES = 1 << 28
_MOST_ATTACHED_BYTES = 1 << 24
_PDF = b"%PDF-"
_NAMED = re.compile(rb"/F \(\xfe\xff" + re.escape(ATTACHED_ENDS.encode("utf-16-be")) + rb"\)\s*/EF\s*<<\s*/F (\d{1,9}) 0 R")


def read_ends(path: Path) -> dict[str, ChainEnd]:
    """Return writer → end of its chain.

    Raises:
        InvalidData: the file contains none.
        BadPath: it cannot be read.
    """
    try:
        with path.open("rb") as opened:
            content = opened.read(_MOST_BYTES)
        if content.startswith(_PDF):
            content = _attached(content)
        body: Any = json.loads(content)
        return {str(end["writer"]): ChainEnd(int(end["number"]), str(end["digest"])) for end in body["log"]["writers"]}
    except OSError as error:
        raise path_error(path, error) from error
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError, zlib.error) as error:
        text = QT_TRANSLATE_NOOP("onsite", "{path} does not contain the end records of a log.")
        remedy = QT_TRANSLATE_NOOP("onsite", "Use a book exported by this program, or the output of onsite status --json.")
        raise InvalidData(Message("onsite", text, {"path": str(path)}), Message("onsite", remedy)) from error


def _attached(content: bytes) -> bytes:
    """Return the file attached to a PDF.

    Raises:
        ValueError: there is none.
        zlib.error: it is damaged.
    """
    named = _NAMED.search(content)
    if named is None:
        raise ValueError(ATTACHED_ENDS)
    start = content.index(b"\n%s 0 obj\n" % named[1])
    begin = content.index(b"stream\n", start) + len(b"stream\n")
    packed = content[begin : content.index(b"endstream", begin)]
    head = content[start:begin]
    return zlib.decompressobj().decompress(packed, _MOST_ATTACHED_BYTES) if b"/FlateDecode" in head else packed
