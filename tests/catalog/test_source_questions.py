"""What a reader of the five texts of our users would look for, in their words: twenty questions a text, and where the answer must be found.

The answers themselves, and what the texts have wrong, are in test_source_texts.py. The fifth text compares bare metal with virtualisation
and names no device, so its questions are about what a person buys for either.
"""

import pytest

from gpudesk.catalog.catalog import Catalog, open_catalog

DEPLOY = [
    ("GPU H100", "nvidia.h100-sxm5-80gb"),
    ("H100 80GB", "nvidia.h100-sxm5-80gb"),
    ("memoria HBM3e", "nvidia.h200-sxm-141gb"),
    ("A100 de 40GB", "nvidia.a100-sxm4-40gb"),
    ("A100 HBM2e", "nvidia.a100-sxm4-80gb"),
    ("consumo 700 W", "nvidia.h100-sxm5-80gb"),
    ("PDU 208V 60A", "generic.pdu-0u-208v-60a"),
    ("PDU 30A", "generic.pdu-0u-208v-30a"),
    ("enfriamiento líquido", "generic.hgx-b200-liquid-4u"),
    ("RDMA 400 Gb/s", "nvidia.qm9700"),
    ("sistema de archivos paralelo", "ddn.ai400x2"),
    ("almacenamiento NVMe", "generic.storage-nvme-2u"),
    ("fibra multimodo OM4", "generic.trunk-12f-om4-apc-b"),
    ("fibra OM5", "generic.trunk-24f-om5-apc-b"),
    ("fibra monomodo OS2", "generic.trunk-12f-os2-apc-b"),
    ("transceptores 400G", "nvidia.mma4z00-ns400"),
    ("NVSwitch", "nvidia.dgx-h100"),
    ("GPU con MIG", "nvidia.a100-sxm4-80gb"),
    ("Jetson", "nvidia.jetson-agx-orin-developer-kit"),
    ("DGX SuperPOD", "ddn.ai400x2"),
]
SIZE = [
    ("L4", "nvidia.l4"),
    ("L40S", "nvidia.l40s"),
    ("A100 80GB", "nvidia.a100-sxm4-80gb"),
    ("A100 40GB", "nvidia.a100-sxm4-40gb"),
    ("H100 80GB", "nvidia.h100-pcie-80gb"),
    ("H200", "nvidia.h200-sxm-141gb"),
    ("L4 300 GB/s", "nvidia.l4"),
    ("864 GB/s", "nvidia.l40s"),
    ("4800 GB/s", "nvidia.h200-sxm-141gb"),
    ("NVLink 900 GB/s", "nvidia.h100-sxm5-80gb"),
    ("PCIe Gen5", "nvidia.h100-pcie-80gb"),
    ("GPU para inferencia", "nvidia.l4"),
    ("Blackwell", "nvidia.b200-sxm-180gb"),
    ("Ampere", "nvidia.a100-sxm4-80gb"),
    ("Hopper FP8", "nvidia.h100-sxm5-80gb"),
    ("INT8 L4", "nvidia.l4"),
    ("BF16 A100", "nvidia.a100-sxm4-80gb"),
    ("alquiler por hora H100", "nvidia.h100-sxm5-80gb"),
    ("precio L40S", "nvidia.l40s"),
    ("ancho de banda A100", "nvidia.a100-sxm4-80gb"),
]
CLOUD = [
    ("servidor con 8 GPU", "generic.hgx-h100-8u"),
    ("InfiniBand 400G", "nvidia.qm9700"),
    ("Ethernet 400G", "arista.7060dx4-32-f"),
    ("Ethernet 800 GbE", "nvidia.sn5600"),
    ("conmutador InfiniBand", "nvidia.q3400-ra"),
    ("RoCE", "nvidia.sn5600"),
    ("Ceph", "generic.storage-nvme-2u"),
    ("CephFS", "generic.storage-nvme-2u"),
    ("almacenamiento S3", "netapp.aff-a90"),
    ("H100 FP8", "nvidia.h100-sxm5-80gb"),
    ("núcleos CUDA H100", "nvidia.h100-sxm5-80gb"),
    ("NVLink A100", "nvidia.a100-sxm4-80gb"),
    ("puente NVLink", "nvidia.nvlink-bridge-ampere-2-slot"),
    ("GPUDirect Storage", "weka.wekapod-nitro"),
    ("refrigeración líquida directa", "supermicro.sys-421ge-tnhr2-lcc"),
    ("distribución de refrigerante", "generic.cdu-row-600kw"),
    ("fuente N+1", "nvidia.qm8700"),
    ("SAI", "apc.srt5krmxli"),
    ("instancias MIG H100", "nvidia.h100-sxm5-80gb"),
    ("latencia entre puertos", "nvidia.qm9700"),
]
CHOOSE = [
    ("RTX 4090", "nvidia.rtx-4090"),
    ("RTX A6000", "nvidia.rtx-a6000"),
    ("RTX 6000 Ada", "nvidia.rtx-6000-ada"),
    ("RTX 3060 12GB", "nvidia.rtx-3060-12gb"),
    ("RTX 3070 8GB", "nvidia.rtx-3070"),
    ("RTX 3080 10GB", "nvidia.rtx-3080-10gb"),
    ("RTX 3090 24GB", "nvidia.rtx-3090"),
    ("16384 núcleos CUDA", "nvidia.rtx-4090"),
    ("10,752 CUDA", "nvidia.rtx-a6000"),
    ("18176", "nvidia.rtx-6000-ada"),
    ("Ada Lovelace", "nvidia.rtx-4090"),
    ("GDDR6X", "nvidia.rtx-4090"),
    ("V100 SXM2", "nvidia.v100-sxm2-32gb"),
    ("A100 SXM4", "nvidia.a100-sxm4-80gb"),
    ("H100 SXM5", "nvidia.h100-sxm5-80gb"),
    ("Dell C4140", "dell.poweredge-c4140"),
    ("Inspur 5288M5", "inspur.nf5288m5"),
    ("GIGABYTE T181-G20", "gigabyte.t181-g20"),
    ("HGX", "generic.hgx-h100-8u"),
    ("tarjeta gráfica 450 W", "nvidia.rtx-4090"),
]
VIRTUAL = [
    ("sistema DGX", "nvidia.dgx-h100"),
    ("servidor de gestión", "generic.server-1u"),
    ("nodo GPU", "generic.hgx-h100-8u"),
    ("GPU compartida MIG", "nvidia.h100-sxm5-80gb"),
    ("instancias MIG A30", "nvidia.a30"),
    ("interconexión NVLink", "nvidia.h100-sxm5-80gb"),
    ("topología PCIe", "nvidia.dgx-h100"),
    ("BlueField", "nvidia.bluefield-3-b3220"),
    ("eficiencia SAI", "apc.srt5krmxli"),
    ("consumo medio InfiniBand", "nvidia.qm9700"),
    ("procesadores AMD EPYC", "nvidia.dgx-a100"),
    ("Xeon Platinum 8480C", "nvidia.dgx-h100"),
    ("memoria del sistema", "nvidia.dgx-h100"),
    ("discos NVMe", "nvidia.dgx-h100"),
    ("precio DGX", "nvidia.dgx-b200"),
    ("latencia conmutador", "nvidia.qm9700"),
    ("estación de trabajo", "generic.workstation-4-gpu"),
    ("rendimiento eléctrico", "ocp.orv3-power-shelf-18kw"),
    ("GPU L40S", "nvidia.l40s"),
    ("superchip GB200", "nvidia.gb200-gpu"),
]
TEXTS = {"deploy": DEPLOY, "size": SIZE, "cloud": CLOUD, "choose": CHOOSE, "virtual": VIRTUAL}
QUESTIONS = [(words, key) for questions in TEXTS.values() for words, key in questions]


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return open_catalog()


def test_twenty_questions_a_text() -> None:
    assert [len(questions) for questions in TEXTS.values()] == [20] * 5


@pytest.mark.parametrize(("words", "key"), QUESTIONS, ids=[words for words, _ in QUESTIONS])
def test_the_question_finds_its_answer(catalog: Catalog, words: str, key: str) -> None:
    assert key in catalog
    assert key in [hit.key for hit in catalog.search(words, limit=100)]
