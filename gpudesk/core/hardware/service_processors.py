"""Ports that lead to a service processor, not to the operating system of a device, identified by their names."""

import re

_SERVICE_PROCESSOR = re.compile(r"(?:.*[^a-z0-9])?(?:bmc|cimc|idrac|ilo|ipmi|irmc|pmc|xcc)\d*(?:[^a-z0-9].*)?", re.IGNORECASE)
"""BMC and IPMI are generic; CIMC is Cisco's, iDRAC Dell's, iLO HPE's, iRMC Fujitsu's and XCC Lenovo's; a PMC manages a power shelf."""


def is_service_processor(port_name: str) -> bool:
    """Whether a port of that name is one of a service processor: "BMC", "BF3-1-BMC", "BMC-BF3", "iDRAC9", "PMC".

    >>> [is_service_processor(name) for name in ("BMC", "BF3-1-BMC", "BMC-BF3", "iDRAC9", "MGMT", "eth0")]
    [True, True, True, True, False, False]
    """
    return _SERVICE_PROCESSOR.fullmatch(port_name) is not None
