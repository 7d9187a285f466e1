"""Plans of templates and sizing, built into a project."""
