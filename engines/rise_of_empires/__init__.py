"""Rise of Empires (Martin Wallace): three eras, discs that go down in one turn and are taken back in the next."""
