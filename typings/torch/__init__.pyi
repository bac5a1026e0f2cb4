"""The part of PyTorch that the samplers use; tests take the whole as it is."""
