"""What a judge may put right in Mage Knight."""
