"""Codes in pictures: read from top to bottom, also turned; a damaged one is reported, noise holds none."""

import numpy as np
import pytest

from gpudesk.formats.onsite.picture_codes import LONGEST_TEXT, PictureCodes, codes_in
from tests.formats.code_pictures import code_picture, damaged, data_matrix, sheet

LABEL, ITEM = "GPUDESK:1A2B3C4D:17:A", "GPUDESK:1A2B3C4D:RDY-050:1"


@pytest.mark.parametrize("turns", range(4))
def test_our_codes_are_read_in_any_direction(turns: int) -> None:
    assert codes_in(np.rot90(code_picture(LABEL), turns)) == PictureCodes((LABEL,), is_damaged=False)


def test_several_codes_come_from_top_to_bottom_and_each_once() -> None:
    found = codes_in(sheet(code_picture(ITEM), code_picture(LABEL), code_picture(ITEM)))
    assert found == PictureCodes((ITEM, LABEL), is_damaged=False)


def test_a_damaged_code_is_found_and_not_read() -> None:
    assert codes_in(damaged(code_picture(LABEL))) == PictureCodes((), is_damaged=True)
    assert codes_in(sheet(damaged(code_picture(LABEL)), code_picture(ITEM))) == PictureCodes((ITEM,), is_damaged=True)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[)>\x1e06\x1dS1234\x1dP900-2G133\x1e\x04", "[)> 06 S1234 P900-2G133"),
        ("two\nlines", "two lines"),
        ("GPUDESK\x07:1", "GPUDESK :1"),
    ],
)
def test_control_characters_of_a_sound_code_are_spaces(text: str, shown: str) -> None:
    assert codes_in(code_picture(text)) == PictureCodes((shown,), is_damaged=False)
    assert codes_in(data_matrix(text)) == PictureCodes((shown,), is_damaged=False)


def test_a_text_that_is_too_long_is_not_offered() -> None:
    assert codes_in(code_picture("x" * (LONGEST_TEXT + 1))) == PictureCodes((), is_damaged=False)


def test_a_picture_without_codes() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (400, 600)).astype(np.uint8)
    for gray in (noise, np.full((1, 1), 255, np.uint8), np.zeros((3000, 2), np.uint8)):
        assert codes_in(gray) == PictureCodes((), is_damaged=False)
