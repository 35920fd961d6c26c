"""Where `names/references.py` stood before."""

from interpreter.check.names.references import lookup as lookup
from interpreter.check.names.word_forms import bare_verb as bare_verb
