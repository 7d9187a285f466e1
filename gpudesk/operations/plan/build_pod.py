"""A plan of sizing is built: systems, racks, power and fabric, with its cables and the workload it is for, as one step."""

from dataclasses import dataclass

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan.plan import Plan
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build, insert_plan
from gpudesk.operations.project.workloads import add_workload
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit
from gpudesk.sizing.workloads.saved_workload import Kept


@dataclass(frozen=True, slots=True)
class BuiltPod:
    """The result of the build.

    Attributes:
        networks: ids of the networks planned and cabled.
        kept_networks: kinds of networks of the plan that the project already had: those stay unchanged.
        workload: the id of the saved workload, None if none was given.
    """

    networks: tuple[int, ...]
    kept_networks: tuple[int, ...]
    workload: int | None


@operation
def build_pod(edit: Edit, plan: Plan, work: Kept | None = None, name: str = "") -> BuiltPod:
    """Build a sizing plan in separate halls, cable its networks, and save its workload.

    Args:
        work: the workload, saved under `name` ("" for the next free one).

    Raises:
        Refused: as `build` and `cable_project`.
    """
    before = edit.columns("network")
    there = set(before["kind"].tolist())
    if edit.columns("hall").rows or edit.columns("device").rows:
        insert_plan(edit, plan)
    else:
        build(edit, plan)
    networks = tuple(row_id for row_id in edit.columns("network").ids.tolist() if not before.has(row_id))
    if networks:
        cable_project(edit, networks)
    workload = None if work is None else add_workload(edit, name, work.task, work.asked, work.model)
    edit.title = Message("operations", QT_TRANSLATE_NOOP("operations", "Build {name}"), {"name": plan.name or "–"})
    return BuiltPod(networks, tuple(network.kind for network in plan.networks if network.kind in there), workload)
