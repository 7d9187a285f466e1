"""What models ask of hardware, whether they are trained or served: operations, bytes, collectives, and what binds."""
