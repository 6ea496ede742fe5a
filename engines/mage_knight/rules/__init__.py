"""Rules of Mage Knight, by subject."""
