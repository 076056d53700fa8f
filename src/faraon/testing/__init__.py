"""Random positions, players and batteries, for the tests of this project and for others."""
