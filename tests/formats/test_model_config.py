"""Reading `config.json`: what a model is loaded from, and what somebody made to do harm."""

from pathlib import Path

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.models import model_config
from gpudesk.formats.models.model_config import MOST_DEPTH, config_from, read_config


def test_a_configuration(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text('{"model_type": "llama", "hidden_size": 64, "a": "[[[{{{"}', encoding="utf-8")
    assert read_config(path)["hidden_size"] == 64


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "line 1, column 1"),
        (b"{", "line 1"),
        (b'{"a": 1,\n "b": }', "line 2, column 7"),
        (b"[1, 2]", "contains no object"),
        (b"7", "contains no object"),
        (b"\xff\xfe\x00", "not UTF-8 text"),
        (b'{"a": "\xc3"}', "byte 7"),
        (b"[" * (MOST_DEPTH + 1), "nested deeper"),
        (b'{"a":' * (MOST_DEPTH + 1) + b"1" + b"}" * (MOST_DEPTH + 1), "nested deeper"),
        (b'{"a": ' + b"9" * 5000 + b"}", "too long"),
    ],
    ids=lambda value: str(value)[:24] if isinstance(value, str) else "",
)
def test_what_is_none_is_refused_and_says_where(data: bytes, told: str) -> None:
    with pytest.raises(InvalidData, match=told):
        config_from(data, "config.json")


def test_what_is_as_large_and_as_deep_as_may_be_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert config_from(b'{"a":' * MOST_DEPTH + b"1" + b"}" * MOST_DEPTH, "config.json")
    monkeypatch.setattr(model_config, "MOST_BYTES", 10)
    assert config_from(b'{"a": 100}', "config.json") == {"a": 100}
    with pytest.raises(InvalidData, match="larger than 0 MiB"):
        config_from(b'{"a": 1000}', "config.json")


def test_brackets_inside_texts_do_not_count() -> None:
    assert config_from(b'{"a": "' + b"[" * 1000 + b'\\"["}', "x")["a"].count("[") == 1001
