"""The command line. Importing this stays light: the commands load what they need."""

from __future__ import annotations

import os
import sys

INTERRUPTED = 130
"""The exit code of a program that was interrupted."""


def main() -> None:
    """Entry point of the command ``faraon``: errors become one message, never a traceback."""
    # Matrices are small here: threads of NumPy's BLAS would wait for each other longer than they work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from faraon.cli.language import asked_language
    from faraon.engines.errors import GameError
    from faraon.engines.extras import extra
    from faraon.game.record import RecordError
    from faraon.lang.errors import RulebookError
    from faraon.lang.library import UnknownRulebookError

    try:
        with extra("cli"):
            from faraon.cli.app import app
        app()
    except (GameError, RecordError, RulebookError, UnknownRulebookError) as error:
        slovak = getattr(error, "sk", "") if asked_language(sys.argv) == "sk" else ""
        print(slovak or error, file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        # The reader has gone; keep Python from complaining while it closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
