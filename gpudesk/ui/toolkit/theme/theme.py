"""The current theme, its palette, and change notification.

Paint code calls `current()` while it paints. The palette of the application changes with the theme, so every widget
repaints automatically; code with cached pictures in the old colors also connects to `notifier().changed`.
"""

from dataclasses import dataclass, field, replace
from functools import cache

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyle

from gpudesk.core.colors.fabric_colors import FabricColours
from gpudesk.ui.toolkit.theme.tokens import THEME_NAMES, Metrics, Theme, load_metrics, load_themes

SYSTEM = "system"
THEME_CHOICES = (SYSTEM, *THEME_NAMES)


class ThemeNotifier(QObject):
    """Reports changes of the current theme."""

    changed = Signal()


@dataclass(slots=True)
class _State:
    choice: str = SYSTEM
    name: str = "light"
    follows_system: bool = False
    colours: FabricColours = field(default_factory=FabricColours)
    made: dict[str, Theme] = field(default_factory=dict)
    """Themes with the colors of the project, by name."""


_state = _State()


@cache
def notifier() -> ThemeNotifier:
    """The one notifier of the process."""
    return ThemeNotifier()


def current() -> Theme:
    """The current theme, with the colors of the open project for its networks and rails."""
    name = _state.name
    if name not in _state.made:
        _state.made[name] = coloured(load_themes()[name], _state.colours)
    return _state.made[name]


def set_project_colours(colours: FabricColours) -> None:
    """Apply the colors of a project for its networks and rails; without a project `FabricColours()`."""
    if colours == _state.colours:
        return
    _state.colours = colours
    _state.made.clear()
    application = QApplication.instance()
    notifier().changed.emit()
    if isinstance(application, QApplication):
        for window in application.topLevelWidgets():
            window.update()


def coloured(theme: Theme, colours: FabricColours) -> Theme:
    """A theme with colors of networks and rails put in place of the usual ones."""
    if not colours.networks and not colours.rails:
        return theme
    usual = len(theme.series)
    count = -(-(max(colours.rails, default=0) + 1) // usual) * usual
    rails = [theme.series[rail % usual] for rail in range(count)]
    for rail, colour in colours.rails.items():
        rails[rail] = palette_colour(theme, colour)
    of_networks = {network: palette_colour(theme, colour) for network, colour in colours.networks.items()}
    return replace(theme, rail=tuple(rails), of_networks=of_networks)


def palette_colour(theme: Theme, colour: str) -> QColor:
    """A color of `core.colors.fabric_colors` in a theme."""
    what, _, which = colour.partition(".")
    if what == "rail":
        return theme.series[int(which)]
    color = getattr(theme.network, which, None)
    return color if isinstance(color, QColor) else QColor(colour)


def choice() -> str:
    """The chosen theme: its name or "system"."""
    return _state.choice


def metrics() -> Metrics:
    """Sizes, radii, line widths and the type scale."""
    return load_metrics()


def size(name: str) -> int:
    """One size of the tokens in px."""
    return load_metrics().size[name]


def radius(name: str) -> int:
    """One corner radius of the tokens in px."""
    return load_metrics().radius[name]


def motion_ms(name: str) -> int:
    """Duration of animations; 0 if the system requests no motion."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        return 0
    if application.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0:
        return 0
    return load_metrics().motion_ms[name]


def set_theme(chosen: str) -> None:
    """Put the theme `chosen` in force: "light", "dark", "contrast", or "system" to follow the desktop.

    Raises:
        ValueError: there is no such theme.
    """
    if chosen not in THEME_CHOICES:
        raise ValueError(f"no such theme: {chosen!r}")
    _state.choice = chosen
    _watch_system()
    _put_in_force(system_theme() if chosen == SYSTEM else chosen)


def system_theme() -> str:
    """The theme that matches the desktop setting; light if unknown."""
    if not isinstance(QGuiApplication.instance(), QGuiApplication):
        return "light"
    hints = QGuiApplication.styleHints()
    # Qt before 6.10 cannot say it.
    if hasattr(hints, "accessibility") and (hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast):
        return "contrast"
    return "dark" if hints.colorScheme() == Qt.ColorScheme.Dark else "light"


def mix(first: QColor, second: QColor, share: float) -> QColor:
    """A color between two: 0 gives `first`, 1 gives `second`."""
    keep = 1.0 - share
    return QColor.fromRgbF(
        first.redF() * keep + second.redF() * share,
        first.greenF() * keep + second.greenF() * share,
        first.blueF() * keep + second.blueF() * share,
    )


def contrast_ratio(first: QColor, second: QColor) -> float:
    """Contrast of two opaque colors, 1 to 21, by the formula of WCAG 2.2 (relative luminance of sRGB)."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def make_palette(theme: Theme) -> QPalette:
    """The palette of standard widgets in `theme`."""
    role = QPalette.ColorRole
    colours = {
        role.Window: theme.surface.panel,
        role.WindowText: theme.text.primary,
        role.Base: theme.surface.panel,
        role.AlternateBase: theme.surface.panel,
        role.Text: theme.text.primary,
        role.PlaceholderText: theme.text.tertiary,
        role.Button: theme.surface.raised,
        role.ButtonText: theme.text.primary,
        role.BrightText: theme.severity["error"].colour,
        role.ToolTipBase: theme.surface.overlay,
        role.ToolTipText: theme.text.primary,
        role.Highlight: theme.selection,
        role.HighlightedText: theme.text.primary,
        role.Accent: theme.accent,
        role.Link: theme.text.link,
        role.LinkVisited: theme.text.link,
        role.Light: theme.surface.overlay,
        role.Midlight: theme.surface.raised,
        role.Mid: theme.border.default,
        role.Dark: theme.border.strong,
        role.Shadow: theme.surface.sunken,
    }
    palette = QPalette()
    for name, colour in colours.items():
        palette.setColor(name, colour)
    disabled = QPalette.ColorGroup.Disabled
    for name in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText, role.Link):
        palette.setColor(disabled, name, theme.text.disabled)
    palette.setColor(disabled, role.Highlight, theme.surface.sunken)
    return palette


def _watch_system() -> None:
    if _state.follows_system or not isinstance(QGuiApplication.instance(), QGuiApplication):
        return
    hints = QGuiApplication.styleHints()
    hints.colorSchemeChanged.connect(_follow_system)
    if hasattr(hints, "accessibility"):
        hints.accessibility().contrastPreferenceChanged.connect(_follow_system)
    _state.follows_system = True


def _follow_system() -> None:
    if _state.choice == SYSTEM:
        _put_in_force(system_theme())


def _put_in_force(name: str) -> None:
    changed = name != _state.name
    _state.name = name
    application = QApplication.instance()
    if isinstance(application, QApplication):
        application.setPalette(make_palette(current()))
    if changed:
        notifier().changed.emit()


def _luminance(colour: QColor) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())
