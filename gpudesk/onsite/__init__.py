"""What is done and found on site: the plan compared with what is there."""
