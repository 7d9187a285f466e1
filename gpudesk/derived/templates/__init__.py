"""Parts of a project as plans that can be built again."""
