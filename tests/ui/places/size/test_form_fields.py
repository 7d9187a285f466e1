"""The order in which Tab reaches the fields of a form."""

from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton, QSpinBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit.parts.form_fields import continue_tab_order


def test_tab_reaches_every_field_of_a_part_that_is_added_later(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    before, after, part = QLineEdit(), QLineEdit(), QWidget()
    for widget in (before, after, part):
        column.addWidget(widget)
    inner = QVBoxLayout(part)
    choice = QComboBox(editable=True)
    fields = [QSpinBox(), QCheckBox("choice"), choice, QPushButton("button"), QLineEdit()]
    # Qt continues with the field that was made last, wherever it is.
    for widget in (QLabel("no field"), *fields):
        inner.addWidget(widget)
    continue_tab_order(before, part)
    order: list[QWidget] = []
    following = before.nextInFocusChain()
    while following is not None and following is not before:
        order.append(following)
        following = following.nextInFocusChain()
    assert [each for each in order if each in [*fields, after]] == [*fields, after]
    for field in (choice, fields[0]):
        text = field.findChild(QLineEdit)
        assert text is not None
        assert order.index(text) > order.index(field)
