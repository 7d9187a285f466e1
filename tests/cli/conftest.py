"""Commands run in this process, as the program runs them."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from gpudesk.cli import main


@dataclass(frozen=True)
class Done:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object that it printed."""
        return json.loads(self.out)


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command; a path may be given as it is."""

    def command(*arguments: str | Path) -> Done:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        if code not in (0, 5):
            assert said.out == ""
            assert said.err.startswith("gpudesk: ")
            assert said.err.count("\n") == 1
        return Done(code, said.out, said.err)

    return command


@cache
def _sample() -> bytes:
    """The file of a project made from the sample template."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "pod.gpudesk"
        assert main(["new", str(path), "--template", "small-pod"]) == 0
        return path.read_bytes()


@pytest.fixture
def project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A project made from the sample template: a copy of one that was made once."""
    path = tmp_path / "pod.gpudesk"
    path.write_bytes(_sample())
    capsys.readouterr()
    return path
