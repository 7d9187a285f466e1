"""Text for other programs, escaped so that their readers return it unchanged: YAML, XML, comments, and restricted names.

Each program with restricted characters in names has one function here, which is the complete rule. An unsupported name
is mapped to a supported one; `safe_names` keeps the mapped names unique, and `renamed` lists the changed ones.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from gpudesk.core.names.text_limits import one_line

_PLAIN_MARKS = frozenset(" _-./:,()+&")
"""Marks that, like letters and figures, begin no template of Ansible."""
_COMMENT_BYTES = 400
"""The line buffer of dnsmasq holds 1,024 bytes: the rest of a longer comment would be its next line."""
_NOT_SLURM = re.compile(r"[^A-Za-z0-9_.-]+")
SLURM_DIGITS = 18
"""Figures at the end of a name that Slurm counts with; it makes another number of more than 64 bits (seen with 22.05)."""
_SLURM_RESERVED = frozenset({"all", "default", "localhost"})
_NOT_KUBERNETES = re.compile(r"[^a-z0-9.-]+")
_NOT_LABEL = re.compile(r"[^A-Za-z0-9_.-]+")
_NOT_ANSIBLE = re.compile(r"[^\w. -]+")
_ANSIBLE_RESERVED = frozenset({"all", "ungrouped", "localhost"})
_YAML_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
LONGEST_HOST = 63
"""Letters of a DNS label (RFC 1035, 2.3.4), and of the value of a label in Kubernetes."""
_LONGEST_DOMAIN = 253
_LISTED = 10


def comment_line(text: str) -> str:
    """A text for a comment: one line, and short enough for every reader's buffer."""
    line = one_line(text)
    content = line.encode(errors="replace")
    return line if len(content) <= _COMMENT_BYTES else content[:_COMMENT_BYTES].decode(errors="ignore") + "…"


def yaml_quoted(text: str) -> str:
    """A text in double quotation marks, which every version of YAML reads as this text and no other type."""
    return f'"{"".join(_yaml_letter(letter) for letter in text)}"'


def _yaml_letter(letter: str) -> str:
    if letter in '\\"':
        return f"\\{letter}"
    if letter.isprintable():
        return letter
    number = ord(letter)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def ansible_value(text: str) -> str:
    """A value of Ansible: what could be a template is marked as text that is not to be evaluated."""
    plain = all(letter.isalnum() or letter in _PLAIN_MARKS for letter in text)
    return yaml_quoted(text) if plain else f"!unsafe {yaml_quoted(text)}"


def ansible_host(name: str) -> str:
    """The name of a host in an inventory: letters, figures, `_`, `.`, `-` and spaces.

    Ansible expands `[1:3]`, takes a number after a colon for a port, and evaluates templates in names even where values are `!unsafe`.
    """
    plain = _NOT_ANSIBLE.sub("-", name).strip(" .-")
    return f"device-{plain}".strip("-") if not plain or plain.lower() in _ANSIBLE_RESERVED else plain


def ansible_group(role: str) -> str:
    """The name of a group: a Python name in small letters that YAML reads as a text."""
    word = "_".join("".join(letter if letter.isascii() and letter.isalnum() else " " for letter in role.lower()).split()) or "devices"
    return f"group_{word}" if word[0].isdigit() or word in _YAML_WORDS or word in _ANSIBLE_RESERVED else word


def slurm_node(name: str) -> str:
    """The name of a node of Slurm: letters, figures, `_`, `.` and `-`; Slurm expands brackets and divides lists at commas."""
    plain = _NOT_SLURM.sub("-", name)
    if plain != name or plain[:1] in {"-", "."} or len(plain) > LONGEST_HOST:
        plain = plain.strip("-.")[:LONGEST_HOST].strip("-.")
    if len(plain) - len(plain.rstrip("0123456789")) > SLURM_DIGITS:
        plain = f"{plain[: LONGEST_HOST - 2]}-n"
    return f"node-{plain}".strip("-") if not plain or plain.lower() in _SLURM_RESERVED else plain


def kubernetes_node(name: str) -> str:
    """The name of a node of Kubernetes: DNS labels of small letters, figures and hyphens, divided by dots (RFC 1123)."""
    labels = (part.strip("-")[:LONGEST_HOST].strip("-") for part in _NOT_KUBERNETES.sub("-", name.lower()).split("."))
    return ".".join(label for label in labels if label)[:_LONGEST_DOMAIN].strip(".-") or "unnamed"


def kubernetes_label(text: str) -> str:
    """The value of a label of Kubernetes: at most 63 letters, figures, `_`, `.` and `-`, a letter or figure at both ends."""
    return _NOT_LABEL.sub("-", text).strip("-_.")[:LONGEST_HOST].strip("-_.") or "unnamed"


def topology_word(name: str) -> str:
    """A name in an ibdiagnet topology file, whose tokens end at spaces."""
    return "_".join(one_line(name).split()) or "unnamed"


def dot_word(text: str) -> str:
    """Return a text that Graphviz supports: a backslash before another one, before a quotation mark or at the end becomes a slash.

    Within quotation marks Graphviz keeps every backslash but the one before a quotation mark, so such a text cannot be written in
    DOT. It renames nodes whose name begins with `%`.
    """
    word = re.sub(r'\\(?=["\\]|\Z)|(?<=\\)\\', "/", one_line(text))
    return f"_{word}" if word.startswith("%") else word


def xml_text(text: str) -> str:
    """A text without the characters that XML 1.0 cannot hold; line breaks and tabs are left out as well."""
    return "".join(letter for letter in text if letter >= " " and not "\ud800" <= letter <= "\udfff" and letter not in "\ufffe\uffff")


def safe_names(
    names: Sequence[str], safe: Callable[[str], str], longest: int = LONGEST_HOST, taken: Iterable[str] = (), joint: str = "-"
) -> list[str]:
    """Return a unique name per object for another program: safe names are unchanged, others get a number if required.

    Args:
        safe: the rule of the program.
        longest: maximum length of a name with a number.
        taken: names already in use there.
        joint: separator before the number.
    """
    used = set(taken)
    chosen: dict[int, str] = {}
    for place, name in enumerate(names):
        if name not in used and safe(name) == name:
            chosen[place] = name
            used.add(name)
    numbers: dict[str, int] = {}
    for place, name in enumerate(names):
        if place in chosen:
            continue
        stem = candidate = safe(name)
        while candidate in used:
            numbers[stem] = numbers.get(stem, 1) + 1
            end = f"{joint}{numbers[stem]}"
            candidate = f"{stem[: longest - len(end)]}{end}"
        used.add(candidate)
        chosen[place] = candidate
    return [chosen[place] for place in range(len(names))]


def renamed(names: Iterable[str], written: Iterable[str]) -> list[tuple[str, str]]:
    """The objects whose name is another one in a file: the name in the project, the name in the file."""
    return [(name, other) for name, other in zip(names, written, strict=True) if name != other]


def renamed_remark(program: str, pairs: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return one line in English on names that a program does not support; empty if none."""
    if not pairs:
        return ()
    listed = ", ".join(f"“{comment_line(name)}” → {other}" for name, other in pairs[:_LISTED])
    more = f", and {len(pairs) - _LISTED} more" if len(pairs) > _LISTED else ""
    return (f"{program} does not accept {len(pairs)} of the names; the file uses others: {listed}{more}",)
