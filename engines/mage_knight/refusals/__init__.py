"""Texts of refusals of Mage Knight, in English and Spanish."""
