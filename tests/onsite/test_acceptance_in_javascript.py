"""The page of a work package judges as the program does: the same table, the same verdicts."""

from tests.onsite.javascript import judged_by_node
from tests.onsite.judged_cases import judged_cases

OLDER = {"dgx-001 OSFP1": "passed", "dgx-001 OSFP1/1": "passed", "dgx-001 OSFP1p1": "passed", "dgx-001 OSFP1/2": "failed"}
"""Labels written before host ports had connectors: name → verdict."""


def test_the_page_judges_every_case_as_the_program_does() -> None:
    cases, expected = judged_cases()
    judged = judged_by_node(cases)
    wrong = [
        (case["item"]["key"], case["measured"], mine, theirs)
        for case, mine, theirs in zip(cases, expected, judged, strict=True)
        if mine != theirs
    ]
    assert wrong == []
    older = [(case["measured"].get("b"), one["verdict"]) for case, one in zip(cases, expected, strict=True)]
    assert [name for name, verdict in OLDER.items() if (name, verdict) not in older] == []
    assert {one["verdict"] for one in expected} == {"empty", "partial", "not_set", "passed", "failed", "unreadable"}
