"""Texts of refusals of Architects, in English and Spanish."""
