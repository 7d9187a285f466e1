"""Figures that a project stores for a rule of the bill keep their key when the rule gets another title."""

import pytest

from gpudesk.catalog.bom_rule_files import bom_rules
from gpudesk.catalog.bom_values import bom_values, with_said

OLD = (
    "Put up a workstation",
    "Mount a PDU beside the units",
    "Close a free unit",
    "Rack a device by one person",
    "Lay, plug and label a network cable",
    "Switch on a system and look at its first start",
)
"""Titles that keys were made of before the tasks were renamed."""


@pytest.mark.parametrize("old", OLD)
def test_a_stored_figure_of_a_renamed_task_still_applies(old: str) -> None:
    rules = bom_rules()
    key = f"labour/{old}/minutes"
    assert bom_values(rules)[key].title != old
    changed = with_said(rules, {key: 77.0})
    assert [task.minutes for task in changed.labour.tasks if task.key == old] == [77.0]
    assert dict(changed.said) == {key: 77.0}


def test_the_key_of_a_rule_is_its_title_unless_it_was_renamed() -> None:
    rules = bom_rules()
    assert {rule.key for rule in rules.spares} == {rule.title for rule in rules.spares}
    keys = [task.key for task in rules.labour.tasks]
    assert len(set(keys)) == len(keys)
    assert "Rack a system that needs a lift" in keys
