"""Which names a numbered series lacks."""

import pytest

from gpudesk.core.names.numbered_names import missing_names


@pytest.mark.parametrize(
    ("present", "count", "missing"),
    [
        (["ufm-1"], 2, ["ufm-2"]),
        (["B11-P1-CUFM-02"], 2, ["B11-P1-CUFM-01"]),
        (["bcm-4", "bcm-2"], 4, ["bcm-1", "bcm-3"]),
        (["ufm-1.example"], 2, ["ufm-2.example"]),
        (["ufm-1.dc2.example"], 2, ["ufm-2.dc2.example"]),
        (["dc1-ufm"], 2, []),
        (["dc1-ufm.example"], 2, []),
        (["ufm.dc1"], 2, []),
        (["leaf-1.2"], 2, []),
        (["ufm-1", "ufm-2"], 2, []),
        (["ufm-7"], 2, []),
        (["ufm-a"], 2, []),
        (["ufm-1", "manager-2"], 3, []),
        (["ufm-1", "ufm-01"], 3, []),
        ([], 2, []),
    ],
)
def test_missing_names(present: list[str], count: int, missing: list[str]) -> None:
    assert missing_names(present, count) == missing
