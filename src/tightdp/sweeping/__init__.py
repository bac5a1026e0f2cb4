"""Many runs at once: grids over the parameters of a run, on any executor, into a file that can be resumed."""

from tightdp.sweeping.results_file import checked_results_path as checked_results_path
from tightdp.sweeping.sweep import sweep as sweep
from tightdp.sweeping.sweep_result import SweepResult as SweepResult
from tightdp.sweeping.sweep_row import SweepRow as SweepRow
