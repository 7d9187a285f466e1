"""What GPUs do: where it is read, kept and judged. Nothing here ever changes the state of a GPU."""
