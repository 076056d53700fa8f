"""Programs that fail in every way there is, and one that does not."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

READ = "import json, sys\nfor line in sys.stdin:\n    request = json.loads(line)\n    "

FAILING = {
    "crashed": READ + "sys.exit('I give up')",
    "silent": READ + "import time; time.sleep(600)",
    "no answer": READ + "print('hm, let me think', flush=True)",
    "error": READ + "print(json.dumps({'error': {'code': 'bad-request', 'message': 'no'}}), flush=True)",
    "illegal move": READ + "print(json.dumps({'move': 'b7 b7 b7 b7'}), flush=True)",
}
"""By the reason that the arena gives."""

OTHERS = {
    "endless": ("no answer", "import sys\nwhile True: sys.stdout.write('x' * 9999)"),
    "no move": ("illegal move", READ + "print(json.dumps({'move': 'castle'}), flush=True)"),
    "a list": ("no answer", READ + "print('[1]', flush=True)"),
    "no text": ("no answer", READ + "print(json.dumps({'move': 7}), flush=True)"),
    "out of step": ("no answer", READ + "print(json.dumps({'move': 'draw', 'id': -1}), flush=True)"),
    "gone at once": ("crashed", "raise SystemExit"),
    "deaf": ("silent", "import time; time.sleep(600)"),
    "with a child": (
        "silent",
        "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'import time; time.sleep(600)'])",
    ),
}


def program(folder: Path, name: str, text: str) -> str:
    """The arena's name of a program with this text."""
    file = folder / f"{name.replace(' ', '_')}.py"
    file.write_text(text, encoding="utf-8")
    return f"program:{shlex.join([sys.executable, str(file)])}"
