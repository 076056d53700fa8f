"""Networks that nobody has trained, for tests: of the shapes of those that ship."""

from __future__ import annotations

import numpy as np

from faraon.bots.net.mind import STYLES, Networks
from faraon.bots.net.senses import Senses
from faraon.bots.net.weights import Arrays, Weights
from faraon.play.game import Game
from faraon.play.numbers import action_features, rules_hash


def made_up(game: Game, seats: int | None = None, seed: int = 0, width: int = 512) -> Networks:
    """Networks with numbers by chance, which know this table alone."""
    seats = seats or (2 if game.players == 2 else 5)
    rng = np.random.default_rng(seed)
    seen, others = Senses(game, seats).width, (seats - 1) * 32
    features = action_features(game)
    inputs = {
        "policy": seen + len(STYLES),
        "critic": seen + len(STYLES) + others + 32 + seats + 2,
        "belief": seen + 2 * others + 8 * (features.shape[1] + seats + 1),
    }
    heads = {
        "policy": {"moves": len(features), "value": 1},
        "critic": {"values": seats},
        "belief": {"cards": others},
    }
    arrays: Arrays = {}

    def layer(name: str, wide: int, out: int) -> None:
        arrays[f"{name}/w"] = rng.standard_normal((wide, out), np.float32) / np.float32(wide**0.5)
        arrays[f"{name}/b"] = 0.1 * rng.standard_normal(out, np.float32)

    for name, wide in inputs.items():
        layer(f"{name}/0", wide, width)
        layer(f"{name}/1", width, width)
        for head, out in heads[name].items():
            layer(f"{name}/{head}", width, out)
    return Networks(Weights("made up", seats, {game.players: rules_hash(game)}, {}, arrays))
