"""Finding rows in an index: a plan of ever costlier questions, and the closeness by which what comes back is ranked."""

from .closeness import Question
from .plan import Hit, Retriever

__all__ = ["Hit", "Question", "Retriever"]
