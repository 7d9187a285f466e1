"""Which GPU sat at an address when a line of a kernel log was written: hosts have the same addresses, and boards get exchanged."""

from bisect import bisect_right
from collections import defaultdict

_Key = tuple[str, str]
_BEHIND = 50
"""Lines within which the driver names a GPU after an error; a later name may be that of the next board in the same place."""


class Identities:
    """UUIDs and serial numbers as the lines of a log name them, by host and address on the bus."""

    def __init__(self) -> None:
        self._uuids: dict[_Key, list[tuple[int, str]]] = defaultdict(list)
        self._serials: dict[_Key, dict[str, list[tuple[int, str]]]] = defaultdict(lambda: defaultdict(list))

    def take_uuid(self, host: str, pci: str, line: int, uuid: str) -> None:
        """The line with this number names the UUID of the GPU at an address."""
        known = self._uuids[host, pci]
        if not known or known[-1][1] != uuid:
            known.append((line, uuid))

    def take_serial(self, host: str, pci: str, line: int, serial: str) -> None:
        """Record that the line with this number gives the serial number of the GPU at an address; ignored without an address."""
        if not pci:
            return
        known = self._serials[host, pci][_at(self._uuids.get((host, pci), []), line)]
        if not known or known[-1][1] != serial:
            known.append((line, serial))

    def of(self, host: str, pci: str, line: int) -> tuple[str, str]:
        """UUID and serial number of the GPU at an address when a line was written, "" where no line names them.

        The last name before the line counts, else the first shortly behind it; a serial number counts for the UUID that it was named with.
        """
        key = host, pci
        uuid = _at(self._uuids.get(key, []), line)
        of_key = self._serials.get(key, {})
        return uuid, _at(of_key.get(uuid, []), line) or _at(of_key.get("", []), line)


def _at(known: list[tuple[int, str]], line: int) -> str:
    """The last of some names up to a line, else the first shortly behind it."""
    at = bisect_right(known, line, key=lambda known_name: known_name[0])
    if at:
        return known[at - 1][1]
    return known[0][1] if known and known[0][0] - line <= _BEHIND else ""
