"""Titles of the steps of the frozen project, and of reworded ones, in both languages: no field or form is left in braces.

The projects of earlier formats contain no steps; titles that they could have are those of the table of reworded titles.
"""

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from gpudesk.core.messages.message import Message, Value, fields_of_text
from gpudesk.project.document import Document
from gpudesk.store.reworded_titles import reworded, reworded_texts
from gpudesk.ui.toolkit.translate import install_language, tr_message

FROZEN = Path(__file__).resolve().parents[1] / "frozen" / "project.gpudesk.gz"
COUNTS = frozenset(("count", "moved", "links", "number"))
"""Fields that select a form."""


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    install_language("en")


def _named(value: Value) -> Value:
    """The value without the characters that a user may have entered."""
    if isinstance(value, tuple):
        return tuple("X1" if isinstance(part, str) else part for part in value)
    return "X1" if isinstance(value, str) and not value.isdigit() else value


def unfilled(messages: Sequence[Message], language: str) -> set[str]:
    """The titles that still contain a field or its forms."""
    install_language(language)
    return {title for message in messages if any(mark in (title := tr_message(message)) for mark in "{}|")}


@pytest.mark.parametrize("language", ["en", "es"])
def test_titles_of_all_steps_are_filled(language: str, tmp_path: Path) -> None:
    path = tmp_path / "project.gpudesk"
    path.write_bytes(gzip.decompress(FROZEN.read_bytes()))
    with Document.open(path) as document:
        messages = [
            replace(step.message, values={name: _named(value) for name, value in step.message.values.items()}) for step in document.steps
        ]
    assert messages
    assert unfilled(messages, language) == set()


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("language", ["en", "es"])
def test_reworded_titles_are_filled(language: str, count: int) -> None:
    stored = [
        Message(context, text, {name: count if name in COUNTS else "X1" for name in fields_of_text(text)})
        for context, texts in reworded_texts().items()
        for text in texts
    ]
    assert stored
    assert unfilled([reworded(message) for message in stored], language) == set()


def test_a_title_without_its_value_is_reported() -> None:
    assert unfilled([Message("operations", "Move {name}", {})], "en") == {"Move {name}"}
