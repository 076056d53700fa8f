"""Pages to print and to read in a browser, each one file by itself."""

from faraon.pages.rules_page import rules_page

__all__ = ["rules_page"]
