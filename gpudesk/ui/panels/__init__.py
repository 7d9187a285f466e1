"""Problems and the inspector."""
