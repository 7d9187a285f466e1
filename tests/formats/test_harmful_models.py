"""Damaged and harmful files of models: a clear refusal of each. What holds much is made for limits a thousandth of the real ones.

In the soak each is as large as it can be, and read in a child with two seconds and one gigabyte.
"""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.models.gguf_header import read_gguf_header
from gpudesk.formats.models.model_files import read_model
from gpudesk.formats.models.safetensors_header import json_object, read_safetensors_header
from tests.formats import model_makers as make
from tests.formats.harmful_models import LIMITS, SHARE, Files, harmful_files, small_limits
from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
IN_ONE_CHILD = 13
FILES = harmful_files(SHARE)


def written(folder: Path, files: Files) -> None:
    for file, data in files.items():
        (folder / file).write_bytes(data)


def test_there_are_enough() -> None:
    assert len(FILES) >= 60
    assert len({name for name, _, _ in FILES}) == len(FILES)
    assert sum(len(data) for _, _, files in FILES for data in files.values()) < 16 << 20


def test_the_limits_are_those_that_the_files_are_made_for() -> None:
    for name, limit in LIMITS.items():
        module, _, constant = name.rpartition(".")
        assert getattr(importlib.import_module(module), constant) == limit, name


@pytest.mark.parametrize(("read", "files"), [pytest.param(read, files, id=name) for name, read, files in FILES])
def test_a_harmful_file_is_refused(read: str, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_limits(monkeypatch.setattr)
    written(tmp_path, files)
    with pytest.raises(InvalidData) as caught:
        read_model(tmp_path / read)
    assert len(str(caught.value)) >= 20


def test_a_header_as_long_and_as_full_as_may_be_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.safetensors"
    path.write_bytes(make.safetensors({"a": ("F16", (4, 4), 32), "b": ("F32", (2,), 8)}))
    header = path.read_bytes()[8:-40]
    signs = sum(header.count(sign) for sign in (b"[", b"]", b"{", b"}", b","))
    for name, enough, told in (
        ("MOST_HEADER", len(header), f"exceeds the limit of {len(header) - 1}"),
        ("_MOST_QUOTES", header.count(b'"'), "too many entries"),
        ("_MOST_SIGNS", signs, "too many entries"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(f"gpudesk.formats.models.safetensors_header.{name}", enough)
            assert len(read_safetensors_header(path)) == 2
            patch.setattr(f"gpudesk.formats.models.safetensors_header.{name}", enough - 1)
            with pytest.raises(InvalidData, match=told):
                read_safetensors_header(path)
    assert json_object(header, "x").keys() == {"a", "b"}


def test_as_many_keys_tensors_and_texts_as_may_be_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.gguf"
    keys = {**make.KEYS, "words": ["a", "b", "c"]}
    path.write_bytes(make.gguf(keys))
    read = read_gguf_header(path)
    texts = sum(len(each) for each in keys.values() if isinstance(each, list) and isinstance(each[0], str))
    for name, enough in (("MOST_KEYS", len(read.keys)), ("MOST_TENSORS", len(read.tensors)), ("MOST_TEXTS", texts)):
        with monkeypatch.context() as patch:
            patch.setattr(f"gpudesk.formats.models.gguf_header.{name}", enough)
            assert read_gguf_header(path) == read
            patch.setattr(f"gpudesk.formats.models.gguf_header.{name}", enough - 1)
            with pytest.raises(InvalidData):
                read_gguf_header(path)


@pytest.mark.soak
def test_harmful_files_of_full_size_take_neither_time_nor_memory(tmp_path: Path) -> None:
    files = harmful_files(1)
    for first in range(0, len(files), IN_ONE_CHILD):
        paths = {}
        for number, (name, read, content) in enumerate(files[first : first + IN_ONE_CHILD], first):
            folder = tmp_path / str(number)
            folder.mkdir()
            written(folder, content)
            paths[str(folder / read)] = name
        command = [sys.executable, "-m", "tests.formats.harmful_models", *paths]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        said = {paths[path]: told for path, told in map(json.loads, done.stdout.splitlines())}
        missing = set(paths.values()) - set(said)
        assert not missing, (sorted(missing), done.returncode, done.stderr[-2000:])
        wrong = {name: told for name, told in said.items() if not told.startswith("rejected: ") or len(told) < 30}
        assert wrong == {}
