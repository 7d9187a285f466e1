"""Stored user settings: theme, language, units, windows and recent files.

QSettings returns texts in the next process regardless of the stored type, so every value is read with its type.
"""

from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QSettings

from gpudesk import locate
from gpudesk.ui.toolkit import quantities, translate
from gpudesk.ui.toolkit.theme import theme

RECENT_FILES_KEPT = 12


class Settings(QObject):
    """Typed access to the settings file in the person's configuration folder (GPUDESK_HOME moves it)."""

    def __init__(self, parent: QObject | None = None, *, path: Path | None = None) -> None:
        super().__init__(parent)
        file = path or locate.user_config_dir() / "interface.ini"
        self._store = QSettings(str(file), QSettings.Format.IniFormat, self)

    def file_name(self) -> str:
        """The file that holds it all."""
        return self._store.fileName()

    @property
    def theme(self) -> str:
        """The chosen theme: one of `theme.THEME_CHOICES`."""
        return self._choice("theme", theme.THEME_CHOICES)

    @theme.setter
    def theme(self, chosen: str) -> None:
        self._store.setValue("theme", chosen)

    @property
    def language(self) -> str:
        """The chosen language: one of `translate.LANGUAGE_CHOICES`."""
        return self._choice("language", translate.LANGUAGE_CHOICES)

    @language.setter
    def language(self, chosen: str) -> None:
        self._store.setValue("language", chosen)

    @property
    def units(self) -> str:
        """The chosen units: "metric" or "imperial"."""
        return self._choice("units", quantities.UNIT_SYSTEMS)

    @units.setter
    def units(self, chosen: str) -> None:
        self._store.setValue("units", chosen)

    @property
    def recent_files(self) -> list[Path]:
        """The files opened last, newest first, whether or not they still exist."""
        count = self._store.beginReadArray("recent")
        files: list[Path] = []
        for index in range(count):
            self._store.setArrayIndex(index)
            text = str(self._store.value("file", "", type=str))
            if text:
                files.append(Path(text))
        self._store.endArray()
        return files

    def add_recent_file(self, path: Path) -> None:
        """Put `path` at the head of the recent files."""
        files = [path, *(file for file in self.recent_files if file != path)]
        self._write_recent(files[:RECENT_FILES_KEPT])

    def forget_recent_file(self, path: Path) -> None:
        """Take `path` off the recent files, pinned or not."""
        self.pin_file(path, on=False)
        self._write_recent([file for file in self.recent_files if file != path])

    @property
    def pinned_files(self) -> list[Path]:
        """Files pinned at the top of the recent ones, in the order of pinning."""
        return [Path(text) for text in self.text("pinned").split("\n") if text]

    def pin_file(self, path: Path, *, on: bool) -> None:
        """Pin a file at the top of the recent ones, or unpin it; limited by the number of recent files."""
        files = [file for file in self.pinned_files if file != path] + ([path] if on else [])
        self.set_text("pinned", "\n".join(map(str, files[:RECENT_FILES_KEPT])))

    def window_state(self, name: str) -> QByteArray:
        """The bytes stored under `name` (geometry of a window, docks of a place); empty if there are none."""
        value = self._store.value(f"window/{name}", QByteArray(), type=QByteArray)
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_window_state(self, name: str, state: QByteArray) -> None:
        """Keep the bytes of a window's geometry or docks under `name`."""
        self._store.setValue(f"window/{name}", state)

    def text(self, name: str, default: str = "") -> str:
        """A short text of the window's state, such as the place shown last."""
        return str(self._store.value(f"window/{name}", default, type=str))

    def set_text(self, name: str, value: str) -> None:
        """Keep a short text of the window's state."""
        self._store.setValue(f"window/{name}", value)

    def sync(self) -> None:
        """Write pending settings."""
        self._store.sync()

    def _choice(self, name: str, allowed: tuple[str, ...]) -> str:
        value = str(self._store.value(name, allowed[0], type=str))
        return value if value in allowed else allowed[0]

    def _write_recent(self, files: list[Path]) -> None:
        self._store.remove("recent")
        self._store.beginWriteArray("recent", len(files))
        for index, file in enumerate(files):
            self._store.setArrayIndex(index)
            self._store.setValue("file", str(file))
        self._store.endArray()
