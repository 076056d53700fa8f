"""What stands at the head of every generated module, whatever the rulebook: read as text and joined.

The Numba kernel begins with ``numba``, ``common`` and ``numba_cards``, the JAX kernel with ``jax``,
``common`` and ``jax_cards``; modules for environments have ``observing`` and ``stepping``. What a file
imports from ``faraon_kernel``, the others define.
"""
