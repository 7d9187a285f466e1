"""The ends of the chains of a log as `gpudesk onsite status --json` and the handover book print them."""

import json
from pathlib import Path
from typing import Any

from gpudesk.core.checklist.entries import ChainEnd
from gpudesk.core.errors import InvalidData
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.disk.paths import path_error

_MOST_BYTES = 1 << 26


def read_ends(path: Path) -> dict[str, ChainEnd]:
    """Writer → the end of its chain.

    Raises:
        InvalidData: the file is no such JSON.
        BadPath: it cannot be read.
    """
    try:
        with path.open("rb") as opened:
            body: Any = json.loads(opened.read(_MOST_BYTES))
        return {str(end["writer"]): ChainEnd(int(end["number"]), str(end["digest"])) for end in body["log"]["writers"]}
    except OSError as error:
        raise path_error(path, error) from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        text = QT_TRANSLATE_NOOP("onsite", "{path} does not hold the ends of a log.")
        raise InvalidData(Message("onsite", text, {"path": str(path)})) from error
