"""The command ``tightdp``; heavy imports wait until a command runs."""

from tightdp.cli.entry_point import main as main
