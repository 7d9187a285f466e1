"""Hardware requirements of models for training and serving: operations, bytes, collectives, and the limiting resource."""
