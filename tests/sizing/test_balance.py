"""Plans next to systems of the catalog."""

from dataclasses import replace

import pytest

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.models import find_model
from gpudesk.core.messages.message import Message
from gpudesk.core.work.system_balance import Link, LinkUse
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.serving import ServingWorkload, serving_plans
from gpudesk.sizing.systems.balance import (
    SystemBalance,
    drives_tb,
    link_title,
    network_gbps,
    serving_balance,
    training_balance,
    usual_system,
)
from gpudesk.sizing.training.training import TrainingPlan, TrainingSplit, training_plans
from gpudesk.sizing.training.training_request import TrainingAsked, training_workload

H100, L40S = "nvidia.h100-sxm5-80gb", "nvidia.l40s"


def plan(gpu: str = H100, gpus: int = 64, **asked: object) -> TrainingPlan:
    wanted = TrainingAsked(**{"model": "meta-llama/Meta-Llama-3-8B", "sequence": 8192, "batch": 128, "tokens": 1e12, **asked})  # type: ignore[arg-type]
    (found,) = training_plans(training_workload(wanted), [boards()[gpu]], gpus)
    return found


def of(found: SystemBalance, link: Link) -> LinkUse:
    (use,) = [each for each in found.balance.links if each.link is link]
    return use


def usual(found: TrainingPlan) -> SystemBalance:
    system = usual_system(found.board)
    assert system is not None
    return training_balance(found, *system)


def test_a_training_in_dgx_h100() -> None:
    """112 cores, 2 TiB, an adapter of 400 Gb/s under the switch of each GPU, two storage ports of 400, 8 × 3.84 TB, 4 of 6 × 3.3 kW."""
    found = usual(plan())
    assert (found.system.key, found.gpus_each, found.systems) == ("nvidia.dgx-h100", 8, 8)
    has = {each.link: each.has for each in found.balance.links}
    assert has == {
        Link.CORES: 112,
        Link.MEMORY: 2048,
        Link.PCIE: pytest.approx(63, abs=1),
        Link.NUMA: 8,
        Link.NETWORK: 400,
        Link.READ: 100,
        Link.CHECKPOINT: 100,
        Link.DRIVES: pytest.approx(30.72),
        Link.POWER: 13_200,
    }
    assert of(found, Link.POWER).needed == 10_200
    assert of(found, Link.MEMORY).needed == pytest.approx(2 * 8 * 79.65, rel=0.001)
    assert found.balance.short == ()
    assert found.balance.missing == ()
    assert found.balance.binding is not None
    assert found.balance.binding.link is Link.POWER


def test_one_system_needs_no_network() -> None:
    found = usual(plan(gpus=8))
    assert of(found, Link.NETWORK).needed is None
    assert found.systems == 1


def test_what_gpus_send_is_the_gradients_and_weights_of_a_step() -> None:
    """64 replicas of 8 B in 8 systems, ZeRO 1 or 2: what one GPU sends is 2 × 2 B of its eighth of the parameters, 7/8 of it outside."""
    found = plan()
    alone = TrainingSplit(data=64, tensor=1, pipeline=1, context=1, virtual=1, expert=1, zero=1)
    found = replace(found, split=alone, micro_batch=2, micro_batches=1)
    assert found.time is not None
    sent = 8.03e9 * 4 / 8 * 7 / 8 * 8 / 1e9
    assert network_gbps(found) * found.time.step_s == pytest.approx(sent, rel=0.01)


def test_states_of_the_optimiser_in_the_host_fill_memory_and_pcie() -> None:
    plain, offloaded = usual(plan(gpus=8)), usual(plan(gpus=8, offload=True))
    assert (of(offloaded, Link.MEMORY).needed or 0) > (of(plain, Link.MEMORY).needed or 0) + 80
    assert (of(offloaded, Link.PCIE).needed or 0) > 10 * (of(plain, Link.PCIE).needed or 0)


def test_facts_that_an_entry_lacks_are_told_missing() -> None:
    found = plan(L40S, 8, method="lora", sequence=2048, batch=64)
    system = usual_system(found.board)
    assert system is not None
    bare = replace(system[0], facts={}, port_groups=(), supplies=None)
    missing = training_balance(found, bare, 8).balance.missing
    assert set(missing) >= {Link.CORES, Link.MEMORY, Link.READ, Link.CHECKPOINT, Link.DRIVES, Link.POWER}


def test_a_weak_host_is_short() -> None:
    found = plan()
    system, gpus = usual_system(found.board) or (None, 0)
    assert system is not None
    facts = dict(system.facts)
    facts["cpu_cores"] = replace(facts["cpu_cores"], value=32)
    weak = training_balance(found, replace(system, facts=facts), gpus).balance
    assert [each.link for each in weak.short] == [Link.CORES]
    assert weak.binding is not None
    assert weak.binding.link is Link.CORES


def test_serving_reads_its_weights_when_it_starts() -> None:
    vllm = engines()["vllm"]
    work = ServingWorkload(find_model("llama-3.1-70b").architecture, weight_format("fp8"), 2.0, 7168, 1024, 64, vllm, 0.9, None, None)
    (found,) = serving_plans(work, [boards()[H100]], 8)
    system = usual_system(found.board)
    assert system is not None
    balance = serving_balance(found, *system)
    assert of(balance, Link.READ).needed == pytest.approx(72.7 / 120, rel=0.02)
    assert balance.balance.short == ()


def test_drives_are_read_only_where_their_size_is_told() -> None:
    assert drives_tb("8 × 3.84 TB NVMe U.2, self-encrypting, RAID 0") == pytest.approx(30.72)
    assert drives_tb("7.68 TB NVMe") == 7.68
    assert drives_tb("8 × NVMe") is None
    assert drives_tb("") is None


def test_every_link_has_a_title() -> None:
    titles = {link_title(link).plain() for link in Link}
    assert len(titles) == len(Link)
    assert all(isinstance(link_title(link), Message) for link in Link)
    assert usual_system(boards()[H100]) is not None
    assert "nvidia.dgx-h100" in open_catalog()


def test_one_memory_of_gpu_and_processors_is_counted_once() -> None:
    """DGX Spark, 128 GB for both: a 70B in four bits takes 40 GiB of them, whatever the GPU could see."""
    work = ServingWorkload(
        find_model("llama-3.1-70b").architecture, weight_format("q4_k_m"), 2.0, 1024, 256, 1, engines()["llama.cpp"], 1.0
    )
    (found,) = serving_plans(work, [boards()["nvidia.gb10-gpu"]])
    system = usual_system(found.board)
    assert system is not None
    use = of(serving_balance(found, *system), Link.MEMORY)
    assert use.needed == pytest.approx(found.needed.value)
    assert use.has == 128
