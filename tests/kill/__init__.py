"""The kill program: many writers, random ``kill -9``, and afterwards everything acknowledged is there, once."""
