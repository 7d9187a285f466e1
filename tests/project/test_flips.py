"""A bit that was flipped in a settled file is reported, or changes nothing that the project holds."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.examples import example_count
from tests.project.flips import Answers, ask, everything, flipped, flips, settled_project

MANY = int(os.environ.get("GPUDESK_FLIPS", "1000"))


def flip_often(folder: Path, count: int, seed: int) -> Answers:
    whole = settled_project(folder / "whole.gpudesk")
    before = everything(whole)
    answers = Answers()
    for number, place in enumerate(flips(whole, count, seed)):
        ask(answers, flipped(whole, *place), before, place, write=number % 2 == 0)
    return answers


def test_no_flipped_bit_goes_unreported(tmp_path: Path) -> None:
    answers = flip_often(tmp_path, example_count(60), 20260311)
    assert answers.silent == []
    assert answers.digests > 0
    assert answers.same > 0


@pytest.mark.soak
def test_none_of_a_thousand_flipped_bits_goes_unreported(tmp_path: Path, report: Callable[[str], None]) -> None:
    """GPUDESK_FLIPS sets how many."""
    answers = flip_often(tmp_path, MANY, 20260312)
    report(f"{answers.count} flips: {answers}")
    assert answers.silent == []
    assert answers.count == MANY
