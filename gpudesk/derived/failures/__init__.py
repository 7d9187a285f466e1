"""What failures of power and cooling do."""
