"""The site sheet: its definitions are complete, and what a project says is taken only if it fits."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.checks.engine.families import ALL_RULES
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.messages.errors import Refused
from gpudesk.project.site_sheet import (
    SiteSheet,
    ValueKind,
    baseline,
    baseline_definitions,
    checked_baseline_value,
    checked_site_value,
    fault,
    site_definitions,
)
from tests.checks.site import Site

DEFINITIONS = [*site_definitions().values.values(), *baseline_definitions().values.values()]


@pytest.mark.parametrize("definition", DEFINITIONS, ids=lambda definition: definition.key)
def test_a_definition_is_complete(definition: Any) -> None:
    sheet = site_definitions() if definition.key in site_definitions().values else baseline_definitions()
    assert definition.group in sheet.groups
    assert definition.titles.title
    assert definition.titles.title_es
    assert bool(definition.note) is bool(definition.note_es)
    assert (definition.kind is ValueKind.CHOICE) is bool(definition.choices)
    if sheet is site_definitions():
        assert definition.source
    if definition.kind is ValueKind.NUMBER:
        assert definition.minimum is not None
        assert definition.maximum is not None
    if definition.default is not None:
        assert fault(definition, definition.default) is None


def test_rules_use_values_that_exist() -> None:
    used = {key for rule in ALL_RULES.values() for key in rule.limits}
    assert used <= set(site_definitions().values)


def test_what_the_project_says_stands_over_the_default() -> None:
    site = Site()
    sheet = SiteSheet(site.snapshot)
    assert sheet.limit("rack_power_limit_w") == math.inf
    assert sheet.number("rack_power_limit_w") is None
    assert sheet.number("power_factor") == 0.95
    assert sheet.confidence("power_factor") is Confidence.SECONDARY
    assert sheet.flag("racks_moved_loaded") is False
    site.set("power_factor", 0.9)
    site.set("racks_moved_loaded", True)
    site.set("currency", "CHF")
    sheet = SiteSheet(site.snapshot)
    assert (sheet.number("power_factor"), sheet.flag("racks_moved_loaded"), sheet.text("currency")) == (0.9, True, "CHF")
    assert sheet.confidence("power_factor") is Confidence.READ
    assert sheet.source("power_factor") != site_definitions().values["power_factor"].source
    assert not sheet.faults


@pytest.mark.parametrize(
    ("key", "stored"),
    [
        ("power_factor", "1.5"),
        ("power_factor", "true"),
        ("power_factor", "NaN"),
        ("power_factor", "Infinity"),
        ("power_factor", "1" + "0" * 400),
        ("power_factor", "null"),
        ("power_factor", '"x"'),
        ("power_factor", "[" * 100_000),
        ("power_factor", "{"),
        ("rack_feet", "4.5"),
        ("region", '"moon"'),
        ("region", "[]"),
        ("racks_moved_loaded", "1"),
        ("currency", json.dumps("x" * 201)),
        ("unheard_of", "1"),
    ],
)
def test_a_stored_value_that_cannot_be_is_passed_over_and_said(key: str, stored: str) -> None:
    site = Site()
    site.insert("site_value", key=key, value=stored)
    sheet = SiteSheet(site.snapshot)
    assert list(sheet.faults) == [key]
    assert sheet.faults[key].plain()
    if key in site_definitions().values:
        assert sheet.value(key) == site_definitions().values[key].default


@given(
    st.sampled_from(DEFINITIONS),
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.lists(st.none(), max_size=1)),
)
def test_any_value_is_right_or_wrong(definition: Any, value: Any) -> None:
    wrong = fault(definition, value)
    assert wrong is None or wrong.plain()


def test_operations_are_told_what_does_not_fit() -> None:
    assert checked_site_value("rack_feet", 6) == 6
    assert checked_baseline_value("driver", "570.86.15") == "570.86.15"
    for key, value in (("rack_feet", 6.5), ("rack_feet", 99), ("no_such", 1), ("region", "moon")):
        with pytest.raises(Refused):
            checked_site_value(key, value)
    with pytest.raises(Refused, match="no value"):
        checked_baseline_value("colour", "red")


def test_the_baseline_by_role() -> None:
    site = Site()
    for role, key, value in (("compute", "driver", '"570"'), ("compute", "ecc", "true"), ("leaf", "ecc", '"maybe"'), ("leaf", "x", "1")):
        site.insert("baseline_value", role=role, key=key, value=value)
    assert baseline(site.snapshot) == {"compute": {"driver": "570", "ecc": True}}
