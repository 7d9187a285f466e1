"""Models that run pass by pass: pictures, video, embeddings."""
