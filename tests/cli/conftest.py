"""Commands run in this process, as the program runs them."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
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


@pytest.fixture
def project(tmp_path: Path, run: Run) -> Path:
    """A project made from the sample template."""
    path = tmp_path / "pod.gpudesk"
    assert run("new", path, "--template", "small-pod").code == 0
    return path
