"""Steps, programs and their answers."""

from tightdp.accounting.account import account
from tightdp.accounting.answer import Answer
from tightdp.accounting.because import Because
from tightdp.accounting.renyi_account import renyi_account
from tightdp.accounting.renyi_answer import RenyiAnswer
from tightdp.accounting.step import Program, Step

__all__ = ["Answer", "Because", "Program", "RenyiAnswer", "Step", "account", "renyi_account"]
