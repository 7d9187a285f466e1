"""A bit that was flipped in a settled file is reported, or changes nothing that the project holds."""

import sys
from pathlib import Path

import pytest

from tests.examples import example_count
from tests.project.flips import Answers, ask, everything, flipped, flips, settled_project


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
def test_none_of_a_thousand_flipped_bits_goes_unreported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = flip_often(tmp_path, 1000, 20260312)
    with capsys.disabled():
        sys.stdout.write(f"\n{answers.count} flips: {answers}\n")
    assert answers.silent == []
    assert answers.count == 1000
