"""Conversion of a text to search words."""

import re
import unicodedata

WORD = re.compile(r"[0-9a-z]+")


def folded(text: str) -> str:
    """Small letters without accents."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
