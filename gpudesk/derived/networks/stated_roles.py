"""Interpretation of switch roles that are not network roles: "IB Leaf", "Mgmt switch", "Conmutador de gestión"."""

import re

from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind

RESERVED = frozenset(role for roles in TIER_ROLES.values() for role in roles)
"""The roles by which networks find their switches."""

_LEAF, _SPINE, _CORE = TIER_ROLES[NetworkKind.COMPUTE]
_TIERS = {
    0: frozenset({"leaf", "leafs", "leaves", "tor", "hoja", "hojas"}),
    1: frozenset({"spine", "spines", "espina", "espinas"}),
    2: frozenset({"core", "superspine", "núcleo", "nucleo"}),
}
_WEAK_TIERS = {0: frozenset({"rail", "rails"}), 1: frozenset({"columna", "columnas"})}
"""Terms that mean a tier only next to a term of networks: there are rails of racks, and columns of buildings."""
_NETWORK_TERMS = frozenset(
    "switch switches conmutador conmutadores leaf spine network red fabric ib infiniband roce ethernet compute gpu cómputo computo".split()
)
_FOREIGN = frozenset(
    "border edge campus service services router routers firewall wan gateway dci transit exit internet peering"
    " frontera borde servicio servicios enrutador encaminador cortafuegos pasarela tránsito transito salida".split()
)
"""Terms for switches that do not belong to any network of the project."""
_KINDS = {
    NetworkKind.STORAGE: re.compile(r"\b(storage|stor|almacenamiento)\b"),
    NetworkKind.OUT_OF_BAND: re.compile(r"\b(oob|oobm|mgmt|management|bmc|ipmi|gesti[oó]n|administraci[oó]n)\b|\b(out of|fuera de) band"),
    NetworkKind.IN_BAND: re.compile(r"\b(inband|front ?end|frontal)\b|\b(in|en|dentro de) band"),
}


def stated_role(text: str) -> str:
    """Return the reserved role that a text describes in other terms; "" if none.

    A network type alone means its leaves; a tier alone means the compute network.
    """
    plain = " ".join(re.findall(r"[^\W_\d]+", text.casefold()))
    names = set(plain.split())
    if names & _FOREIGN:
        return ""
    tier = next((number for number, its in _TIERS.items() if names & its), None)
    if tier is None and names & _NETWORK_TERMS:
        tier = next((number for number, its in _WEAK_TIERS.items() if names & its), None)
    kind = next((kind for kind, pattern in _KINDS.items() if pattern.search(plain)), None)
    if kind is None:
        return "" if tier is None else TIER_ROLES[NetworkKind.COMPUTE][tier]
    return TIER_ROLES[kind][tier or 0]
