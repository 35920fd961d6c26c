"""The nodes of the intermediate representation, one class each: `nodes.Local`, `nodes.Move`."""

# Every class of these modules is a node, and is known by its own name here.
# ruff: noqa: F403
from interpreter.ir.nodes.asking_nodes import *
from interpreter.ir.nodes.board_nodes import *
from interpreter.ir.nodes.deed_nodes import *
from interpreter.ir.nodes.flow_nodes import *
from interpreter.ir.nodes.node import Expr as Expr
from interpreter.ir.nodes.node import ForEach as ForEach
from interpreter.ir.nodes.node import Stmt as Stmt
from interpreter.ir.nodes.reckoning_nodes import *
from interpreter.ir.nodes.set_nodes import *
from interpreter.ir.nodes.value_nodes import *
from interpreter.ir.nodes.zone_nodes import *
