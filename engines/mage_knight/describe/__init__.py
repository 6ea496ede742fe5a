"""Sentences about the events of Mage Knight, in English and Spanish."""
