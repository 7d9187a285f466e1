"""Network location of nodes for Kubernetes schedulers: node labels, and the levels of Kueue 0.12 that read them.

Labels as set by NVIDIA Topograph (github:NVIDIA/topograph, docs): network.topology.nvidia.com/leaf, spine, core from the node up,
and accelerator for an NVLink domain. Kubernetes zones are the halls.
"""

from collections.abc import Mapping, Sequence

from gpudesk.formats.fabric.slurm_topology import SlurmBlock, SlurmSwitch
from gpudesk.formats.launch.launch_text import script, word, yaml_text
from gpudesk.formats.text.reader_text import kubernetes_node, safe_names

_PREFIX = "network.topology.nvidia.com"
_LEVELS = ("leaf", "spine", "core")
_ZONE = "topology.kubernetes.io/zone"


def node_labels(switches: Sequence[SlurmSwitch], blocks: Sequence[SlurmBlock], halls: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Labels of each node, by its name.

    Args:
        switches: the tree from the units up; of more levels than labels the lowest are named.
        halls: the hall of each node, as a value of a label.
    """
    names = kubernetes_names(switches)
    above = {below: upper.name for upper in switches for below in upper.switches}
    domain = {node: block.name for block in blocks for node in block.nodes}
    labels_of_node: dict[str, dict[str, str]] = {}
    for switch in switches:
        for node in switch.nodes:
            labels, name = {}, switch.name
            for level in _LEVELS:
                labels[f"{_PREFIX}/{level}"] = name
                if name not in above:
                    break
                name = above[name]
            if node in domain:
                labels[f"{_PREFIX}/accelerator"] = domain[node]
            if node in halls:
                labels[_ZONE] = halls[node]
            labels_of_node[names[node]] = labels
    return labels_of_node


def kubernetes_names(switches: Sequence[SlurmSwitch]) -> dict[str, str]:
    """Node of Slurm to node of Kubernetes."""
    nodes = [node for switch in switches for node in switch.nodes]
    return dict(zip(nodes, safe_names(nodes, kubernetes_node), strict=True))


def topology_files(labels: Mapping[str, Mapping[str, str]]) -> dict[str, bytes]:
    """A script that labels the nodes, and the levels for Kueue from the widest to the node."""
    lines = [
        f"kubectl label node {word(node)} --overwrite " + " ".join(word(f"{key}={value}") for key, value in of.items())
        for node, of in labels.items()
    ]
    comments = ["Labels of nodes by their place in the network, planned in GPU Desk.", "Run again after the network was changed."]
    used = {key for of in labels.values() for key in of}
    order = [_ZONE, *(f"{_PREFIX}/{level}" for level in reversed(_LEVELS)), f"{_PREFIX}/accelerator"]
    levels = [{"nodeLabel": key} for key in order if key in used]
    body = {
        "apiVersion": "kueue.x-k8s.io/v1alpha1",
        "kind": "Topology",
        "metadata": {"name": "fabric"},
        "spec": {"levels": [*levels, {"nodeLabel": "kubernetes.io/hostname"}]},
    }
    kueue = ["Levels for Kueue 0.12; a ResourceFlavor names it: spec.topologyName: fabric"]
    return {"label-nodes.sh": script(comments, lines).encode(), "kueue-topology.yaml": yaml_text(kueue, [body]).encode()}
