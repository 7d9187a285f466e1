"""What comes back from the process that reads a foreign file is data: records of this program and nothing that runs."""

import os
import pickle
from pathlib import Path

import numpy as np
import pytest

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.messages.errors import DeskError
from gpudesk.formats.hosts.kernel_log import read_kernel_log
from gpudesk.formats.tables.device_list import read_device_list
from gpudesk.formats.tables.tables import read_tables
from gpudesk.formats.text.own_process import in_own_process
from gpudesk.formats.text.plain_answer import packed, unpacked
from gpudesk.monitor.saved.gpu_listing import read_gpu_listing

INPUTS = Path(__file__).with_name("field_inputs")


class _Runs:
    """Unpickled by someone who looks up any name, it runs a command."""

    def __reduce__(self) -> tuple[object, ...]:
        return os.system, ("true",)


class _Reaches:
    def __reduce__(self) -> tuple[object, ...]:
        return Path.unlink, (Path("never"),)


def _answers_with_a_command() -> object:
    return _Runs()


def _says_much(size: int) -> bytes:
    return b"x" * size


@pytest.mark.parametrize("value", [_Runs(), _Reaches(), len, np.load, pickle.loads, in_own_process, read_tables])
def test_what_could_run_is_refused(value: object) -> None:
    with pytest.raises(pickle.UnpicklingError, match="is no data"):
        unpacked(packed(value))


def test_records_words_and_arrays_come_back_as_they_were() -> None:
    found = read_device_list(read_tables(INPUTS / "list-title.csv"), "uid")
    assert found.records
    assert unpacked(packed(found)) == found
    log = read_kernel_log(INPUTS / "kernel-sxid.log")
    assert unpacked(packed((log, Face.REAR, Path("a")))) == (log, Face.REAR, Path("a"))
    assert unpacked(packed(np.arange(5))).tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    "name", sorted(path.name for path in INPUTS.glob("smi-*") if "topo" not in path.name and "noheader" not in path.name)
)
def test_every_listing_comes_back_as_it_was(name: str) -> None:
    found = read_gpu_listing(INPUTS / name)
    assert unpacked(packed(found)) == found


def test_an_answer_that_would_run_is_said_to_be_damage() -> None:
    with pytest.raises(DeskError, match=r"^a\.txt is damaged and could not be read"):
        in_own_process(_answers_with_a_command, name="a.txt")


def test_an_answer_beyond_the_limit_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpudesk.formats.text.own_process.MOST_ANSWER_BYTES", 1000)
    with pytest.raises(DeskError, match=r"a\.txt requires too much memory to read"):
        in_own_process(_says_much, 2000, name="a.txt", fix=None)
