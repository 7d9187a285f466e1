"""The colors of networks and rails: tones of a small palette or free ones, each with how well it is seen."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QHeaderView, QPushButton, QWidget

from gpudesk.core.colors.color_vision import HARD_TO_TELL, apart
from gpudesk.core.colors.fabric_colors import PALETTE, Coloured, FabricColours
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.operations.cabling.fabric_color_operations import reset_fabric_colours, set_fabric_colour
from gpudesk.project.stored_fabric_colors import fabric_colours
from gpudesk.ui.panels.words.network_labels import network_name
from gpudesk.ui.places.fabric.canvas.fabric_labels import kind_name
from gpudesk.ui.places.fabric.canvas.fabric_paints import network_colour
from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.parts.edit_table import EditDelegate, EditTable
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.theme.tokens import Theme, load_themes
from gpudesk.ui.toolkit.widgets.rail_square import paint_rail

tr = text_context("NetworkColoursDialog")

Index = QModelIndex | QPersistentModelIndex
Key = tuple[Coloured, int]
_CHOSEN, _FREE = 1, 2
_USUAL = "usual"
_LEAST_CONTRAST = 3.0
"""What marks need against their ground: WCAG 2.2, 1.4.11."""
_NAMES = dict(
    zip(
        PALETTE,
        (
            QT_TRANSLATE_NOOP("NetworkColours", "blue"),
            QT_TRANSLATE_NOOP("NetworkColours", "orange"),
            QT_TRANSLATE_NOOP("NetworkColours", "turquoise"),
            QT_TRANSLATE_NOOP("NetworkColours", "wine red"),
            QT_TRANSLATE_NOOP("NetworkColours", "petrol"),
            QT_TRANSLATE_NOOP("NetworkColours", "yellow"),
            QT_TRANSLATE_NOOP("NetworkColours", "magenta"),
            QT_TRANSLATE_NOOP("NetworkColours", "green"),
            QT_TRANSLATE_NOOP("NetworkColours", "sky blue"),
            QT_TRANSLATE_NOOP("NetworkColours", "violet"),
            QT_TRANSLATE_NOOP("NetworkColours", "sea green"),
            QT_TRANSLATE_NOOP("NetworkColours", "sand"),
        ),
        strict=True,
    )
)


class NetworkColoursDialog(DeskDialog):
    """Networks by their names, then rails by their numbers; each edit is a step of the history and seen at once."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project = session
        self.set_heading(
            tr("Colors of networks and rails"),
            tr("Saved in the project. Named colors have a shade for each theme; names and numbers are shown next to colors."),
        )
        heads = (Head(tr("Item")), Head(tr("Color")), Head(tr("Custom, as #rrggbb")), Head(tr("Appearance")))
        self.model = _ColoursModel(self, heads)
        self.table = EditTable(tr("Colors"), self.model, self)
        self.table.setItemDelegate(_Swatches(self.table, self.model))
        head = self.table.horizontalHeader()
        head.setStretchLastSection(False)
        for column, wide in ((0, 300), (_CHOSEN, 140), (_FREE, 120)):
            head.resizeSection(column, wide)
        head.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        self.table.reset_requested.connect(lambda key: self.say(key, None))
        self.let_body_fill()
        self.body.addWidget(self.table, 1)
        self.reset = QPushButton(tr("Reset all"), self)
        self.reset.setAccessibleName(self.reset.text())
        self.reset.setAutoDefault(False)
        self.reset.clicked.connect(lambda _checked=False: self.do(session, reset_fabric_colours, done=lambda _: None))
        self.add_left(self.reset)
        self.add_close(tr("Close"))
        session.changed.connect(self.refresh)
        session.closed.connect(self.reject)
        theme.notifier().changed.connect(self.refresh)
        self.listen(session)
        self.resize(920, 500)
        self.refresh()

    def say(self, key: Key, colour: str | None) -> None:
        """Choose a color, None for the usual one."""
        what, number = key
        self.do(self._project, set_fabric_colour, str(what), number, colour, done=lambda _: None)

    def take(self, key: Key, column: int, text: str) -> bool:
        """Apply the chosen or typed color."""
        colour = text.strip()
        chosen = self._project.snapshot.cached(fabric_colours).of(*key)
        new_color = None if colour in (_USUAL, "") else colour
        if new_color == chosen or (column == _FREE and not colour and chosen in PALETTE):
            return True
        self.say(key, new_color)
        return True

    def refresh(self, *_: object) -> None:
        """Show the colors as they are now."""
        if not self._project.is_open:
            return
        snapshot = self._project.snapshot
        chosen, networks = snapshot.cached(fabric_colours), snapshot["network"]
        seen = _Seen(chosen, tuple(networks.ids.tolist()), tuple(networks["kind"].tolist()))
        lines = [Line(("networks", 0), (), tr("Networks"))] if networks.rows else []
        for network_id in networks.ids.tolist():
            row = networks.row(network_id)
            named = f"{network_name(row['name'])} · {kind_name(NetworkKind(int(row['kind'])))}"
            lines.append(self._line((Coloured.NETWORK, network_id), named, chosen, seen))
        lines.append(Line(("rails", 0), (), tr("Rails")))
        rails = max(len(theme.current().series), max(chosen.rails, default=0) + 1)
        title = tr("Rail {number}")
        lines += [self._line((Coloured.RAIL, rail), title.format(number=rail), chosen, seen) for rail in range(rails)]
        self.model.set_lines(lines)
        self.reset.setEnabled(self._project.writable and bool(chosen.networks or chosen.rails))

    def _line(self, key: Key, title: str, chosen: FabricColours, seen: "_Seen") -> Line:
        own_color = chosen.of(*key)
        free = own_color is not None and own_color not in PALETTE
        names = {name: QCoreApplication.translate("NetworkColours", text) for name, text in _NAMES.items()}
        usual = tr("default")
        choices = ((_USUAL, usual), *names.items(), *(((own_color, tr("free")),) if free and own_color is not None else ()))
        shown = usual if own_color is None else tr("free") if free else names[own_color]
        writable = self._project.writable
        colour = seen.colour(theme.current(), key)
        warned = None if own_color is None else seen.warning(key)
        words = self._words(warned, key) if own_color is not None else ""
        cells = (
            Cell(title),
            Cell(shown, ink="" if own_color else "text.tertiary", edited=(own_color or _USUAL) if writable else None, choices=choices),
            Cell(
                colour.name(),
                ink="" if free else "text.tertiary",
                edited=(own_color if free and own_color is not None else "") if writable else None,
                placeholder=colour.name(),
            ),
            Cell(words, ink="severity.warning" if warned else "text.secondary", severity="warning" if warned else ""),
        )
        return Line(key, cells)

    def _words(self, warned: "_Warning | None", key: Key) -> str:
        if warned is None:
            return tr("visible in every theme")
        if warned.other is not None:
            return tr("hard to distinguish from {other} for some people").format(other=self._title((key[0], warned.other)))
        names = {"light": tr("light"), "dark": tr("dark"), "contrast": tr("high-contrast")}
        ratio = f"{format_number(round(warned.contrast, 1))}{THIN_SPACE}:{THIN_SPACE}1"
        return tr("hard to see on the background of the {theme} theme: {ratio}").format(theme=names[warned.theme], ratio=ratio)

    def _title(self, key: Key) -> str:
        what, number = key
        if what is Coloured.RAIL:
            return tr("rail {number}").format(number=number)
        return network_name(self._project.snapshot["network"].row(number)["name"])


@dataclass(frozen=True, slots=True)
class _Warning:
    """Why a color is seen badly: too little contrast in a theme, or too near another network or rail."""

    theme: str
    contrast: float = 0.0
    other: int | None = None


@dataclass(frozen=True, slots=True)
class _Seen:
    """How the colors that were chosen are seen in each theme."""

    chosen: FabricColours
    network_ids: tuple[int, ...]
    kinds: tuple[int, ...]

    def colour(self, base: Theme, key: Key) -> QColor:
        """The color of a network or rail in a theme; `base` may be colored already."""
        what, number = key
        whole = theme.coloured(load_themes()[base.name], self.chosen)
        if what is Coloured.RAIL:
            return whole.rail[number % len(whole.rail)]
        return network_colour(whole, NetworkKind(self.kinds[self.network_ids.index(number)]), number)

    def warning(self, key: Key) -> _Warning | None:
        """The most severe warning about a color."""
        for name, base in load_themes().items():
            contrast = theme.contrast_ratio(self.colour(base, key), base.surface.canvas)
            if contrast < _LEAST_CONTRAST:
                return _Warning(name, contrast)
        others = [number for number in self._fellows(key) if number != key[1]]
        for name, base in load_themes().items():
            if not others:
                break
            away = apart(_rgb([self.colour(base, key)])[0], _rgb([self.colour(base, (key[0], number)) for number in others]))
            if float(away.min()) < HARD_TO_TELL:
                return _Warning(name, other=others[int(away.argmin())])
        return None

    def _fellows(self, key: Key) -> tuple[int, ...]:
        """Colors next to it in drawings: all networks, or the rails of a node."""
        if key[0] is Coloured.NETWORK:
            return self.network_ids
        return tuple(range(max(len(theme.current().series), key[1] + 1)))


def _rgb(colours: list[QColor]) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.array([(colour.redF(), colour.greenF(), colour.blueF()) for colour in colours])


class _ColoursModel(PlainTableModel):
    def __init__(self, dialog: NetworkColoursDialog, heads: tuple[Head, ...]) -> None:
        super().__init__(heads, dialog)
        self._dialog = dialog

    def take(self, key: Any, column: int, value: Any) -> bool:
        return self._dialog.take(key, column, str(value))


class _Swatches(EditDelegate):
    """Paints the color before the name: rails with their number."""

    def __init__(self, table: EditTable, model: PlainTableModel) -> None:
        super().__init__(table)
        self._model = model

    def paint_cell(self, painter: QPainter, rect: QRectF, index: Index, selected: bool) -> None:
        if index.column():
            super().paint_cell(painter, rect, index, selected)
            return
        what, number = self._model.line(index.row()).key
        side = rect.height() - 7
        square = QRectF(rect.left() + 12, rect.center().y() - side / 2, side, side)
        if what is Coloured.RAIL:
            paint_rail(painter, square, number)
        else:
            colour = QColor(str(self._model.index(index.row(), _FREE).data()))
            painting.fill_round(painter, square, colour, theme.radius("mark"))
        super().paint_cell(painter, rect.adjusted(side + 14, 0, 0, 0), index, selected)
