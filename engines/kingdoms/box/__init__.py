"""The box of Kingdoms: components, and the check of an owner's box."""
