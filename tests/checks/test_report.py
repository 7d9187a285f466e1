"""The JSON form of findings keeps to its published schema."""

import json
from typing import Any

import jsonschema
import pytest

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.engine.check_report import report
from gpudesk.locate import resource
from tests.checks.site import Site
from tests.checks.test_rules import CASES, Build

SCHEMA: dict[str, Any] = json.loads(resource("schemas", "check.v2.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
_LONG = ("rules", "limits")
"""The parts that are nearly the same in each report, and most of its text."""
_VALID: set[str] = set()


def demand_valid(text: str) -> None:
    """The report keeps to the schema; a long part that was found valid before is left out, as the schema joins none to another."""
    body = json.loads(text)
    parts = {name: json.dumps([name, body[name]]) for name in _LONG}
    VALIDATOR.validate({**body, **{name: {} for name, part in parts.items() if part in _VALID}})
    _VALID.update(parts.values())


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


BUILDS: dict[str, Build] = {name: build for _, _, name, build in CASES}


@pytest.mark.parametrize("name", sorted(BUILDS))
def test_every_report_is_valid_and_always_the_same(name: str) -> None:
    site = Site()
    BUILDS[name](site)
    findings = check_all(site.snapshot)
    body = report(findings, site.snapshot, uid=site.document.uid)
    text = json.dumps(body, allow_nan=False)
    demand_valid(text)
    assert len(body["findings"]) == len(findings)
    assert text == json.dumps(report(check_all(site.snapshot), site.snapshot, uid=site.document.uid))


def test_an_excluded_finding_says_why() -> None:
    site = Site()
    rack = site.rack("A1")
    site.device(rack, 40)
    (found,) = check_all(site.snapshot).of_rule("space.outside")
    site.insert("exclusion", finding=found.key, reason="open top", at_utc="2026-01-01T00:00:00Z")
    body = report(check_all(site.snapshot), site.snapshot, phase=2)
    (finding,) = (each for each in body["findings"] if each["rule"] == "space.outside")
    assert finding["excluded"] == "open top"
    assert finding["location"] == {"table": "rack", "id": rack, "label": "A1 · U40–U47", "hall": "Hall"}
    assert finding["actual"] == {"value": 47.0, "unit": "U"}
    assert body["counts"]["excluded"] == 1
    assert body["project"]["phase"] == 2
    assert body["limits"]["rear_clearance_mm"]["confidence"] == "memory"
