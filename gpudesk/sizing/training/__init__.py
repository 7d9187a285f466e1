"""Training and fine-tuning."""
