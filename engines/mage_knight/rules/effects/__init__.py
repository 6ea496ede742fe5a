"""The effect language of Mage Knight, by group."""
