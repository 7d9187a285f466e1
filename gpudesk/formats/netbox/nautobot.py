"""The cables of a project for Nautobot: a table, and the Ansible playbook that creates them.

Nautobot's own cable import requires port numbers, which are unknown before the ports exist; the module
networktocode.nautobot.cable finds ports by device and port name (docs.nautobot.com, Ansible collection).
"""

from collections.abc import Mapping, Sequence

from gpudesk.formats.tables.tables import Cell, csv_text

COLUMNS = ("a_device", "a_type", "a_name", "b_device", "b_type", "b_name", "type", "status", "label", "color", "length")
_STATUS = {"planned": "Planned", "connected": "Connected"}
_PLAYBOOK = """\
# Makes the cables of cables.csv in Nautobot; devices and their ports have to be there.
#   ansible-galaxy collection install networktocode.nautobot community.general
#   NAUTOBOT_URL=https://… NAUTOBOT_TOKEN=… ansible-playbook nautobot-cables.yml
- name: Cables planned in GPU Desk
  hosts: localhost
  connection: local
  gather_facts: false
  vars:
    # The apostrophe that keeps a spreadsheet from taking a name for a formula.
    guard: "^'(?='*(?:[ \\t\\r\\n]*[=+@＝＋－＠-]|[\\t\\r\\n]))"
  tasks:
    - name: Read the table
      community.general.read_csv:
        path: cables.csv
      register: table
    - name: Make each cable
      networktocode.nautobot.cable:
        url: "{{ lookup('env', 'NAUTOBOT_URL') }}"
        token: "{{ lookup('env', 'NAUTOBOT_TOKEN') }}"
        termination_a_type: "{{ item.a_type }}"
        termination_a:
          device: "{{ item.a_device | regex_replace(guard, '') }}"
          name: "{{ item.a_name | regex_replace(guard, '') }}"
        termination_b_type: "{{ item.b_type }}"
        termination_b:
          device: "{{ item.b_device | regex_replace(guard, '') }}"
          name: "{{ item.b_name | regex_replace(guard, '') }}"
        type: "{{ item.type or omit }}"
        status: "{{ item.status }}"
        label: "{{ item.label | regex_replace(guard, '') }}"
        color: "{{ item.color or omit }}"
        length: "{{ item.length | int if item.length else omit }}"
        length_unit: "{{ 'cm' if item.length else omit }}"
        state: present
      loop: "{{ table.list }}"
      loop_control:
        label: "{{ item.label | regex_replace(guard, '') }}"
"""


def nautobot_set(cables: Sequence[Mapping[str, Cell]]) -> dict[str, bytes]:
    """The files.

    Args:
        cables: rows as NetBox has them (`formats.netbox.netbox_cables`).
    """
    rows: list[list[Cell]] = [list(COLUMNS)]
    for row in cables:
        metres = row.get("length")
        length = round(float(metres) * 100) if isinstance(metres, int | float) else None
        nautobot_row = {**row, "status": _STATUS[str(row["status"])], "length": length}
        rows.append([nautobot_row.get(_side(column)) for column in COLUMNS])
    return {"cables.csv": csv_text(rows).encode(), "nautobot-cables.yml": _PLAYBOOK.encode()}


def _side(column: str) -> str:
    return f"side_{column}" if column[:2] in {"a_", "b_"} else column
