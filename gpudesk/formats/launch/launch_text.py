"""Text for shells and YAML readers: any name remains one token and one value."""

import json
import re
import shlex
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gpudesk.core.serving.launch_values import Machine

_WIDTH = 100
_WORD_BREAK = " \\\n  "

_OTHER_TYPE = re.compile(
    r"[yYnN]|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)|[-+]?\.(?:inf|Inf|INF)"
)
"""Texts that a reader of YAML takes for a number or a flag, and another one does not: those of Go and of YAML 1.2 against PyYAML."""


class Raw(str):
    """A command token that a shell expands: written here, never from external input."""

    __slots__ = ()


def word(text: str) -> str:
    """Return one token of a shell command."""
    return str(text) if isinstance(text, Raw) else shlex.quote(text)


def command(words: Sequence[str]) -> str:
    """Return a command; if long, each flag with its values on a separate line."""
    lines: list[list[str]] = [[]]
    for argument in words:
        if argument.startswith("--") and lines[-1]:
            lines.append([])
        lines[-1].append(word(argument))
    joined = [" ".join(line) for line in lines]
    flat = " ".join(joined)
    return flat if len(flat) <= _WIDTH else _WORD_BREAK.join(joined)


def comment(lines: Iterable[str]) -> str:
    """Lines that a shell and YAML leave out; line breaks within them begin new ones."""
    plain = [_printable(part) for line in lines for part in (line.splitlines() or [""])]
    wrapped = [part for line in plain for part in _wrapped(line)]
    return "".join(f"# {line}".rstrip() + "\n" for line in wrapped)


def _wrapped(line: str) -> list[str]:
    """Wrap a line of text; an indented line, such as a command, remains unchanged."""
    if line.startswith(" "):
        return [line]
    return textwrap.wrap(line, _WIDTH, break_long_words=False, break_on_hyphens=False) or [""]


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


def script(head: Iterable[str], body: Iterable[str]) -> str:
    """A bash script that stops at its first failure."""
    return "#!/usr/bin/env bash\n" + comment(head) + "set -euo pipefail\n\n" + "\n".join(body).rstrip("\n") + "\n"


def yaml_text(head: Iterable[str], documents: Sequence[Mapping[str, Any]]) -> str:
    """YAML documents with a comment before them."""
    import yaml

    class Plain(yaml.SafeDumper):
        """Writes multiline texts as blocks, without references to earlier text."""

        def ignore_aliases(self, data: Any) -> bool:
            return True

    def text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
        style = "|" if "\n" in value else "'" if _OTHER_TYPE.fullmatch(value.replace("_", "")) else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)

    Plain.add_representer(str, text)
    parts = [yaml.dump(document, Dumper=Plain, sort_keys=False, allow_unicode=True, width=_WIDTH) for document in documents]
    return comment(head) + "---\n".join(parts)


def json_text(body: Mapping[str, Any]) -> str:
    """A JSON document."""
    return json.dumps(body, indent=2, ensure_ascii=False) + "\n"


def choose_gpus(machine: Machine, count: int, replicas: int, *, replica: str = "REPLICA", mig: str = "") -> list[str]:
    """Return lines that specify the GPUs of a replica by UUID: the given ones, otherwise the required number by PCI address.

    Args:
        mig: the profile of the slices used instead of GPUs; "" for whole GPUs.
    """
    lines = ["export CUDA_DEVICE_ORDER=PCI_BUS_ID"]
    if machine.uuids:
        uuid_words = " ".join(word(uuid) for uuid in machine.uuids)
        lines += ["# GPUs by their UUIDs: indexes change when a board is swapped or left out.", f"uuids=({uuid_words})"]
    elif mig:
        profile = _printable(mig)
        lines += [
            f"# No UUIDs were given: slices {profile} are taken in the order of their boards. To choose others: uuids=(MIG-… MIG-…)",
            f"mapfile -t uuids < <(nvidia-smi -L | sed -nE {word(_slice_line(profile))})",
        ]
    else:
        lines += [
            "# No UUIDs were given: GPUs are taken in the order of their PCI addresses. To choose others: uuids=(GPU-… GPU-…)",
            "mapfile -t uuids < <(nvidia-smi --query-gpu=uuid --format=csv,noheader)",
        ]
    if replicas > 1:
        lines += [
            f"{replica}=${{{replica}:-0}}",
            f"# {replica} says which of the replicas of this system this is; each has its own GPUs and port.",
        ]
        lines.append(f"first=$(( {replica} * {count} ))")
    else:
        lines.append("first=0")
    lines += [
        f'chosen=("${{uuids[@]:first:{count}}}")',
        f"if (( ${{#chosen[@]}} < {count} )); then",
        f'  echo "GPUs needed from number $first on: {count}; there are ${{#uuids[@]}}" >&2',
        "  exit 1",
        "fi",
        'CUDA_VISIBLE_DEVICES=$(IFS=,; echo "${chosen[*]}")',
        "export CUDA_VISIBLE_DEVICES",
    ]
    return lines


def _slice_line(profile: str) -> str:
    """The command of sed that prints the UUIDs of slices of a profile."""
    escaped = re.escape(profile).replace("/", "\\/")
    return rf"s/^ +MIG {escaped} .*UUID: (MIG-[^)]+)\).*/\1/p"


def pin(machine: Machine, count: int) -> tuple[list[str], list[Raw]]:
    """Return lines that find the NUMA node of the selected GPUs, and the command prefix; empty if the map is unknown."""
    if not machine.numa:
        return [], []
    nodes = " ".join(str(node) for node in machine.numa)
    lines = [
        "# NUMA node of each GPU of this system, in the order of their PCI addresses.",
        f"numa=({nodes})",
        f'near=$(printf "%s\\n" "${{numa[@]:first:{count}}}" | sort -nu | paste -sd, -)',
    ]
    return lines, [Raw("numactl"), Raw('--cpunodebind="$near"'), Raw('--membind="$near"')]
