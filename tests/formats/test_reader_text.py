"""Names for other programs: what is safe stays as it is, everything else becomes safe, and no two objects get the same name."""

import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.derived.fabric.address_plan import _host
from gpudesk.formats.text.reader_text import (
    LONGEST_HOST,
    SLURM_DIGITS,
    ansible_group,
    ansible_host,
    ansible_value,
    comment_line,
    dot_word,
    kubernetes_label,
    kubernetes_node,
    renamed_remark,
    safe_names,
    slurm_node,
    xml_text,
    yaml_quoted,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


@pytest.mark.parametrize("name", ["dgx-001", "leaf-01", "A05-pdu-1", "ufm1.cluster", "10-b"])
def test_ordinary_names_stay(name: str) -> None:
    assert (ansible_host(name), slurm_node(name), kubernetes_label(name), dot_word(name)) == (name, name, name, name)
    assert ansible_value(name) == f'"{name}"'
    assert kubernetes_node(name) == name.lower()
    assert _host(name, NetworkKind.IN_BAND, "bond0") == name.lower().replace(".", "-")


def test_what_people_call_things_needs_no_mark() -> None:
    assert ansible_value("Compute (rail 1), Größe") == '"Compute (rail 1), Größe"'
    assert ansible_host("PDU A") == "PDU A"
    assert ansible_group("GPU node") == "gpu_node"


@pytest.mark.parametrize(
    ("name", "host", "node", "in_kubernetes"),
    [
        ("{{ 7 * 7 }}", "7 - 7", "7-7", "7-7"),
        ("rack[1:3]", "rack-1-3", "rack-1-3", "rack-1-3"),
        ("host:22", "host-22", "host-22", "host-22"),
        ("all", "device-all", "node-all", "all"),
        ("localhost", "device-localhost", "node-localhost", "localhost"),
        ("--all", "device-all", "node-all", "all"),
        ("dgx_1", "dgx_1", "dgx_1", "dgx-1"),
        ("機", "機", "node", "unnamed"),
        ("{}", "device", "node", "unnamed"),
        ("9" * 19, "9" * 19, f"{'9' * 19}-n", "9" * 19),
    ],
)
def test_each_program_gets_a_name_that_it_takes(name: str, host: str, node: str, in_kubernetes: str) -> None:
    assert (ansible_host(name), slurm_node(name), kubernetes_node(name)) == (host, node, in_kubernetes)


@pytest.mark.parametrize(
    ("device", "host"),
    [
        ("12", "host-12"),
        ("12h", "host-12h"),
        ("0x10", "host-0x10"),
        ("ignore", "host-ignore"),
        ("Infinite", "host-infinite"),
        ("localhost", "host-localhost"),
        ("12x", "12x"),
        ("{{ x }}", "x"),
        (f"{'a' * 62}.b", "a" * 62),
        ("9" * 63, f"host-{'9' * 58}"),
    ],
)
def test_no_host_is_a_lease_time_or_an_address(device: str, host: str) -> None:
    assert _host(device, NetworkKind.IN_BAND, "bond0") == host


@pytest.mark.parametrize(
    ("role", "group"), [("all", "group_all"), ("no", "group_no"), ("1u", "group_1u"), ("{{ x }}", "x"), ("", "devices")]
)
def test_groups_are_names_of_ansible(role: str, group: str) -> None:
    assert ansible_group(role) == group


@given(TEXTS)
def test_rules_give_what_they_leave_alone(name: str) -> None:
    for rule in (ansible_host, slurm_node, kubernetes_node, kubernetes_label):
        assert rule(rule(name)) == rule(name)
    assert re.fullmatch(r"[A-Za-z0-9_.-]{1,63}", slurm_node(name))
    assert len(re.sub(r".*?(\d*)\Z", r"\1", slurm_node(name))) <= SLURM_DIGITS
    assert re.fullmatch(r"[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?", kubernetes_label(name))
    assert all(re.fullmatch(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?", part) for part in kubernetes_node(name).split("."))


@given(TEXTS)
def test_yaml_gives_the_text_back(text: str) -> None:
    assert yaml.safe_load(f"- {yaml_quoted(text)}\n- {{a: {yaml_quoted(text)}}}\n") == [text, {"a": text}]


@given(st.lists(TEXTS, max_size=20))
def test_no_two_objects_share_a_name(names: list[str]) -> None:
    for rule in (ansible_host, slurm_node, kubernetes_node, kubernetes_label):
        chosen = safe_names(names, rule)
        assert len(set(chosen)) == len(names)
        assert [other for name, other in zip(names, chosen, strict=True) if names.count(name) == 1 and rule(name) == name] == [
            name for name in names if names.count(name) == 1 and rule(name) == name
        ]
        assert all(len(name) <= 255 for name in chosen)


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert safe_names(["a b", "a-b", "a[b", "a-b"], slurm_node) == ["a-b-2", "a-b", "a-b-3", "a-b-4"]
    assert safe_names(["x" * 80, "x" * 90], slurm_node) == ["x" * LONGEST_HOST, f"{'x' * (LONGEST_HOST - 2)}-2"]
    assert safe_names(["leaf"], ansible_group, taken=["leaf"], joint="_") == ["leaf_2"]


def test_a_comment_is_one_short_line() -> None:
    assert comment_line("a\nb\u2028c\x07") == "a b c "
    assert len(comment_line("🖧" * 300).encode()) < 410
    assert comment_line("x" * 400) == "x" * 400


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("a\\b", "a\\b"),
        ("a\\", "a/"),
        ('a\\"', 'a/"'),
        ("a\\\\b", "a//b"),
        ("%3", "_%3"),
        ("a  b", "a  b"),
    ],
)
def test_dot_has_no_form_for_some_texts(text: str, word: str) -> None:
    assert dot_word(text) == word


def test_xml_holds_no_control_characters() -> None:
    assert xml_text("a\x00\n\ufffe\udc80ü<") == "aü<"


def test_a_remark_names_the_first_ten() -> None:
    assert renamed_remark("Slurm", []) == ()
    (line,) = renamed_remark("Slurm", [(f"a {at}", f"a-{at}") for at in range(12)])
    assert line.startswith("Slurm does not accept 12 of the names; the file uses others: “a 0” → a-0, ")
    assert line.endswith("“a 9” → a-9, and 2 more")
