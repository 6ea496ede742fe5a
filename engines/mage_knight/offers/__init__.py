"""What may be recorded now in Mage Knight."""
