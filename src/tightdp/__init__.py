"""tightdp"""
