"""The English texts use the words of the field (docs/style.md), none of the idioms that read as if translated."""

import re

import pytest

from gpudesk.ui.action_table import ACTIONS
from tests.ui.texts import entries

ODD = re.compile(
    r"\b(mend(s|ed|ing)?|anew|borne|hang(s|ing)?|hung|told|beside|reckon(s|ed)?|judge[sd]?|does on|shared out|parted by"
    r"|lies (at|in|on|under)|nobody (here |has )?(knows|says|published)"
    r"|stands? (in|on|there|where)|bears? (up|it|its|\{)|[cC]olour|[fF]ibre|[lL]icence|[lL]abour|metres?)\b"
)
"""Idioms and British spellings that docs/style.md names, as they were found in texts."""


@pytest.mark.parametrize(
    "text",
    [
        "Mend all 52",
        "Wire the power anew",
        "The report lies at {path}.",
        "{rack} stands on {item}.",
        "No risks beside the ranges above.",
        "Judge the size now",
        "{heads} heads cannot be shared out evenly.",
        "Nobody knows the price",
        "Colour by",
    ],
)
def test_odd_texts_are_found(text: str) -> None:
    assert ODD.search(text.lower())


def test_texts_use_the_words_of_the_field() -> None:
    keywords = {action.keywords for action in ACTIONS}
    odd = [
        (context, source) for context, source in entries("es") if source not in keywords and ODD.search(re.sub(r"\{[^{}]*\}", "{}", source))
    ]
    assert odd == []
