"""Sentences about the events of Lords of Xidit, in English and Spanish."""
