"""Rules of thumb, compared with our estimates."""
