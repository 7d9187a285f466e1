"""Locations of the data included with the program, and of user files.

The program runs from a source tree, from an installed wheel or from a frozen folder. In the last two its data is in
`gpudesk/_data`; in the first in the tree itself, with the output of `make data` in `build/data`.
"""

import importlib.util
import os
from pathlib import Path
from typing import Literal

APPLICATION = "gpudesk"
HOME_VARIABLE = "GPUDESK_HOME"
_PACKAGE = Path(__file__).resolve().parent


def is_source_tree() -> bool:
    """True when the program runs from a checkout, where the built data may be missing or old."""
    return not (_PACKAGE / "_data").is_dir()


def data_dir() -> Path:
    """The folder that holds `resources/` and `db/`."""
    return _PACKAGE.parent if is_source_tree() else _PACKAGE / "_data"


def built_dir() -> Path:
    """Return the folder of data build outputs: the catalog and the compiled translations."""
    return _PACKAGE.parent / "build" / "data" if is_source_tree() else _PACKAGE / "_data" / "built"


def resource(*parts: str) -> Path:
    """The path of a file or folder under `resources/`, whether or not it exists."""
    return data_dir().joinpath("resources", *parts)


def migrations_dir(kind: Literal["project", "catalog", "recording"]) -> Path:
    """The folder of numbered `.sql` migrations of the project file, of the catalog or of a recording."""
    return data_dir() / "db" / kind


def built_catalog_path() -> Path:
    """The catalog that came with the program; in a source tree it exists only after `make data`."""
    return built_dir() / "catalog.sqlite"


def translations_dir() -> Path:
    """The folder of compiled `.qm` translations; in a source tree it exists only after `make data`."""
    return built_dir() / "translations"


def font_files() -> tuple[Path, ...]:
    """Return the TrueType files of the interface's font, Source Sans Pro (SIL OFL 1.1), sorted by name.

    The package is located, not imported: importing it would list its folder twice.

    Raises:
        FileNotFoundError: the dependency font-source-sans-pro is not installed.
    """
    font_spec = importlib.util.find_spec("font_source_sans_pro")
    if font_spec is None or font_spec.origin is None:
        raise FileNotFoundError("font-source-sans-pro is not installed")
    return tuple(sorted((Path(font_spec.origin).parent / "files").glob("*.ttf")))


def user_data_dir() -> Path:
    """Return the folder of persistent user data, such as the user's catalog entries. It may not exist yet."""
    return _user_dir("data")


def user_cache_dir() -> Path:
    """Return the folder of data that can be regenerated, such as a rebuilt catalog. It may not exist yet."""
    return _user_dir("cache")


def user_config_dir() -> Path:
    """The folder of window state, theme, language and units. It may not exist yet."""
    return _user_dir("config")


def _user_dir(kind: Literal["data", "cache", "config"]) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(home).expanduser() / kind
    import platformdirs

    usual = {"data": platformdirs.user_data_path, "cache": platformdirs.user_cache_path, "config": platformdirs.user_config_path}
    return usual[kind](APPLICATION, appauthor=False)
