"""The catalog and libraries."""
