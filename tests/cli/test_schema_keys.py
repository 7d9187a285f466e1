"""The keys of JSON documents are those of version 2: each schema, and each recorded document."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from gpudesk import locate

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "tests" / "golden" / "recorded"
TABLE = yaml.safe_load((ROOT / "tests" / "golden" / "renamed_keys.yaml").read_text(encoding="utf-8"))
SCHEMAS = {path.name.removesuffix(".v2.json"): path for path in sorted(locate.resource("schemas").glob("*.json"))}
RECORDS = {
    "checklist": {"": "onsite_list"},
    "fit-mig-fabric": {"fit-": "fit", "fabric-": "fabric", "mig-": "mig", "rules": "rules"},
    "monitor": {"reading": "monitor", "verdict": "verdict"},
    "read": {"": "read"},
    "size": {"serve-largest": "size_largest", "picture": "size_passes", "": "size"},
    "verify": {"": "verify"},
}
"""Recorded case to the schema of its documents, by how their names begin."""
PROJECT = ("addresses", "bom", "cable", "collectives", "cooling", "cost", "drill", "info", "scope", "stock")


def renamed(schema: str) -> dict[str, str]:
    """Old to new key of a schema and of the documents in it; "parent/key" and "/key" only there."""
    found: dict[str, str] = {}
    for name in (*TABLE["embedded"].get(schema, ()), schema):
        found |= TABLE["keys"].get(name, {})
    return found


def is_old(table: Mapping[str, str], parents: tuple[str, ...], key: str) -> bool:
    """Whether a key has another name in version 2."""
    if key in table.values() and f"{parents[-1] if parents else ''}/{key}" not in table:
        return False
    return key in table or f"{parents[-1] if parents else ''}/{key}" in table


@cache
def properties(schema: str) -> frozenset[tuple[str, str]]:
    """The keys that a schema names, each with the key that it is in, "" for the document."""
    whole = json.loads(SCHEMAS[schema].read_text(encoding="utf-8"))
    found: set[tuple[str, str]] = set()

    def walk(node: Any, parent: str, seen: tuple[str, ...]) -> None:
        if isinstance(node, list):
            for each in node:
                walk(each, parent, seen)
        elif isinstance(node, dict):
            target = node.get("$ref", "")
            if target.startswith("#/") and target not in seen:
                inner: Any = whole
                for step in target[2:].split("/"):
                    inner = inner[step]
                walk(inner, parent, (*seen, target))
            for key, value in node.get("properties", {}).items():
                found.add((parent, key))
                walk(value, key, seen)
            for key in ("items", "additionalProperties", "oneOf", "anyOf", "allOf"):
                walk(node.get(key), parent, seen)

    walk(whole, "", ())
    return frozenset(found)


def test_there_is_one_version_of_each_schema_and_the_program_prints_it() -> None:
    named = {json.loads(path.read_text(encoding="utf-8"))["properties"]["schema"]["const"] for path in SCHEMAS.values()}
    assert {name.replace("-", "_") for name in named} == {f"gpudesk.{name}.v2" for name in SCHEMAS}
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "gpudesk").rglob("*.py"))
    printed = set(re.findall(r'SCHEMA\w* = (?:"(gpudesk\.[\w.-]+)")', source)) | set(re.findall(r'"(gpudesk\.[\w-]+\.v2)"', source))
    assert printed == named


@pytest.mark.parametrize("schema", sorted(TABLE["keys"]))
def test_the_schema_has_the_new_keys_and_no_old_one(schema: str) -> None:
    table = TABLE["keys"][schema]
    if schema not in SCHEMAS:
        return
    found = properties(schema)
    for old, new in table.items():
        inside, slash, key = old.rpartition("/")
        places = {parent for parent, name in found if name == new}
        assert places, f"{schema} has no {new}"
        if slash:
            renamed_inside = table.get(inside, inside)
            assert (renamed_inside, new) in found, f"{schema} has no {new} in {renamed_inside}"
            assert (renamed_inside, key) not in found, f"{schema} still has {old}"
    words = {key for _parent, key in found}
    still = {old for old in table if "/" not in old and old in words and old not in table.values()}
    assert still == set(), f"{schema} still has {sorted(still)}"


def documents() -> Iterator[tuple[str, str, str, Any]]:
    """Every recorded record of a document: its case, schema, path inside the document and content."""
    for path in sorted(RECORDED.glob("*.numbers.txt")):
        case = path.name.removesuffix(".numbers.txt")
        for line in path.read_text(encoding="utf-8").splitlines():
            key, text = line.split("\t", 1)
            first, _, inside = key.partition("/")
            schema = first if case.startswith("project-") and first in PROJECT else ""
            for start, name in RECORDS.get(case, {}).items():
                if not schema and first.startswith(start):
                    schema = name
            if schema:
                yield case, schema, inside, json.loads(text)


def test_no_recorded_document_has_an_old_key() -> None:
    old = []
    count = 0
    for case, schema, inside, content in documents():
        count += 1
        table = renamed(schema)
        parents = tuple(step for step in inside.split("/") if not step.isdigit())
        keys = content if isinstance(content, dict) else ()
        old += [(case, schema, inside, key) for key in keys if is_old(table, parents, key)]
    assert count > 5000
    assert old == []
