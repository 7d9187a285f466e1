"""Figures of a PC case that a person enters: the range of each, and where each goes."""

from dataclasses import replace
from typing import Any

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.sizing.systems.case_check import NUMBERS, own_case, peak_of, with_figures

PLAIN = [name for name in NUMBERS if name != "efficiency_percent"]


@pytest.mark.parametrize("name", PLAIN)
def test_a_number_is_taken_as_it_is(name: str) -> None:
    found = with_figures(own_case(), {name: "37.5"})
    assert getattr(found, name) == 37.5
    figures: dict[str, Any] = {name: getattr(own_case(), name)}
    assert replace(found, **figures) == own_case()


@pytest.mark.parametrize(("percent", "share"), [("87", 0.87), ("100", 1.0), ("0.5", 0.005)])
def test_an_efficiency_in_percent_becomes_a_share(percent: str, share: float) -> None:
    efficiency = with_figures(own_case(), {"efficiency_percent": percent}).efficiency
    assert efficiency is not None
    assert efficiency.share == pytest.approx(share)


def test_other_figures_are_choices_and_texts() -> None:
    found = with_figures(own_case(), {"plugs": "2x 12VHPWR", "supply": "atx3", "air": "server"})
    assert found == replace(own_case(), plugs="2x 12VHPWR", supply_peak=peak_of("atx3"), server_air=True)
    assert not with_figures(found, {"air": "desk"}).server_air


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, value) for name in NUMBERS for value in ("0", "-1", "1e6", "nan", "inf", "two", "")),
        *(("efficiency_percent", "100.01"), ("supply", "at"), ("air", "sea"), ("color", "1")),
    ],
)
def test_a_figure_out_of_range_is_refused(name: str, value: str) -> None:
    with pytest.raises(InvalidData) as caught:
        with_figures(own_case(), {name: value})
    assert [message.plain() for message in caught.value.problems] == [f"{name}={value} is not a valid PC case value."]


def test_all_wrong_figures_are_refused_at_once() -> None:
    with pytest.raises(InvalidData) as caught:
        with_figures(own_case(), {"places": "0", "lanes": "16", "air": "sea"})
    assert [message.plain().partition("=")[0] for message in caught.value.problems] == ["places", "air"]
