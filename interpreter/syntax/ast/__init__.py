"""Typed syntax trees: a class for each sentence that can be written, and for each part of one.

The fields of a class are the parts of its production in `grammars/rules.lark`, which carries a
sample beside it. `PRODUCTIONS` in `base.py` has the class of each production; `from_tree.py` builds
the trees. Use it as a module: `from interpreter.syntax import ast`, `ast.MayNot`.
"""

from interpreter.syntax.ast.base import *
from interpreter.syntax.ast.choices import *
from interpreter.syntax.ast.clauses import *
from interpreter.syntax.ast.conditions import *
from interpreter.syntax.ast.declarations import *
from interpreter.syntax.ast.headings import *
from interpreter.syntax.ast.overlays import *
from interpreter.syntax.ast.rules import *
from interpreter.syntax.ast.scenarios import *
from interpreter.syntax.ast.sentences import *
from interpreter.syntax.ast.values import *
