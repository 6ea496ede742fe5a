"""The box of Architects: components, and the check of an owner's box."""
