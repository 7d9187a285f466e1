"""The table of `make bench`: figures that were kept stand next to the new ones."""

import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as bench
from benchmarks.figures import Figure
from gpudesk.core.estimates.calibration import kind_intervals


def table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], figures: list[Figure], *arguments: str) -> str:
    monkeypatch.setattr(bench, "measured", lambda names: [(name, figures) for name in names])
    monkeypatch.setattr(sys, "argv", ["benchmarks", "sizing", *arguments])
    assert bench.main() == 0
    return capsys.readouterr().out


def test_kept_figures_stand_next_to_the_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "before.json"
    table(monkeypatch, capsys, [Figure("p95", 40.0, "%"), Figure("p95", 12.0, "%")], "--save", str(kept))
    shown = table(monkeypatch, capsys, [Figure("p95", 35.0, "%"), Figure("p95", 11.0, "%"), Figure("new", 1.0, "%")], "--before", str(kept))
    first, second, third = [line for line in shown.splitlines() if "%" in line]
    assert first.split()[1] == "35"
    assert first.endswith("before 40")
    assert second.endswith("before 12")
    assert "before" not in third


@pytest.mark.parametrize("content", [None, "", "[1]", '{"a": "b"}'])
def test_what_is_no_file_of_figures_is_named(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "x.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(SystemExit, match=r"x\.json: no figures that --save kept"):
        bench.kept(path)


def test_kinds_that_lie_apart_have_ranges_of_their_own() -> None:
    """Of 100 rows, 25 are off by half in either direction: the range of all holds few of those."""
    import numpy as np

    near, far = np.linspace(-0.1, 0.1, 400), np.concatenate([np.linspace(-0.6, -0.4, 13), np.linspace(0.4, 0.6, 12)])
    found = kind_intervals(np.concatenate([near, far]), ["near"] * 400 + ["far"] * 25)
    assert list(found) == ["far"]
    low, high = found["far"]
    assert low < np.exp(-0.5)
    assert high > np.exp(0.5)
    assert kind_intervals(np.concatenate([near, far[:20]]), ["near"] * 400 + ["far"] * 20) == {}, "too few rows"
