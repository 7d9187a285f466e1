"""What a one-line diagram writes."""

from gpudesk.ui.places.power.canvas.one_line_labels import ampere_text, bare_ampere
from gpudesk.ui.toolkit.quantities import THIN_SPACE
from gpudesk.ui.toolkit.translate import install_language


def test_figures_follow_another_language() -> None:
    assert (ampere_text(12.5), bare_ampere(12.5)) == (f"12.5{THIN_SPACE}A", "12.5")
    install_language("es")
    assert (ampere_text(12.5), bare_ampere(12.5)) == (f"12,5{THIN_SPACE}A", "12,5")
