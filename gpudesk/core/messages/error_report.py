"""The text of a report on an unexpected error."""

import platform
import traceback
from collections.abc import Mapping

from gpudesk import __version__


def crash_text(error: BaseException, facts: Mapping[str, str] | None = None) -> str:
    """Details to attach to a support request: versions, the error and its location. It contains no project data.

    Args:
        facts: more lines, such as the version of Qt.
    """
    lines = [f"GPU Desk {__version__}", f"Python {platform.python_version()} on {platform.platform()}"]
    lines += [f"{name}: {value}" for name, value in (facts or {}).items()]
    return "\n".join(lines) + "\n\n" + "".join(traceback.format_exception(error))
