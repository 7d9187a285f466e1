"""On site: work packages, photos, handover."""
