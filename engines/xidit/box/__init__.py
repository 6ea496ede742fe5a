"""The box of Lords of Xidit: components, and the check of an owner's box."""
