"""The text of a log, from a file that anybody may have given, with its keys masked."""

from pathlib import Path

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.text.pasted_text import decoded

_CONTEXT = "sizing"
MOST_BYTES = 16 * 2**20


def read_text(path: Path) -> str:
    """Raises:
    InvalidData: the file cannot be read, or is too large.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        text = QT_TRANSLATE_NOOP("sizing", "{name} cannot be read: {reason}.")
        raise InvalidData(Message(_CONTEXT, text, {"name": path.name, "reason": error.strerror or str(error)})) from error
    if len(content) > MOST_BYTES:
        words = QT_TRANSLATE_NOOP("sizing", "The log is too large: the limit is {most} MiB.")
        fix = QT_TRANSLATE_NOOP("sizing", "Include the part from engine startup to the first responses.")
        raise InvalidData(Message(_CONTEXT, words, {"most": MOST_BYTES // 2**20}), Message(_CONTEXT, fix))
    return decoded(content)
