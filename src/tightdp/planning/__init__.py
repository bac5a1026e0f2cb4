"""From the words of a training loop to a program: what is drawn, how often, and who is protected."""

from tightdp.planning.adaptive_clipping import AdaptiveClipping as AdaptiveClipping
from tightdp.planning.calibrate_plan import calibrate_plan as calibrate_plan
from tightdp.planning.not_your_sampler import NotYourSampler as NotYourSampler
from tightdp.planning.plan_check import PlanCheck as PlanCheck
from tightdp.planning.stated_noise import noise_multiplier_of as noise_multiplier_of
from tightdp.planning.training_plan import TrainingPlan as TrainingPlan
