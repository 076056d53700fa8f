"""The command line."""


def main() -> None:
    """Entry point of the command ``faraon``."""
    print("Faraón")
