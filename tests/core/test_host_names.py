"""Names of hosts after RFC 952, RFC 1123 and RFC 1035, and patterns that make them."""

import pytest

from gpudesk.core.messages.errors import Refused
from gpudesk.core.names.host_names import checked_host_pattern, host_name_fault
from gpudesk.core.names.name_pattern import made_name


@pytest.mark.parametrize("name", ["a05-p1-dgx-01-c01", "A09-P1-IBLEAF-03-02", "3com", "x", "node1.cluster.example", "a" * 63, "1a.2"])
def test_names_that_hosts_have(name: str) -> None:
    assert host_name_fault(name) is None


@pytest.mark.parametrize(
    "name",
    ["", "-a", "a-", "a_b", "dgx 002", "dgx-ñ", "a..b", ".a", "a.", "a" * 64, ".".join(["a" * 63] * 4), "10.0.0.1", "42", "dgx\n"],
)
def test_names_that_no_host_has(name: str) -> None:
    assert host_name_fault(name) is not None


def test_a_pattern_makes_the_published_names() -> None:
    """NVIDIA/topograph, tests/output/ibnetdiscover/example.out."""
    host = checked_host_pattern("{rack:lower}-p1-dgx-{rack_n:02}-c{n_rack:02}")
    assert made_name(host, {"rack": "A08", "rack_n": 4, "n_rack": 1}) == "a08-p1-dgx-04-c01"
    leaf = checked_host_pattern("{rack}-P1-IBLEAF-{rail:02}-{n_rail:02}")
    assert made_name(leaf, {"rack": "A09", "rail": 3, "n_rail": 2}) == "A09-P1-IBLEAF-03-02"


@pytest.mark.parametrize("pattern", ["{nobody}", "{rack:title}", "a{", "{rack:02"])
def test_a_pattern_without_meaning_is_refused(pattern: str) -> None:
    with pytest.raises(Refused):
        checked_host_pattern(pattern)
