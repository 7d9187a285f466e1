"""Networks as they are cabled: drawings, judgement, records for other programs."""
