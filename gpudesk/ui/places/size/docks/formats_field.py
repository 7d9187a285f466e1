"""The formats of weights that a program reads: of one that reads GGUF files alone, only their types."""

from PySide6.QtWidgets import QComboBox, QWidget

from gpudesk.core.models.stored_files import STORED
from gpudesk.core.quantization.gguf_mixture import GgufMixture
from gpudesk.sizing.gpus.sizing_tables import engines, weight_formats
from gpudesk.ui.places.size.models.size_rows import format_title
from gpudesk.ui.toolkit.parts.form_fields import fill
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.choice_tooltip import show_whole_text

tr = text_context("FormatsField")

COMMON = ("bf16", "fp8", "int4")
"""The formats that are tried together; a program that reads GGUF alone has its own in their place."""


class FormatsField(QComboBox):
    """The choice made before switching to a GGUF-only engine is restored afterward."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumContentsLength(8)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        show_whole_text(self)
        self._program = ""
        self._stored = False
        self._other = ",".join(COMMON)
        """Choice for engines that read other formats."""

    @property
    def key(self) -> str:
        """The chosen formats with commas between."""
        return str(self.currentData() or ",".join(COMMON))

    def show_program(self, program: str) -> None:
        """Offer what another program reads, quietly."""
        before = self.key
        turned = bool(self._program) and _is_gguf(self._program) != _is_gguf(program)
        self._program = program
        if turned and _is_gguf(program):
            self._other = before
        elif turned and before != STORED:
            before = self._other
        self._refill(before)

    def show_key(self, key: str) -> None:
        """Show the requested formats; those that the engine does not read are replaced by the closest one."""
        at = self.findData(key)
        if at < 0 and key in weight_formats():
            at = self.findData(_read_as(self._program, key))
        self.setCurrentIndex(max(0, at))

    def show_stored(self, stored: bool) -> None:
        """Offer and select the format of the files; it is removed if another model is requested."""
        before, there = self.key, self._stored
        self._stored = stored
        self._refill(STORED if stored else ",".join(COMMON) if there else before)

    def _refill(self, key: str) -> None:
        gguf = _is_gguf(self._program)
        forms = [form for form in weight_formats().values() if not gguf or isinstance(form, GgufMixture)]
        first, second, third = (_short(_read_as(self._program, common_key)) for common_key in COMMON)
        common = tr("{first}, {second} and {third}").format(first=first, second=second, third=third)
        items = [(common, ",".join(COMMON)), *((format_title(form), form.key) for form in forms)]
        if self._stored:
            items.insert(1, (tr("As stored"), STORED))
        fill(self, items)
        self.blockSignals(True)
        self.show_key(key)
        self.blockSignals(False)
        self.setToolTip(self.currentText())


def _is_gguf(program: str) -> bool:
    return program in engines() and engines()[program].gguf


def _read_as(program: str, key: str) -> str:
    """The equivalent of a format for an engine that reads only GGUF."""
    if not _is_gguf(program):
        return key
    bits = weight_formats()[key].bits
    return next(name for least, name in engines()[program].gguf_instead if bits >= least)


def _short(key: str) -> str:
    return key.removeprefix("gguf-").upper()
