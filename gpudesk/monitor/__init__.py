"""GPU monitoring: reading, recording and evaluation. Never changes the state of a GPU."""
