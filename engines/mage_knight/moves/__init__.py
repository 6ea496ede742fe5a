"""The moves of Mage Knight: each is the event that it becomes."""
