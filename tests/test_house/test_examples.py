"""The counts of the property tests come from tests/examples.py alone, and `make soak` tries all of them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import examples as counts

ROOT = Path(__file__).resolve().parents[2]
MAY_SET_COUNTS = {"tests/examples.py", "tests/conftest.py", "tests/mutants/forks.py"}


def own_counts(source: str) -> Iterator[int]:
    """The lines of calls that set a count of examples directly, whatever name they call."""
    if "max_examples" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and any(keyword.arg == "max_examples" for keyword in node.keywords):
            yield node.lineno


def test_a_count_set_directly_is_seen() -> None:
    source = "@settings(max_examples=40)\ndef test_one(): ...\n@examples(40)\ndef test_two(): ...\nhypothesis.settings(max_examples=2)\n"
    assert list(own_counts(source)) == [1, 5]


def test_no_test_sets_its_own_count() -> None:
    names = {path: path.relative_to(ROOT).as_posix() for folder in ("tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")}
    assert set(names.values()) >= MAY_SET_COUNTS
    own = [
        f"{name}:{line}: take the count from tests.examples.examples, which scales it"
        for path, name in names.items()
        if name not in MAY_SET_COUNTS
        for line in own_counts(path.read_text(encoding="utf-8"))
    ]
    assert own == []


@pytest.mark.parametrize(
    ("full", "least", "usual"),
    [(100, 1, 33), (200, 1, 67), (40, 1, 13), (25, 10, 10), (30, 10, 10), (60, 10, 20), (5, 10, 5), (1, 1, 1), (2, 1, 1)],
)
def test_a_third_is_tried_and_all_of_them_in_the_soak(full: int, least: int, usual: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(counts.SCALE_VARIABLE, raising=False)
    assert counts.example_count(full, least) == usual
    assert counts.examples(full, least=least).max_examples == usual
    monkeypatch.setenv(counts.SCALE_VARIABLE, "full")
    assert counts.example_count(full, least) == full
    assert counts.examples(full, least=least).max_examples == full


def test_the_rest_comes_from_the_profile() -> None:
    made = counts.examples(30, suppress_health_check=[HealthCheck.large_base_example])
    usual = settings.get_profile(settings.get_current_profile_name())
    assert set(made.suppress_health_check) == {HealthCheck.large_base_example, *usual.suppress_health_check}
    assert made.deadline is None
    assert made.derandomize == usual.derandomize
    assert usual.max_examples == counts.example_count(counts.USUAL)
    assert set(counts.examples(30).suppress_health_check) == set(usual.suppress_health_check)


def test_the_soak_runs_the_property_tests_in_full(pytester: pytest.Pytester) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f'{counts.SCALE_VARIABLE}=full $(PYTHON) -m pytest -m "soak or hypothesis"' in makefile
    pytester.makeini("[pytest]\naddopts = -m 'not soak'\nmarkers =\n    soak: long")
    pytester.makepyfile("""
        import pytest
        from hypothesis import given, strategies as st

        @given(st.booleans())
        def test_of_properties(value): ...

        @pytest.mark.soak
        def test_that_is_long(): ...

        def test_of_the_loop(): ...
    """)
    found = pytester.runpytest_inprocess("--collect-only", "-q", "-m", "soak or hypothesis", "-p", "no:cacheprovider").stdout.str()
    assert "test_of_properties" in found
    assert "test_that_is_long" in found
    assert "test_of_the_loop" not in found
