"""A command in this process, with the streams, the environment and the driver that a process of its own would have.

A process costs a second of start-up; `test_main.py` starts the module of every command in one.
"""

import ctypes
import io
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

import pynvml
import pytest

from gpudesk.cli import main
from tests.monitor.made_library import NAME, Machine


@contextmanager
def _driver(folder: Path | None) -> Iterator[None]:
    """The library of a folder as the driver of this machine, or no driver at all."""
    if folder is not None and (folder / NAME).exists():
        machine = Machine(folder / NAME)
        machine.put_in_place()
        try:
            yield
        finally:
            machine.take_away()
        return
    with tempfile.TemporaryDirectory() as empty, pytest.MonkeyPatch.context() as patch:
        pynvml._nvmlGetFunctionPointer_cache.clear()
        patch.setattr(pynvml, "nvmlLib", None)
        patch.setattr(pynvml, "CDLL", lambda name: ctypes.CDLL(str(Path(empty, name))))
        try:
            yield
        finally:
            pynvml._nvmlGetFunctionPointer_cache.clear()


def gpudesk(
    *words: str | Path, driver: Path | None = None, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command; `driver` is the folder of a made library, `environment` is set on top of this process's own."""
    raw_out, raw_err = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(raw, encoding="utf-8", newline="", write_through=True) for raw in (raw_out, raw_err))
    arguments = [str(word) for word in words]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (environment or {}).items():
            patch.setenv(name, value)
        with _driver(driver), redirect_stdout(out), redirect_stderr(err):
            try:
                code = main(arguments)
            except SystemExit as end:
                code = 0 if end.code is None else end.code if isinstance(end.code, int) else 1
    return subprocess.CompletedProcess(arguments, code, raw_out.getvalue().decode(), raw_err.getvalue().decode())
