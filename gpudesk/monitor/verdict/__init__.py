"""The verdict on the size of the GPUs of a job."""
