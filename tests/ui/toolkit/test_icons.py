import re

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage
from pytestqt.qtbot import QtBot

from gpudesk import locate
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.theme.tokens import THEME_NAMES


def inks(picture: QImage) -> set[str]:
    """Every fully opaque color of a picture."""
    found: set[str] = set()
    for y in range(picture.height()):
        for x in range(picture.width()):
            colour = picture.pixelColor(x, y)
            if colour.alpha() == 255:
                found.add(colour.name())
    return found


@pytest.mark.parametrize("name", icons.names())
def test_an_icon_is_drawn_in_one_colour_only(name: str) -> None:
    source = locate.resource("icons", f"{name}.svg").read_text(encoding="utf-8")
    assert 'viewBox="0 0 24 24"' in source
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', source)) <= {"none", "currentColor"}
    for side_px in (16, 18, 24):
        picture = icons.pixmap(name, side_px, QColor("#FF0000")).toImage()
        assert any(picture.pixelColor(x, y).alpha() > 100 for x in range(side_px) for y in range(side_px)), (
            f"{name} is empty at {side_px} px"
        )


@pytest.mark.parametrize("name", THEME_NAMES)
def test_an_icon_follows_theme_and_state(qtbot: QtBot, name: str) -> None:
    icon = icons.icon("severity-ok")
    theme.set_theme(name)
    colours = theme.current()
    normal = icon.pixmap(QSize(32, 32)).toImage()
    active = icon.pixmap(QSize(32, 32), QIcon.Mode.Normal, QIcon.State.On).toImage()
    disabled = icon.pixmap(QSize(32, 32), QIcon.Mode.Disabled).toImage()
    assert colours.text.secondary.name() in inks(normal)
    assert colours.accent.name() in inks(active)
    assert colours.text.disabled.name() in inks(disabled)


def test_an_icon_is_sharp_on_a_dense_screen(qtbot: QtBot) -> None:
    picture = icons.icon("undo").pixmap(QSize(18, 18), 2.0)
    assert picture.size() == QSize(36, 36)
    assert picture.devicePixelRatio() == 2.0


def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(KeyError):
        icons.icon("no-such-icon")
