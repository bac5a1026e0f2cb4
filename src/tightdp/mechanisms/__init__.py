"""Mechanisms: what is released about a batch."""

from tightdp.mechanisms.abstract_mechanism import AbstractMechanism
from tightdp.mechanisms.discrete_gaussian import DiscreteGaussian
from tightdp.mechanisms.discrete_laplace import DiscreteLaplace
from tightdp.mechanisms.epsilon_delta import EpsilonDelta
from tightdp.mechanisms.gaussian import Gaussian
from tightdp.mechanisms.laplace import Laplace
from tightdp.mechanisms.profile import Profile
from tightdp.mechanisms.randomized_response import RandomizedResponse
from tightdp.mechanisms.together import Together

__all__ = [
    "AbstractMechanism",
    "DiscreteGaussian",
    "DiscreteLaplace",
    "EpsilonDelta",
    "Gaussian",
    "Laplace",
    "Profile",
    "RandomizedResponse",
    "Together",
]
