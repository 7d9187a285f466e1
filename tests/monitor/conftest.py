"""Machines with GPUs that are not there."""

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pynvml
import pytest

from tests.monitor.made_library import Machine, build


@pytest.fixture(scope="session")
def driver_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library, for LD_LIBRARY_PATH."""
    return build(tmp_path_factory.mktemp("driver")).parent


@pytest.fixture(scope="session")
def old_driver_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of a driver that knows less."""
    return build(tmp_path_factory.mktemp("old-driver"), "OLD").parent


@pytest.fixture(scope="session")
def no_driver_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library without a driver behind it."""
    return build(tmp_path_factory.mktemp("no-driver"), "EMPTY").parent


def _in_place(folder: Path) -> Iterator[Machine]:
    machine = Machine(next(folder.iterdir()))
    machine.put_in_place()
    yield machine
    machine.take_away()


@pytest.fixture
def machine(driver_folder: Path) -> Iterator[Machine]:
    """Eight H100 under load."""
    yield from _in_place(driver_folder)


@pytest.fixture
def old_machine(old_driver_folder: Path) -> Iterator[Machine]:
    """The same with an old driver."""
    yield from _in_place(old_driver_folder)


@pytest.fixture
def no_machine(no_driver_folder: Path) -> Iterator[Machine]:
    """A machine whose driver is not loaded."""
    yield from _in_place(no_driver_folder)


@pytest.fixture
def no_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without any library of the driver: what is loaded is looked for in an empty folder."""
    folder = tmp_path / "no-library"
    folder.mkdir()
    pynvml._nvmlGetFunctionPointer_cache.clear()
    monkeypatch.setattr(pynvml, "nvmlLib", None)
    monkeypatch.setattr(pynvml, "CDLL", lambda name: ctypes.CDLL(str(folder / name)))
    yield
    pynvml._nvmlGetFunctionPointer_cache.clear()
