"""Search in machine code, compiled for the kernel of a table."""
