"""What an unrecognized text looks like, and which forms are recognized."""

import pytest

from gpudesk.monitor.saved.recognized import forms_understood, kinds_of, resembles


@pytest.mark.parametrize(
    ("text", "likeness"),
    [
        ('{"a": 1}', "it looks like JSON."),
        ('[{"a": 1}]', "it looks like JSON."),
        ("[1, 2]", "it looks like JSON."),
        ('[build-system]\nrequires = ["setuptools"]\n', "it looks like plain text."),
        ("[2025-01-25 10:34:54] started\n[2025-01-25 10:34:55] ready\n", "it looks like a log of another program."),
        ("<p>hello</p>", "it looks like XML or HTML."),
        ("a,b\n1,2\n", "it looks like a table whose header has no known column."),
    ],
)
def test_what_a_text_looks_like(text: str, likeness: str) -> None:
    assert kinds_of(text) == []
    assert resembles(text, "x").plain() == f"x is not recognized; {likeness}"


def test_the_forms_name_both_listings_of_a_fabric() -> None:
    assert "ibnetdiscover, iblinkinfo and DOT" in forms_understood().plain()
