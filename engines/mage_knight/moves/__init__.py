"""The moves of Mage Knight: each class is the event."""
