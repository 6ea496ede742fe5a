"""The box of Rise of Empires: components, and the check of an owner's box."""
