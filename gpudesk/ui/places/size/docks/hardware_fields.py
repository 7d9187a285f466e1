"""Hardware: a kind of GPU or one GPU, a maximum number, or only GPUs on hand."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.on_hand import ANY, OnHand
from gpudesk.sizing.serving.serving_request import Hardware, offered
from gpudesk.ui.places.size.docks.name_field import BoardField
from gpudesk.ui.toolkit.parts.form_fields import MOST_GPUS, add_groups, choose, count, fill, narrow_combo
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

tr_on_hand_field = text_context("OnHandField")
tr_hardware_fields = text_context("HardwareFields")


def told(held: OnHand) -> str:
    """The GPUs on hand as text: 6 × A100, 4 × L40S."""
    return ", ".join(f"{format_number(number)} × {boards()[key].short}" for key, number in held.items())


class OnHandField(VerbButton):
    """Shows the number of GPUs on hand, and opens their list.

    Signals:
        changed(): the GPUs on hand changed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.held: OnHand = ANY
        self.line = Label("", step="caption", ink="text.secondary", wrap=True)
        self.line.setContentsMargins(10, 0, 10, 4)
        self.clicked.connect(lambda _=False: self.ask(self.window()))
        self.set_held(ANY)

    def set_held(self, held: OnHand) -> None:
        """Show other GPUs, quietly."""
        self.held = dict(held)
        self.setText(tr_on_hand_field("%n GPU(s)…", "", sum(held.values())) if held else tr_on_hand_field("not set…"))
        self.line.setText(told(held) if held else "")
        self.line.setVisible(bool(held))
        self.setAccessibleDescription(self.line.text())

    def take(self, held: OnHand) -> None:
        """Have others on hand from now on."""
        if dict(held) != self.held:
            self.set_held(held)
            self.changed.emit()

    def ask(self, parent: QWidget) -> None:
        """Ask for the GPUs on hand."""
        from gpudesk.ui.places.size.docks.gpus_on_hand import GpusOnHandDialog

        dialog = GpusOnHandDialog(self.held, parent)
        dialog.taken.connect(self.take)
        dialog.open()


class HardwareFields(QWidget):
    """Signals:
    changed(): the request changed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind, self.board = narrow_combo(), BoardField(tr_hardware_fields("Any"))
        self.most = count(0, MOST_GPUS, 0, tr_hardware_fields("{count|GPU|GPUs}"), tr_hardware_fields("no limit"))
        self.on_hand = OnHandField()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        rows = (
            (tr_hardware_fields("Kind"), self.kind),
            (tr_hardware_fields("GPU"), self.board),
            (tr_hardware_fields("At most"), self.most),
            (tr_hardware_fields("On hand"), self.on_hand),
        )
        add_groups(column, ((tr_hardware_fields("Hardware"), rows),))
        column.addWidget(self.on_hand.line)
        self.kind.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.board.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.most.valueChanged.connect(lambda _: self.changed.emit())
        self.on_hand.changed.connect(self.changed)

    def offer(self) -> None:
        """Offer the choices, read from the tables."""
        kinds = (
            (tr_hardware_fields("All"), Hardware.ALL.value),
            (tr_hardware_fields("With NVLink or similar"), Hardware.LINKED.value),
            (tr_hardware_fields("PCI Express cards"), Hardware.CARDS.value),
        )
        fill(self.kind, kinds)
        self.board.offer(offered(Hardware.ALL))

    def asked(self) -> dict[str, Any]:
        """The part of the request in these fields."""
        return {
            "hardware": Hardware(self.kind.currentData() or Hardware.ALL.value),
            "gpu": self.board.key,
            "gpus_most": self.most.value() or None,
        }

    def show_asked(self, hardware: Hardware, gpu: str, most: int | None) -> None:
        """Show a request; the GPUs on hand stay."""
        choose(self.kind, hardware.value)
        self.board.choose(gpu)
        self.most.setValue(most or 0)
