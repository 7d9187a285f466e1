"""The table of acceptance cases, as what judges outside of Python takes it, with what Python says of each."""

import json
from pathlib import Path
from typing import Any

from gpudesk.core.checklist.item_verdict import judge
from gpudesk.core.checklist.items import FieldKind
from gpudesk.core.checklist.package_body import item_body
from gpudesk.core.expressions.expression_tree import expression_tree
from gpudesk.onsite.checklist import shipped_checklist

DAY = "2026-03-01"
_TABLE = Path(__file__).with_name("acceptance_cases.json")


def older_names(measured: dict[str, Any], basis: dict[str, Any]) -> list[tuple[str, str]]:
    """Fields with the names that earlier versions gave their ports on labels and in records, and with names of other ports."""
    names: list[tuple[str, str]] = []
    for key, port in measured.items():
        if isinstance(port, str) and port in (basis.get("d.port_a"), basis.get("d.port_b")):
            cage, number = port[:-2], int(port[-1])
            older = [cage, f" {cage} ", f"{cage}/{number}", f"{cage}p{number}"]
            others = [f"{cage}/{3 - number}", f"{cage}P{3 - number}", f"{cage}0", cage[:-1]]
            names += [(key, name) for name in [*older, *others]]
    return names


def judged_cases() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Every case of the table: at the limit, beyond it, with a field left out, and with a limit that is not set."""
    cases: list[dict[str, Any]] = []
    expected: list[dict[str, Any]] = []
    for row in json.loads(_TABLE.read_text(encoding="utf-8")):
        item = shipped_checklist().items[row["item"]]
        measured, basis = row["measured"], row["basis"]
        tried = [(measured, basis), ({}, basis)]
        tried += [(measured | fail.get("measured", {}), basis | fail.get("basis", {})) for fail in row["fails"]]
        tried += [({name: value for name, value in measured.items() if name != field.key}, basis) for field in item.fields]
        tried += [(measured, {**basis, name: None}) for name in basis]
        # Beyond a limit while other fields are missing, one of them after the other.
        tried += [
            (
                {name: value for name, value in (measured | fail.get("measured", {})).items() if name != field.key},
                basis | fail.get("basis", {}),
            )
            for fail in row["fails"]
            for field in item.fields
        ]
        # A value of another kind: what does not fit the expression is never passed.
        tried += [({**measured, field.key: [["?"]]}, basis) for field in item.fields if field.kind is not FieldKind.PHOTO]
        tried += [({**measured, key: name}, basis) for key, name in older_names(measured, basis)]
        for given, limits in tried:
            limits = {name: limits[name] for name in item.reads}
            cases.append(
                {"item": item_body(item), "tree": expression_tree(item.acceptance), "measured": given, "basis": limits, "today": DAY}
            )
            judgement = judge(item, given, limits, DAY)
            expected.append(
                {
                    "verdict": str(judgement.verdict),
                    "missing": list(judgement.missing),
                    "filled": judgement.filled,
                    "wanted": judgement.wanted,
                }
            )
    return cases, expected
