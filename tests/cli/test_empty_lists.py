"""A list without entries is a sentence, not a head without rows or nothing at all."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("stock", "FILE"), "No stock is recorded."),
        (("history", "FILE"), "No steps are recorded."),
        (("bom", "FILE"), "There is nothing to buy."),
        (("onsite", "due", "FILE"), "No recurring item has passed yet, so none is due."),
        (("onsite", "due", "FILE", "--before", "2020-01-01"), "No recurring item is due before 2020-01-01."),
        (("onsite", "deviation", "list", "FILE"), "No deviations are recorded."),
        (("onsite", "deviation", "list", "FILE", "--open"), "No deviations are open."),
        (("onsite", "templates", "list", "FILE"), "The project has no custom checklist items."),
        (("catalog", "libraries"), "No libraries are imported."),
        (("catalog", "search", "zzzzqq"), "No entry matches 'zzzzqq'."),
    ],
)
def test_an_empty_list_is_a_sentence(words: tuple[str, ...], text: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.gpudesk"
    assert run("new", path).code == 0
    assert run(*(path if word == "FILE" else word for word in words)).out == f"{text}\n"
