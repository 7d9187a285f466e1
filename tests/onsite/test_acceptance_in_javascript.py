"""The page of a work package judges as the program does: the same table, the same verdicts."""

from tests.onsite.javascript import judged_by_node
from tests.onsite.judged_cases import judged_cases


def test_the_page_judges_every_case_as_the_program_does() -> None:
    cases, expected = judged_cases()
    judged = judged_by_node(cases)
    wrong = [
        (case["item"]["key"], case["measured"], mine, theirs)
        for case, mine, theirs in zip(cases, expected, judged, strict=True)
        if mine != theirs
    ]
    assert wrong == []
    assert {one["verdict"] for one in expected} == {"empty", "partial", "not_set", "passed", "failed", "unreadable"}
