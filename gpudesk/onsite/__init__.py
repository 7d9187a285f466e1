"""What is done and found where the machines stand: the plan against what is there."""
