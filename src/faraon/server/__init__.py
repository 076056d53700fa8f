"""Live tables over the network: the server deals, validates and orders everything."""
