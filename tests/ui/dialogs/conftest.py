from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.desk import Desk
from tests.ui.desk import desk as make_desk


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """A session on a project file of its own."""
    yield from make_desk(qtbot, tmp_path)
