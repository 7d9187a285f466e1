"""What `make test` compiles beforehand is what pytest would write itself, where it looks for it."""

import runpy
from pathlib import Path
from typing import Any

import pytest
from _pytest.assertion import rewrite

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "compile_tests.py"
TEXT = "def test_one():\n    assert 1 + 1 == 2, 'said'\n"


def test_pytest_finds_what_it_would_write_itself(pytester: pytest.Pytester, pytestconfig: pytest.Config) -> None:
    script = runpy.run_path(str(SCRIPT))
    source = pytester.makepyfile(test_sum=TEXT)
    pytester.runpytest_subprocess("--collect-only").assert_outcomes()
    kept: Path = script["kept_path"](source)
    own = rewrite._read_pyc(source, kept)
    assert own is not None
    kept.unlink()
    script["rewrite_one"](source, pytestconfig)
    assert rewrite._read_pyc(source, kept) == own
    assert [path.name for path in kept.parent.glob("test_sum*")] == [kept.name]


def test_a_name_stands_for_its_files_and_every_conftest() -> None:
    top = SCRIPT.parents[1]
    chosen: Any = runpy.run_path(str(SCRIPT))["chosen"]
    conftests = set(top.glob("tests/**/conftest.py"))
    here = Path(__file__)
    name = here.relative_to(top).as_posix()
    assert set(chosen([f"{name}::test_one"])) == conftests | {here}
    assert here in chosen(["tests/test_house"])
    assert set(chosen([])) == conftests | set(top.glob("tests/**/test_*.py"))
