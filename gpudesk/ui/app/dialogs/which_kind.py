"""A file or a text could be of several kinds: the user chooses one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gpudesk.ui.app.dialogs.kind_choice import KindChoice
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.text_context import text_context

if TYPE_CHECKING:
    from gpudesk.ui.app.dialogs.file_ways import Way

tr = text_context("WhichKindDialog")


class WhichKindDialog(DeskDialog):
    """One button for each kind; the main button opens the chosen one."""

    def __init__(self, name: str, ways: "Sequence[Way]", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ways = ways
        title = tr("{file} matches several types").format(file=name)
        self.set_heading(title, tr("Choose the type. You can reopen it as the other type."))
        self.choice = KindChoice(self)
        self.choice.set_ways(ways)
        self.choice.chosen.connect(lambda: self.set_verb(tr("Open"), enabled=self._ways[self.choice.current()].go is not None))
        self.body.addWidget(self.choice)
        self.add_buttons(tr("Open"), self.go)
        self.set_verb(tr("Open"), enabled=False)
        self.resize(460, 180)

    def go(self) -> None:
        """Take it to where the chosen kind belongs."""
        way = self._ways[self.choice.current()]
        if way.go is not None:
            self.accept()
            way.go()
