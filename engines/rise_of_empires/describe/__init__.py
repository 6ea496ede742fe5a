"""Sentences about the events of Rise of Empires, in English and Spanish."""
