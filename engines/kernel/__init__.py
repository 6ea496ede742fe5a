"""What every game shares: the contract, canonical bytes, folds, patches, sealing and text notation. No I/O."""
