"""What GPUs do: where it is read, recorded and evaluated. Nothing here ever changes the state of a GPU."""
