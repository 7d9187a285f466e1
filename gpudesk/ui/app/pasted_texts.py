"""Pasted and dropped texts as files: for the person alone, without keys, deleted with the window. What reads files reads them."""

import shutil
import tempfile
import weakref
from pathlib import Path

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.text.pasted_text import MOST_BYTES, masked
from gpudesk.project.private_files import write_private

_CONTEXT = "pasted"


class PastedTexts:
    """The texts of one window, each a file in a separate folder. Thread-safe."""

    def __init__(self) -> None:
        self._folder: Path | None = None

    def keep(self, text: str, name: str) -> Path:
        """Store the text as a file, its keys and tokens masked.

        Args:
            name: of the file, as displayed.

        Raises:
            InvalidData: it exceeds the size limit, or cannot be written to disk.
        """
        if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
            words = QT_TRANSLATE_NOOP("pasted", "The text is too large: the limit is {most} MB.")
            fix = QT_TRANSLATE_NOOP("pasted", "Paste only the relevant part.")
            raise InvalidData(Message(_CONTEXT, words, {"most": MOST_BYTES >> 20}), Message(_CONTEXT, fix))
        try:
            if self._folder is None:
                self._folder = Path(tempfile.mkdtemp(prefix="gpudesk-pasted-"))
                weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
            path = Path(tempfile.mkdtemp(dir=self._folder)) / name
            write_private(path, masked(text).encode("utf-8", "replace").decode())
        except OSError as error:
            words = QT_TRANSLATE_NOOP("pasted", "The text cannot be saved: {reason}.")
            raise InvalidData(Message(_CONTEXT, words, {"reason": error.strerror or str(error)})) from error
        return path

    def forget(self) -> None:
        """Delete every text."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
