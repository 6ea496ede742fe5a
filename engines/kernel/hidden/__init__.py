"""What hidden components can still be: copies, the places that may hold them, and how they fit."""
