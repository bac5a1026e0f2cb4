"""tightdp beside other accountants: the same questions, each tool in its own environment and process."""
