"""The frames that bodies are computed in, and the steps between them."""
