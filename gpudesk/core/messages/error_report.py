"""The text of a report about an error that nobody expected."""

import platform
import traceback
from collections.abc import Mapping

from gpudesk import __version__


def crash_text(error: BaseException, facts: Mapping[str, str] | None = None) -> str:
    """What a person can send with a question: versions, the error and where it came from. Nothing of the project is in it.

    Args:
        facts: more lines, such as the version of Qt.
    """
    lines = [f"GPU Desk {__version__}", f"Python {platform.python_version()} on {platform.platform()}"]
    lines += [f"{name}: {value}" for name, value in (facts or {}).items()]
    return "\n".join(lines) + "\n\n" + "".join(traceback.format_exception(error))
