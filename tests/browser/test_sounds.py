"""The sounds of the table, rendered and measured: none clips, all are heard, no two are alike."""

from __future__ import annotations

import base64
import itertools
import subprocess
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser
from tools.client import ClientError, find_npm

SYNTH = Path(__file__).resolve().parents[2] / "client" / "src" / "table" / "synth.ts"
SOUNDS = (
    *("lay", "draw", "shuffle", "turn", "finish", "win", "lose", "refuse", "greet"),
    *("debt", "shatter", "burn", "stop", "return"),
)
RATE = 44_100
STRIP = (
    "const { stripTypeScriptTypes } = require('node:module');"
    "process.stdout.write(stripTypeScriptTypes(require('node:fs').readFileSync(process.argv[1], 'utf8')))"
)
RENDER = """async ([source, names, rate]) => {
    const synth = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })))
    const rendered = {}
    for (const name of names) {
        const audio = new OfflineAudioContext(1, Math.ceil(rate * (synth.lengthOf(name) + 0.1)), rate)
        synth.synthesise(audio, audio.destination, name, 0.02)
        const bytes = new Uint8Array((await audio.startRendering()).getChannelData(0).buffer)
        rendered[name] = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""))
    }
    return rendered
}"""
Samples = np.ndarray[tuple[int], np.dtype[np.float32]]


@pytest.fixture(scope="module")
def rendered(browser: Browser) -> dict[str, Samples]:
    try:
        node = find_npm().folder / "node"
    except ClientError as error:
        pytest.skip(str(error))
    stripped = subprocess.run([node, "-e", STRIP, SYNTH], capture_output=True, text=True, check=True).stdout
    page = browser.new_page()
    made = page.evaluate(RENDER, [stripped, SOUNDS, RATE])
    page.close()
    return {name: np.frombuffer(base64.b64decode(text), np.float32) for name, text in made.items()}


def spectrum(samples: Samples) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The share of the power in each octave from 31 Hz on, and the length as one number more."""
    power = np.abs(np.fft.rfft(samples)) ** 2
    octaves = np.log2(np.maximum(np.fft.rfftfreq(len(samples), 1 / RATE), 1) / 31.25)
    bands = np.array([power[(octaves >= k) & (octaves < k + 1)].sum() for k in range(9)])
    return np.append(bands / bands.sum(), np.log2(len(samples) / RATE) / 4)


def test_no_sound_clips_or_is_lost(rendered: dict[str, Samples]) -> None:
    assert set(rendered) == set(SOUNDS)
    for name, samples in rendered.items():
        peak = float(np.abs(samples).max())
        assert 0.04 < peak < 0.9, f"{name} reaches {peak:.2f}"
        assert np.abs(samples[-200:]).max() < 0.01, f"{name} is cut off"
        assert len(samples) / RATE < 1.0, f"{name} is long"


def test_no_two_sounds_are_alike(rendered: dict[str, Samples]) -> None:
    shapes = {name: spectrum(samples) for name, samples in rendered.items()}
    near = [
        f"{one} ~ {other}: {np.abs(shapes[one] - shapes[other]).sum():.2f}"
        for one, other in itertools.combinations(SOUNDS, 2)
        if np.abs(shapes[one] - shapes[other]).sum() < 0.15
    ]
    assert not near, near


def test_a_debt_is_low_and_a_shattered_one_high(rendered: dict[str, Samples]) -> None:
    def middle(name: str) -> float:
        power = np.abs(np.fft.rfft(rendered[name])) ** 2
        return float((np.fft.rfftfreq(len(rendered[name]), 1 / RATE) * power).sum() / power.sum())

    assert middle("debt") < 200 < middle("stop") < middle("burn") + 2000 < middle("shatter") + 2000
    assert middle("shatter") > 2000
