"""What tools print on a host: nvidia-smi, dcgmi, the kernel, exporters."""
