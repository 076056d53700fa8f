"""What stands in every generated module, whatever the rulebook: read as text and joined.

The Numba kernel begins with ``numba``, ``common`` and ``numba_cards``, the JAX kernel with ``jax``,
``common`` and ``jax_cards``, and ends with ``choosing``; modules for environments have ``observing`` and
``stepping``. What a file imports from ``faraon_kernel``, the others define.
"""
