"""GPUs over the network: exporters and Prometheus."""
