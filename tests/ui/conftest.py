"""What every test of the interface gets: the application in our style, light, English, metric."""

import pytest
from PySide6.QtWidgets import QApplication

from gpudesk.ui import style, theme, translate


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """The one application of the run, dressed as the program is."""
    theme.set_theme("light")
    style.install(qapp)
    return qapp


@pytest.fixture(autouse=True)
def _plain_interface(qapp: QApplication) -> None:
    theme.set_theme("light")
    translate.install_language("en")
    translate.set_unit_system("metric")
