"""The box of Mage Knight: components, and the check of an owner's box."""
