"""One module a tool: ``epsilons(run, deltas, knob)`` with the tool's own calls, imported in the tool's environment."""
