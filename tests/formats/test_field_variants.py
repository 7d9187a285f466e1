"""Inputs of the field as they are copied: with a prompt, in a mail, quoted, indented, in other encodings, from a tool for many hosts."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.formats.fabric.fabric_listing import read_fabric_listing
from gpudesk.formats.tables.table_faults import UnreadableTable
from gpudesk.formats.text.pasted_text import decoded, unwrapped
from gpudesk.monitor.saved.recognized import Read, understood
from tests.formats.test_field_inputs import INPUTS, TABLE

LISTINGS = Path(__file__).with_name("fabric_listings")
Wrapping = Callable[[str], bytes]


def before_each(text: str, mark: str) -> bytes:
    return "".join(f"{mark}{line}\n" for line in text.splitlines()).encode()


WRAPPINGS: dict[str, Wrapping] = {
    "lines of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "UTF-8 with a mark": lambda text: text.encode("utf-8-sig"),
    "prompt": lambda text: f"root@node-3:~# cat out.txt\n{text}\nroot@node-3:~# \n".encode(),
    "PowerShell": lambda text: f"PS C:\\Users\\me> type out.txt\n{text}\nPS C:\\Users\\me>".encode(),
    "mail": lambda text: f"Hello,\nthis is what I see:\n\n{text}\n\nAny idea?\nJane\n".encode(),
    "fence": lambda text: f"Output:\n```\n{text}\n```\n".encode(),
    "quoted": lambda text: before_each(text, "> "),
    "indented": lambda text: before_each(text, "    "),
    "one of many hosts": lambda text: before_each(text, "node-3: "),
}
WHOLE_FILES = {
    "profile-torch.json",
    "profile-torch.json.gz",
    "model-config.json",
    "fabric-dot.dot",
    "list-merged.xlsx",
    "list-numbers.xlsx",
}
"""Read as files, and not as what a terminal printed."""


def amount(read: Read | None) -> object:
    """How much was read: errors of a log, GPUs of a listing, and so on."""
    for name in ("errors", "found", "results", "names", "kernels", "cache_gib"):
        if hasattr(read, name):
            value = getattr(read, name)
            return len(value) if hasattr(value, "__len__") else value
    return len(read) if isinstance(read, tuple) else read


@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_what_is_around_an_input_changes_nothing_of_what_it_gives(wrapping: str) -> None:
    wrong = []
    for name in TABLE.keys() - WHOLE_FILES:
        content = (INPUTS / name).read_bytes()
        text = decoded(content)
        if wrapping == "one of many hosts" and sum(bool(line.strip()) for line in text.splitlines()) < 2:
            # From one line it is not known whether a host begins it.
            continue
        plain = understood(content, name, None)
        found = understood(WRAPPINGS[wrapping](text), name, None)
        if (found.what.natures, amount(found.read)) != (plain.what.natures, amount(plain.read)):
            wrong.append(name)
    assert wrong == []


@pytest.mark.parametrize("wrapping", ["prompt", "PowerShell", "quoted", "lines of Windows", "UTF-16"])
@pytest.mark.parametrize("listing", sorted(path.name for path in LISTINGS.glob("*.txt")))
def test_listings_of_a_fabric_are_read_with_what_is_around_them(listing: str, wrapping: str, tmp_path: Path) -> None:
    plain = LISTINGS / listing
    copied = tmp_path / listing
    copied.write_bytes(WRAPPINGS[wrapping](plain.read_text(encoding="utf-8")))
    expected, found = read_fabric_listing(plain), read_fabric_listing(copied)
    assert (found.nodes, found.a_port.tolist(), found.b_port.tolist()) == (
        expected.nodes,
        expected.a_port.tolist(),
        expected.b_port.tolist(),
    )
    assert found.warnings == expected.warnings


def test_what_a_person_writes_above_a_listing_of_a_fabric_is_passed_over_and_not_within(tmp_path: Path) -> None:
    text = (LISTINGS / "topology.txt").read_text(encoding="utf-8")
    copied = tmp_path / "mail.txt"
    copied.write_text(f"Hello,\nSee the rack in row C:\n\n{text}", encoding="utf-8")
    assert len(read_fabric_listing(copied).nodes) == len(read_fabric_listing(LISTINGS / "topology.txt").nodes)
    copied.write_text(f"{text}\nthe last switch is missing\n", encoding="utf-8")
    with pytest.raises(UnreadableTable, match="the line is not from ibnetdiscover"):
        read_fabric_listing(copied)


def test_a_listing_that_is_cut_off_says_so() -> None:
    text = "index, name, memory.used [MiB], memory.total [MiB]\n0, NVIDIA L4, 1 MiB, 23034 MiB\n1, NVIDIA L4, 1 M"
    found = understood(text.encode(), "a.csv", None)
    assert found.read is not None
    assert [note.plain() for note in found.read.notes] == [  # type: ignore[union-attr]  # a listing of GPUs has notes
        "Lines below the listing that are truncated or not part of it: 1; the first: 1, NVIDIA L4, 1 M"
    ]
    with pytest.raises(InvalidData, match="The dcgmi report is damaged or truncated; the GPUs cannot be evaluated"):
        understood((INPUTS / "dcgm-diag-4.json").read_bytes()[:400], "diag.json", None)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("> a\n> b\n", "a\nb\n"),
        (">a\n\n> b\nJane wrote\n>c\n>d\n", "a\n\nb\nJane wrote\nc\nd\n"),
        ("  a\n    b\n\n  c\n", "a\n  b\n\nc\n"),
        ("n1: a\nn1: b\nn1:\nn1: c\n", "a\nb\n\nc\n"),
        ("n1: a\nn2: b\nn1: c\n", "n1: a\nn2: b\nn1: c\n"),
        ("nvidia-smi: a\nnvidia-smi: b\n", "nvidia-smi: a\nnvidia-smi: b\n"),
        ("a\n  b\n", "a\n  b\n"),
        ("", ""),
    ],
)
def test_marks_before_every_line_go_and_others_stay(text: str, plain: str) -> None:
    assert unwrapped(text) == plain
