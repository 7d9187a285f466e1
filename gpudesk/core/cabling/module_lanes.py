"""The position of a link on the module of a cage: its connector, and its optical lanes."""

from dataclasses import dataclass

from gpudesk.core.cabling.media_parts import COPPER, SINGLE_MODE, TWISTED_PAIR, Cage, Module, Optics

SINGLE_MODE_TYPE = "OS2"
_BUILT_IN_REACH_M = 500.0


@dataclass(frozen=True, slots=True)
class ModuleLanes:
    """The position of a link behind a connector of a module: its first optical lane, its lane count, and the total."""

    face: int
    start: int
    wide: int
    of: int


def lanes_of(module: Module, cage: Cage, start: int, lanes: int, rate_gbps: float) -> ModuleLanes | None:
    """The position of a link on a module, None if it does not fit."""
    optics = module.optics
    if optics.mode == COPPER:
        if module.key and rate_gbps > module.lane_gbps * module.lanes:
            return None
        return ModuleLanes(start // max(cage.lanes, 1) if module.faces > 1 else 0, 0, 1, 1)
    needed, wide = rate_gbps / module.lane_gbps, rate_gbps / optics.lane_gbps
    a_face = module.lanes // module.faces
    if module.lane_gbps > cage.lane_gbps or needed != int(needed) or wide != int(wide) or not 1 <= wide <= optics.lanes:
        return None
    wide_lanes = cage.spread(module.lane_gbps)
    if (lanes and needed > lanes * wide_lanes) or (not optics.divides and wide != optics.lanes):
        return None
    face, within = divmod(start * wide_lanes, a_face)
    if face >= module.faces or within + needed > a_face:
        return None
    first = within * optics.lanes // a_face
    return ModuleLanes(face, first, int(wide), optics.lanes)


def module_built_in(cage: Cage) -> Module:
    """The built-in interface of a port without a cage: a twisted-pair socket, or co-packaged optics with a fiber connector."""
    both = {"infiniband": True, "ethernet": True}
    if cage.kind.startswith("mpo"):
        optics = Optics("DR", cage.lane_gbps, cage.lanes, SINGLE_MODE, cage.kind, "apc")
        reach = {SINGLE_MODE_TYPE: _BUILT_IN_REACH_M}
        return Module("", "", cage.kind, "", cage.lanes * cage.ports, cage.lane_gbps, cage.ports, optics, reach, **both)
    optics = Optics(TWISTED_PAIR, cage.rate_gbps, 1, COPPER, cage.kind)
    return Module("", "", cage.kind, "", cage.ports, cage.rate_gbps, cage.ports, optics, {}, **both)
