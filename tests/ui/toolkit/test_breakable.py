"""Long names in labels wrap instead of being cut off."""

import pytest

from gpudesk.ui.toolkit.widgets.label import breakable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a short a/b:c stays", "a short a/b:c stays"),
        ("see github:stas00/ml-engineering@744d01e)", "see github:\u200bstas00/\u200bml-engineering@\u200b744d01e)"),
        ("https://example.org/a/long/path/", "https:\u200b/\u200b/\u200bexample.org/\u200ba/\u200blong/\u200bpath/"),
    ],
)
def test_names_of_repositories_wrap(text: str, shown: str) -> None:
    assert breakable(text) == shown
    assert shown.replace("\u200b", "") == text
