"""What lies on the table of Mage Knight: pieces, cards, mana, wounds."""
