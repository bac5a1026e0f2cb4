"""Who may differ between two neighbouring data sets; one relation a file."""

from tightdp.relations.abstract_relation import AbstractRelation as AbstractRelation
from tightdp.relations.add_remove import AddRemove as AddRemove
from tightdp.relations.change import Change as Change
from tightdp.relations.from_name import relation_from_name as relation_from_name
from tightdp.relations.insert import Insert as Insert
from tightdp.relations.remove import Remove as Remove
from tightdp.relations.substitute import Substitute as Substitute
