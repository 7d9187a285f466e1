"""Rules on fabrics."""
