"""Titles of steps with revised texts: stored rows keep the original text, and the current text is displayed.

A title is stored as its English source text, by which its translation is found. After a revision it would no longer be found.
"""

import json
from collections.abc import Mapping
from functools import cache

from gpudesk.core.messages.message import Message, fields_of_text
from gpudesk.locate import resource

MOST_STEPS = 20
"""A text may have been reworded several times; a table that leads in a circle ends here."""


@cache
def reworded_texts() -> Mapping[str, Mapping[str, str]]:
    """Context → text as it was stored → text of today."""
    with resource("history", "reworded.json").open(encoding="utf-8") as file:
        table: dict[str, dict[str, str]] = json.load(file)
    return table


def reworded(message: Message) -> Message:
    """A stored message with the text of today; the message itself where its text is not listed, or has values for other fields."""
    texts = reworded_texts().get(message.context)
    if not texts:
        return message
    text = message.text
    for _ in range(MOST_STEPS):
        if text not in texts:
            break
        text = texts[text]
    if text == message.text or not fields_of_text(text) <= set(message.values):
        return message
    return Message(message.context, text, message.values)
