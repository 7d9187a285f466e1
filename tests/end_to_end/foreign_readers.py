"""The programs that read what is exported: whether they are here, and what each of them says that a file holds."""

import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

REQUIRED = "GPUDESK_EXPORT_READERS"
"""The environment variable with which a missing reader is a failure, not a skip."""
NO_READERS = "the programs that read exported files (Slurm, dnsmasq, graphviz) are not installed"
"""The reason of a skip, named in tests/allowed_skips.txt."""
_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
_LIMIT_S = 120
_PLAY = """\
- hosts: all
  gather_facts: false
  tasks:
    - debug: {msg: "{{ inventory_hostname }} {{ gpudesk_name | default('') }} {{ addresses }} {{ group_names }}"}
    - run_once: true
      copy: {dest: read.json, content: "{{ dict(ansible_play_hosts | zip(ansible_play_hosts | map('extract', hostvars))) | to_json }}"}
"""


def tool(name: str) -> str:
    """The path of a reader; the test is skipped, or fails, where it is not installed."""
    path = shutil.which(name, path=_PATH)
    if path is None:
        if os.environ.get(REQUIRED):
            pytest.fail(f"{name} is missing: {NO_READERS}")
        pytest.skip(NO_READERS)
    return path


def printed(words: Sequence[str], folder: Path, **more: str) -> str:
    """What a program prints when it is run in a folder that is its home too; with its errors where it fails."""
    environment = {"PATH": _PATH, "HOME": str(folder), "LC_ALL": "C.UTF-8", **more}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=4 * _LIMIT_S, check=False)
    assert done.returncode == 0, f"{words[0]}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


def ansible(command: str, words: Sequence[str], folder: Path, **more: str) -> str:
    """What a command of Ansible prints. Nothing outside of the folder is read but what belongs to ansible-core."""
    start = f"from ansible.cli.{command} import main; main()"
    settings = {
        "ANSIBLE_HOME": str(folder / ".ansible"),
        "ANSIBLE_LOCAL_TEMP": str(folder / ".ansible"),
        "ANSIBLE_PYTHON_INTERPRETER": sys.executable,
        "ANSIBLE_TRANSPORT": "local",
        "ANSIBLE_NOCOLOR": "1",
        "ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED": "true",
    }
    return printed([sys.executable, "-c", start, *words], folder, **settings, **more)


def played_inventory(inventory: Path, folder: Path) -> tuple[dict[str, list[str]], dict[str, dict[str, Any]]]:
    """The groups with their hosts, and the variables of each host as a play sees them: evaluated, where Ansible does that."""
    listed = json.loads(ansible("inventory", ["-i", str(inventory), "--list"], folder))
    groups = {name: body["hosts"] for name, body in listed.items() if "hosts" in body}
    (folder / "play.yml").write_text(_PLAY, encoding="utf-8")
    ansible("playbook", ["-i", str(inventory), "play.yml"], folder)
    return groups, json.loads((folder / "read.json").read_text(encoding="utf-8"))


def free_port(kind: socket.SocketKind = socket.SOCK_STREAM) -> int:
    """A free port of this machine."""
    with socket.socket(socket.AF_INET, kind) as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@contextmanager
def _running(words: Sequence[str], folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    with (folder / "daemon.log").open("wb") as log:
        process = subprocess.Popen(words, cwd=folder, env={"PATH": _PATH, "HOME": str(folder)}, stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(_LIMIT_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def host_names(host_list: str, folder: Path) -> list[str]:
    """The names that Slurm makes of a host list."""
    (folder / "names.conf").write_text("ClusterName=names\nSlurmctldHost=localhost\n", encoding="utf-8")
    return printed([tool("scontrol"), "show", "hostnames", host_list], folder, SLURM_CONF=str(folder / "names.conf")).split()


def slurm_topology(topology: Path, nodes: Sequence[str], folder: Path) -> dict[str, list[str]]:
    """Each switch to the nodes below it, as a controller of Slurm with these nodes reads a `topology.conf`."""
    control, controller = tool("scontrol"), tool("slurmctld")
    shutil.copy(topology, folder / "topology.conf")
    (folder / "state").mkdir()
    user = printed(["id", "-un"], folder).strip()
    lines = [
        "ClusterName=read",
        "SlurmctldHost=localhost(127.0.0.1)",
        "AuthType=auth/none",
        "CredType=cred/none",
        f"SlurmctldPort={free_port()}",
        f"SlurmdPort={free_port()}",
        f"SlurmUser={user}",
        f"StateSaveLocation={folder}/state",
        f"SlurmctldPidFile={folder}/pid",
        "TopologyPlugin=topology/tree",
        "MpiDefault=none",
        "ProctrackType=proctrack/linuxproc",
        "TaskPlugin=task/none",
        *(f"NodeName={node} NodeAddr=127.0.0.1 State=UNKNOWN" for node in nodes),
        f"PartitionName=all Nodes={','.join(nodes)} Default=YES",
    ]
    conf = folder / "slurm.conf"
    conf.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with _running([controller, "-D", "-f", str(conf)], folder) as process:
        end = time.monotonic() + _LIMIT_S
        environment = {"PATH": _PATH, "SLURM_CONF": str(conf)}
        while True:
            asked = subprocess.run(
                [control, "--oneliner", "show", "topology"], env=environment, capture_output=True, text=True, timeout=_LIMIT_S, check=False
            )
            if asked.returncode == 0 and "SwitchName=" in asked.stdout:
                break
            log = (folder / "daemon.log").read_text(encoding="utf-8", errors="replace")
            assert process.poll() is None, log[-3000:]
            assert time.monotonic() < end, f"{asked.stdout}{asked.stderr}{log[-3000:]}"
    nodes_below: dict[str, list[str]] = {}
    for line in asked.stdout.splitlines():
        fields = dict(word.partition("=")[::2] for word in line.split())
        nodes_below[fields["SwitchName"]] = host_names(fields["Nodes"], folder)
    return nodes_below


def checked_by_dnsmasq(conf: Path, folder: Path) -> None:
    """Have dnsmasq read its configuration."""
    printed([tool("dnsmasq"), "--test", f"--conf-file={conf}"], folder)


def resolved(hosts: Path, names: Sequence[str], folder: Path) -> Mapping[str, list[str]]:
    """Each name to the addresses that a resolver with a hosts file gives for it."""
    port = free_port(socket.SOCK_DGRAM)
    user = printed(["id", "-un"], folder).strip()
    words = [tool("dnsmasq"), "--keep-in-foreground", "--conf-file=/dev/null", "--no-resolv", "--no-hosts", f"--addn-hosts={hosts}"]
    words += [f"--port={port}", "--listen-address=127.0.0.1", "--bind-interfaces", f"--user={user}", "--pid-file=", "--log-facility=-"]
    with _running(words, folder) as process, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.settimeout(0.5)
        asking.connect(("127.0.0.1", port))
        end = time.monotonic() + _LIMIT_S
        return {name: _asked(asking, number, name, process, end) for number, name in enumerate(names, 1)}


def _asked(asking: socket.socket, number: int, name: str, process: "subprocess.Popen[bytes]", end: float) -> list[str]:
    """The addresses of one name (RFC 1035, chapter 4); asked again until the resolver is there."""
    question = b"".join(bytes([len(label)]) + label.encode() for label in name.split(".")) + b"\0" + struct.pack("!HH", 1, 1)
    while True:
        assert process.poll() is None
        assert time.monotonic() < end, name
        try:
            asking.send(struct.pack("!HHHHHH", number, 0x0100, 1, 0, 0, 0) + question)
            answer = asking.recv(4096)
        except (TimeoutError, ConnectionRefusedError):
            continue
        if struct.unpack_from("!H", answer)[0] == number:
            break
    count = struct.unpack_from("!H", answer, 6)[0]
    # Each answer: a pointer to the question, type, class, time to live and length, then the address.
    start = 12 + len(question)
    return [socket.inet_ntoa(answer[start + 16 * at + 12 : start + 16 * at + 16]) for at in range(count)]


def graph(path: Path, folder: Path) -> tuple[dict[str, str], list[tuple[str, str, str, str]]]:
    """The roles of the nodes of a graph in DOT by their names, and its edges with the ports at both ends."""
    program = (
        r'N { printf("N\t%s\t%s\n", $.name, $.role) } E { printf("E\t%s\t%s\t%s\t%s\n", $.tail.name, $.tailport, $.head.name, $.headport) }'
    )
    rows = [line.split("\t") for line in printed([tool("gvpr"), program, str(path)], folder).splitlines()]
    nodes = {row[1]: row[2] for row in rows if row[0] == "N"}
    return nodes, [(row[1], row[2], row[3], row[4]) for row in rows if row[0] == "E"]
