"""Networks: which links they need, stage by stage, and which ones a project lacks."""
