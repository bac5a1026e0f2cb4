"""Any one unknown of a run, for a target: noise, rate, batch size, steps, delta, group size."""

from tightdp.calibration.abstract_target import AbstractTarget as AbstractTarget
from tightdp.calibration.advantage import Advantage as Advantage
from tightdp.calibration.budget import Budget as Budget
from tightdp.calibration.budget_left import budget_left as budget_left
from tightdp.calibration.calibrated import Calibrated as Calibrated
from tightdp.calibration.error_rates import ErrorRates as ErrorRates
from tightdp.calibration.is_allowed import is_allowed as is_allowed
from tightdp.calibration.largest_batch_size import largest_batch_size as largest_batch_size
from tightdp.calibration.largest_group import largest_group as largest_group
from tightdp.calibration.largest_rate import largest_rate as largest_rate
from tightdp.calibration.least_noise import least_noise as least_noise
from tightdp.calibration.most_steps import most_steps as most_steps
from tightdp.calibration.smallest_delta import smallest_delta as smallest_delta
