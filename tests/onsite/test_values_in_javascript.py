"""The page of a work package counts the same values as the program: what was corrected, withdrawn, and signed before it was changed."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, replace
from random import Random
from typing import Any

import pytest

from gpudesk.core.checklist.package_body import item_body
from gpudesk.core.messages.errors import Refused
from gpudesk.onsite.package_contents import Selection
from gpudesk.onsite.package_work import PackageWork, Stamp
from gpudesk.onsite.record_log import given_values
from gpudesk.project.document import Document
from tests.onsite.javascript import NO_NODE, page_source
from tests.operations.work_packages import BEN, ELSEWHERE, PACKAGE_ID, build_site, handed_out, opened
from tests.project.sample import Clock

PLACE = ("RDY-010", 0)
"""Its log has a revision and the signature of the lead."""
ROUNDS = 60


@pytest.fixture
def site() -> Iterator[Document]:
    with Document.scratch(Clock()) as document:
        build_site(document)
        yield document


def counted_by_node(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    node = shutil.which("node")
    if node is None:
        pytest.skip(NO_NODE)
    program = f"{page_source('values')}\nconst cases = {json.dumps(cases)};\n"
    program += "console.log(JSON.stringify(cases.map(({item, log, own}) => Values.counted(item, log, own))));\n"
    done = subprocess.run([node, "-"], input=program, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    counted: list[dict[str, Any]] = json.loads(done.stdout)
    return counted


def filled_in(random: Random, filled: PackageWork) -> list[dict[str, Any]]:
    """Record at random; returns what the page keeps of it."""
    own: list[dict[str, Any]] = []
    for _ in range(random.randint(1, 8)):
        person = random.choice(["Ana", "Ben"])
        by: Stamp = replace(BEN, person=person)
        field, value = random.choice([("revision", "C"), ("revision", "D"), ("lead", person)])
        about = random.randint(1, len(own)) if own and random.random() < 0.3 else 0
        try:
            if about:
                filled.withdraw(by, *PLACE, f"{ELSEWHERE}:{about}", "Invalid")
            else:
                filled.record(by, *PLACE, field, value)
        except Refused:
            continue
        kept = {"kind": "withdrawal", "field": "", "value": None} if about else {"kind": "value", "field": field, "value": value}
        own.append({"number": len(own) + 1, "about": about, **kept})
    return own


def test_the_page_counts_the_values_that_the_program_counts(site: Document) -> None:
    body = handed_out(site, Selection(stages=("ready",)), PACKAGE_ID)
    cases, expected = [], []
    for seed in range(ROUNDS):
        filled = opened(body)
        own = filled_in(Random(seed), filled)
        log = [asdict(entry) for entry, _ in filled.package.log if (entry.item, entry.target) == PLACE]
        cases.append({"item": item_body(filled.package.items[PLACE[0]]), "log": log, "own": own})
        expected.append({field: one.value for field, one in given_values(filled.history(*PLACE)).items()})
    assert counted_by_node(cases) == expected
    assert {"revision": "D"} in expected
    assert {"revision": "D", "lead": "Ben"} in expected
