"""The Python engine, the oracle: it plays any rulebook with any number of packs."""
