"""Messages for a damaged or inconsistent model file: the file, the location, the fault."""

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import Message, Value

_LONGEST = 160


def fault(file: str, text: str, fix: str = "", /, **values: Value) -> InvalidData:
    """The refusal of a file; `text` is marked for translation in "models" and names `{file}`."""
    filled: dict[str, Value] = {
        "file": file,
        **{name: _shown(value) if isinstance(value, str) else value for name, value in values.items()},
    }
    return InvalidData(Message("models", text, filled), Message("models", fix, filled) if fix else None)


def _shown(text: str) -> str:
    """Return text from a file without characters that break a line, shortened to a readable length."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[:_LONGEST])
