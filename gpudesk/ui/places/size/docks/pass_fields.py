"""Request for a model that runs in passes: pictures and video, encoder inputs, answers to an input."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpudesk.sizing.gpus.sizing_tables import weight_formats
from gpudesk.sizing.single_pass.pass_request import PassAsked
from gpudesk.sizing.single_pass.pass_tables import pass_programs
from gpudesk.sizing.single_pass.pass_work import PassKind, PassWorkload, seconds_heard
from gpudesk.ui.places.size.models.size_rows import format_title
from gpudesk.ui.toolkit.parts.form_fields import MOST_SEQUENCES, MOST_TOKENS, amount, choose, count, field_row, fill, narrow_combo
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.group_header import GroupHeader

tr = text_context("PassFields")

_MOST_STEPS, _MOST_SIDE, _MOST_FRAMES, _MOST_S, _MOST_PER_S = 1000, 16_384, 10_000, 1e6, 1e6
_SIDE_STEP = 64
"""Step of the arrow keys for a side, in pixels: models require multiples of it."""


class PassFields(QWidget):
    """Only the fields that apply to the model are visible.

    Signals:
        changed(): the request changed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.usual: PassWorkload | None = None
        """Default values of the requested model; None if it is not of this kind."""
        self.steps = count(1, _MOST_STEPS, 50, tr("{count|step|steps}"))
        self.width_px = count(16, _MOST_SIDE, 1024, tr("{count|pixel|pixels}"))
        self.height_px = count(16, _MOST_SIDE, 1024, tr("{count|pixel|pixels}"))
        for side in (self.width_px, self.height_px):
            side.setStepType(side.StepType.DefaultStepType)
            side.setSingleStep(_SIDE_STEP)
        self.frames = count(1, _MOST_FRAMES, 1, tr("{count|frame|frames}"))
        self.tokens = count(1, MOST_TOKENS, 512, tr("{count|token|tokens}"))
        self.answer = count(1, MOST_TOKENS, 256, tr("{count|token|tokens}"))
        self.batch = count(1, MOST_SEQUENCES, 1, tr("concurrent"))
        self.most_s = amount(0.0, _MOST_S, 0.0, tr("s"), 2, tr("no limit"))
        self.per_s = amount(0.0, _MOST_PER_S, 0.0, tr("per second"), 2, tr("not specified"))
        self.weights, self.program = narrow_combo(), narrow_combo()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        named: dict[str, tuple[tuple[str, QWidget], ...]] = {
            tr("Work"): (
                (tr("Steps"), self.steps),
                (tr("Width"), self.width_px),
                (tr("Height"), self.height_px),
                (tr("Frames"), self.frames),
                (tr("Input"), self.tokens),
                (tr("Output"), self.answer),
                (tr("Batch"), self.batch),
                (tr("Time limit per batch"), self.most_s),
                (tr("Target"), self.per_s),
            ),
            tr("Formats"): ((tr("Weights"), self.weights), (tr("Engine"), self.program)),
        }
        self._rows: dict[QWidget, QWidget] = {}
        for title, rows in named.items():
            column.addWidget(GroupHeader(title, foldable=False))
            for label, editor in rows:
                self._rows[editor] = field_row(label, editor)
                column.addWidget(self._rows[editor])
        fill(self.weights, [(tr("default"), ""), *((format_title(form), form.key) for form in weight_formats().values())])
        fill(self.program, [(program.title, program.key) for program in pass_programs().values()])
        choose(self.program, PassAsked("").program)
        for counted in (self.steps, self.width_px, self.height_px, self.frames, self.tokens, self.answer, self.batch):
            counted.valueChanged.connect(lambda _: self.changed.emit())
        for limit in (self.most_s, self.per_s):
            limit.valueChanged.connect(lambda _: self.changed.emit())
        for combo in (self.weights, self.program):
            combo.currentIndexChanged.connect(lambda _: self.changed.emit())

    def show_model(self, usual: PassWorkload | None) -> None:
        """Show the defaults of another model, without a signal; for the same model, the request stays."""
        before, self.usual = self.usual, usual
        if usual is None:
            return
        drawn = usual.kind is PassKind.PICTURES
        # Pictures have as many tokens as their model has places, and sound is heard in whole pieces.
        read = not drawn and bool(usual.model.vocabulary) and seconds_heard(usual) is None
        seen = {
            self.steps: drawn,
            self.width_px: drawn,
            self.height_px: drawn,
            self.frames: drawn and usual.frames > 1,
            self.tokens: read,
            self.answer: usual.kind is PassKind.ANSWERS,
        }
        for editor, shown in seen.items():
            self._rows[editor].setVisible(shown)
        if before is not None and before.model.name == usual.model.name:
            return
        self._show((usual.steps, usual.width, usual.height, usual.frames, usual.tokens))

    def first(self) -> QWidget:
        """The first field that is seen."""
        return next(editor for editor, row in self._rows.items() if not row.isHidden())

    def last(self) -> QWidget:
        """The last field."""
        return self.program

    def _show(self, counts: tuple[int, int, int, int, int]) -> None:
        self.blockSignals(True)
        for box, value in zip((self.steps, self.width_px, self.height_px, self.frames, self.tokens), counts, strict=True):
            box.setValue(value)
        self.blockSignals(False)

    def asked(self) -> dict[str, Any]:
        """The part of a `PassAsked` in these fields."""
        drawn = self.usual is not None and self.usual.kind is PassKind.PICTURES
        return {
            "weights": str(self.weights.currentData() or ""),
            "program": str(self.program.currentData()),
            "batch": self.batch.value(),
            "steps": self.steps.value() if drawn else None,
            "size": (self.width_px.value(), self.height_px.value()) if drawn else None,
            "frames": self.frames.value() if drawn else None,
            "tokens": None if drawn else self.tokens.value(),
            "answer": self.answer.value(),
            "most_s": self.most_s.value() or None,
            "per_s": self.per_s.value() or None,
        }

    def show_asked(self, request: PassAsked) -> None:
        """Show a request; the model is already known."""
        usual = self.usual
        if usual is not None:
            width, height = request.size or (usual.width, usual.height)
            steps, frames, tokens = request.steps or usual.steps, request.frames or usual.frames, request.tokens or usual.tokens
            self._show((steps, width, height, frames, tokens))
        self.blockSignals(True)
        self.answer.setValue(request.answer)
        self.batch.setValue(request.batch)
        self.most_s.setValue(request.most_s or 0.0)
        self.per_s.setValue(request.per_s or 0.0)
        choose(self.weights, request.weights)
        choose(self.program, request.program)
        self.blockSignals(False)
