"""NetBox: its tables, exports and device types."""
