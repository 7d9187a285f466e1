import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.theme.tokens import THEME_NAMES, Theme, load_metrics, load_themes, stated_contrast
from gpudesk.ui.toolkit.widgets.tag import Tag
from tests.patience import PATIENCE_MS


def colour_of(theme_: Theme, name: str) -> QColor:
    """A color by the name that the contrast table uses."""
    parts = name.split(".")
    if parts[0] == "severity":
        severity = theme_.severity[parts[1]]
        return severity.surface if parts[-1] == "surface" else severity.colour
    if parts[0] == "rail":
        return theme_.rail[int(parts[1])]
    found: object = theme_
    for part in parts:
        found = getattr(found, part)
    assert isinstance(found, QColor)
    return found


@pytest.mark.parametrize("name", THEME_NAMES)
def test_colours_have_the_contrast_that_the_tokens_state(name: str) -> None:
    chosen = load_themes()[name]
    for pair, stated in stated_contrast(name).items():
        ink, _, ground = pair.partition(" on ")
        surface = f"{ink}.surface" if ground == "own surface" else ground
        ratio = theme.contrast_ratio(colour_of(chosen, ink), colour_of(chosen, surface))
        assert ratio == pytest.approx(stated, abs=0.02), pair


@pytest.mark.parametrize("name", THEME_NAMES)
def test_text_and_marks_can_be_read_on_every_ground(name: str) -> None:
    chosen = load_themes()[name]
    grounds = [chosen.surface.canvas, chosen.surface.panel, chosen.surface.raised, chosen.surface.overlay]
    grounds += [chosen.surface.sunken, chosen.surface.field]
    for ground in grounds:
        for ink in (chosen.text.primary, chosen.text.secondary, chosen.text.tertiary, chosen.text.link):
            assert theme.contrast_ratio(ink, ground) >= 4.5
        assert theme.contrast_ratio(chosen.focus_ring, ground) >= 3
        assert theme.contrast_ratio(chosen.accent, ground) >= 3
    for severity in chosen.severity.values():
        assert theme.contrast_ratio(severity.colour, severity.surface) >= 4.5
    assert theme.contrast_ratio(chosen.accent, chosen.selection) >= 4.5
    # Tertiary text is not readable on a selected row of the light theme; delegates write it in secondary there.
    assert theme.contrast_ratio(chosen.text.secondary, chosen.selection) >= 4.5
    for colour, ink in zip(chosen.heat, chosen.heat_text, strict=True):
        assert theme.contrast_ratio(colour, ink) >= 4.5


def test_contrast_ratio_follows_its_definition() -> None:
    assert theme.contrast_ratio(QColor("#000000"), QColor("#FFFFFF")) == pytest.approx(21.0)
    assert theme.contrast_ratio(QColor("#777777"), QColor("#777777")) == pytest.approx(1.0)


def test_a_theme_is_said_once_and_reaches_the_palette(qtbot: QtBot, qapp: QApplication) -> None:
    with qtbot.waitSignal(theme.notifier().changed, timeout=PATIENCE_MS):
        theme.set_theme("dark")
    assert theme.current().name == "dark"
    assert theme.choice() == "dark"
    assert qapp.palette().color(QPalette.ColorRole.Window) == theme.current().surface.panel
    with qtbot.assertNotEmitted(theme.notifier().changed):
        theme.set_theme("dark")


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="no such theme"):
        theme.set_theme("pink")


def test_system_follows_the_desktop_or_is_light() -> None:
    theme.set_theme("system")
    assert theme.current().name == theme.system_theme()


def test_widgets_repaint_with_the_theme(qtbot: QtBot) -> None:
    tag = Tag("2", "error")
    qtbot.addWidget(tag)
    pictures = []
    for name in THEME_NAMES:
        theme.set_theme(name)
        pictures.append(tag.grab().toImage())
    assert pictures[0] != pictures[1]
    assert pictures[1] != pictures[2]


def test_sizes_stand_on_the_grid() -> None:
    metrics = load_metrics()
    assert all(metrics.size[name] % 2 == 0 for name in metrics.size)
    assert min(step.px for step in metrics.type_scale.values()) >= 10
    assert metrics.size["hit_min"] >= 24


def test_mix_and_colour_names() -> None:
    assert theme.mix(QColor("#000000"), QColor("#FFFFFF"), 0.5).red() in {127, 128}
    assert icons.colour_named("severity.error") == theme.current().severity["error"].colour
    assert icons.colour_named("text.primary") == theme.current().text.primary
    with pytest.raises(KeyError):
        icons.colour_named("text.loud")
