"""Sentences about the events of Architects, in English and Spanish."""
