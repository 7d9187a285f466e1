"""Names that other programs could take for something else, and a project that holds them in every place of a name."""

import sqlite3
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.formats.mixed_fabric import mixed_file

CANARY = "PWNED"
"""The file that a name makes where somebody executes it."""
TYPED = (
    "{{ lookup('pipe','touch PWNED') }}",
    "{{ 7 * 7 }}",
    "{% raw %}",
    "{# note #}",
    "{{ .Values.name }}",
    "$(touch PWNED)",
    "`touch PWNED`",
    "; touch PWNED",
    "| touch PWNED",
    "'; touch PWNED; '",
    '"; touch PWNED; "',
    "a && touch PWNED",
    "${HOME}",
    "$HOME",
    "$$(HOME)",
    "--all",
    "-o x",
    "=cmd|'/c calc'!A0",
    "'=1+1",
    "+1+1",
    "@SUM(1)",
    "-2+3",
    "＝1+1",
    "rack[1:3]",
    "node[001-004]",
    "node[a",
    "host:22",
    "a,b",
    "a=b",
    "Nodes=ALL",
    "%x",
    "# x",
    "yes",
    "no",
    "null",
    "~",
    "1e3",
    "0x10",
    "12",
    "12h",
    "ignore",
    "infinite",
    "localhost",
    "all",
    "DEFAULT",
    "unit1",
    "a b",
    "a-b",
    "A-B",
    "a  b",
    '"; }',
    "a -- b",
    "in\\side",
    "end\\",
    'odd\\"',
    "<script>alert(1)</script>",
    "]]>&amp;",
    "../../x",
    "Größe",
    "机架",
    "9" * 40,
    "x" * 200,
    "🖧" * 200,
)
"""Names that a person can type in the program."""
REFUSED = ("a\nb", "a\tb", "\r=1", "a\u202eb", "a\u2028b", "x" * 201)
"""Names that no operation takes."""
FORGED = (
    "a\n  tasks: [{shell: touch PWNED}]",
    "a\r\ndhcp-script=/tmp/PWNED",
    "a\n}\nhost b { }",
    "\t=1+1",
    "\r=1+1",
    "\u202etxt",
    "a\u2028SwitchName=b",
    "a\x85b",
    "a\x07b",
    "a\ufffeb",
    "x" * 250,
)
"""Names that a person can put into the file of a project past the program."""
ROLE = "{{ lookup('pipe','touch PWNED') }} [1:3]"
HALL = "{{ lookup('pipe','touch PWNED') }} $(touch PWNED)"
NETWORKS = ("{{ lookup('pipe','touch PWNED') }}", "=cmd|'/c calc'!A0", "🖧" * 200, '"; }', "rack[1:3]", "no", "%x # y", "{% raw %}")


def hostile_file(path: Path) -> Path:
    """A cabled project whose names are those of `TYPED`: the devices with GPUs first, then the others, as far as there are names."""
    mixed_file(path, 2)
    with Document.open(path) as document:
        snapshot = document.snapshot
        devices = snapshot["device"]
        nodes = [place for place in range(devices.rows) if snapshot.types[int(devices["type_id"][place])].gpu_count]
        for place, name in zip(nodes, TYPED, strict=False):
            run(document, rename, "device", int(devices.ids[place]), name)
        run(document, set_fields, "device", int(devices.ids[nodes[0]]), {"role": ROLE})
        switches = sorted(set(range(devices.rows)) - set(nodes))
        for place, name in zip(switches, TYPED, strict=False):
            run(document, rename, "device", int(devices.ids[place]), f"{name[:190]} s{place}")
        for row_id, name in zip(snapshot["network"].ids.tolist(), cycle(NETWORKS), strict=False):
            run(document, rename, "network", row_id, name)
        run(document, rename, "hall", int(snapshot["hall"].ids[0]), HALL)
        rack_ids = snapshot["rack"].ids.tolist()
        for row_id, name in zip(rack_ids, TYPED, strict=False):
            run(document, rename, "rack", row_id, name)
    return path


def forged_file(path: Path, names: Sequence[str] = FORGED) -> Path:
    """A cabled project into whose file names were written that the program itself refuses."""
    mixed_file(path, 1)
    with sqlite3.connect(path) as database:
        for table in ("device", "network", "hall", "rack"):
            ids = [row[0] for row in database.execute(f"SELECT id FROM {table} ORDER BY id")]
            database.executemany(f"UPDATE {table} SET name = ? WHERE id = ?", list(zip(cycle(names), ids, strict=False)))
    database.close()
    return path
