"""Networks as they are cabled: drawings, judgment, records for other programs."""
