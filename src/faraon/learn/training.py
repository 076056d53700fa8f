"""A run: self-play for so many decisions, then the belief; both go on exactly where they were kept."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faraon.bots.net.weights import Weights, load_weights, save_weights
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.learn.believing import Student, Teaching
from faraon.learn.kept import BELIEF, Folder, made_with
from faraon.learn.matches import Matches, Score, in_words
from faraon.learn.networks import Params, named, new_belief, new_players, still
from faraon.learn.ppo import Stepper
from faraon.learn.selfplay import SelfPlay
from faraon.learn.settings import Groups, Pace, Settings
from faraon.learn.tables import Array, LearningTable
from faraon.play.game import Game

with extra("train"):
    import jax
    import jax.numpy as jnp
    import numpy as np

Tell = Callable[[str], None]

TOGETHER = 10
"""So many steps are under way at once before the clock is looked at, where none takes a second."""
DEALS, DEALS_ON_A_PROCESSOR = 2048, 128
"""On so many deals a run is evaluated, with a GPU and without: one game without an end keeps all waiting."""
WARMING = 50
"""In so many steps the rate rises to its height."""
BELIEF_RATE = (1e-3, 2e-5)
BELIEF_HIDDEN, BELIEF_DEPTH = 256, 2


@dataclass(frozen=True, slots=True)
class Target:
    """Whom a best response is trained against."""

    name: str
    network: Params | None = None
    """``None`` for the greedy and the uniform player."""

    @property
    def player(self) -> Params | str:
        """As matches take it."""
        return self.name if self.network is None else self.network


def groups(settings: Settings, rows: int, target: Target | None) -> Groups:
    """Who plays whom in so many games."""
    if target is not None:
        return Groups(0, 0, rows) if target.name == "greedy" else Groups(0, rows, 0)
    past, greedy = int(rows * settings.past), int(rows * settings.greedy)
    return Groups(rows - past - greedy, past, greedy)


class Training:
    """One run, in a folder."""

    def __init__(
        self,
        games: Sequence[Game],
        seats: int,
        settings: Settings,
        path: Path,
        tell: Tell,
        pace: Pace = Pace(),  # noqa: B008 - it never changes
        target: Target | None = None,
        start: Params | None = None,
    ) -> None:
        """At one table or at several at once. Against a target, only the best response learns."""
        self.settings, self.pace, self.tell, self.target = settings, pace, tell, target
        self.tables = [LearningTable(game, seats) for game in games]
        self.shares = _shares(settings.batch, len(games))
        plays = [
            SelfPlay(table, groups(settings, rows, target), settings.longest, settings.style)
            for table, rows in zip(self.tables, self.shares, strict=True)
        ]
        self.stepper = Stepper(plays, settings)
        self.steps = max(1, -(-settings.decisions // self.stepper.decisions))
        about: dict[str, Any] = {
            "settings": settings.to_json(),
            "rulebook": games[0].name,
            "options": dict(games[0].options),
            "players": [game.players for game in games],
            "rules": {str(table.players): table.rules for table in self.tables},
            "against": target.name if target else "itself",
        }
        for what, networks in (("target", target.network if target else None), ("start", start)):
            if networks is not None:
                about[what] = _sum(networks)
        self.folder = Folder(path, about)
        self.key = jax.random.key(settings.seed)
        first = start or new_players(self._key("players", 0), self.tables[0], settings.hidden, settings.depth)
        self.learner = self.stepper.begin(still(first), self._key("games", 0))
        self.pool: list[Params] = []
        self.deals = pace.deals or (DEALS if jax.default_backend() == "gpu" else DEALS_ON_A_PROCESSOR)
        self.done, self.seconds = 0, 0.0
        self.speed = 0.0
        """Decisions a second, lately; 0 until something was measured."""
        self._matches: list[Matches] | None = None
        self._began = time.monotonic()
        self._restore()

    def _key(self, what: str, number: int) -> Array:
        """Chance of its own for every purpose and step, so that a run that goes on is the same."""
        purpose = ("players", "games", "step", "belief", "teach").index(what)
        return jax.random.fold_in(jax.random.fold_in(self.key, purpose), number)

    # --------------------------------------------------------------------------------------------- keeping
    def _state(self) -> Any:
        pool = [jax.tree.map(lambda one: one.astype(jnp.float16), one) for one in self.pool]
        return self.learner, pool

    def _restore(self) -> None:
        policy = self.learner.average["policy"]
        remembered = [self._past(policy, 1.0)] * self._pooled(self.folder.steps())
        like = self.learner, [jax.tree.map(lambda one: one.astype(jnp.float16), one) for one in remembered]
        found = self.folder.restore(like)
        if found is None:
            return
        counts, (self.learner, pool) = found
        self.pool = [jax.tree.map(lambda one: one.astype(jnp.float32), one) for one in pool]
        self.done, self.seconds = counts["steps"], counts["seconds"]
        if self.done > self.steps:
            raise GameError("bad-request", f"{self.folder.path} keeps more steps than the run has")
        self.tell(f"going on after {self.done} of {self.steps} steps")

    def _pooled(self, steps: int) -> int:
        """How many networks of the past there are after so many steps."""
        if self.target is not None or not self.settings.past:
            return 0
        return min(-(-steps // self.settings.remember), self.settings.memory)

    def save(self) -> None:
        """All that it takes to go on, and networks that already play, or with which another run can begin."""
        finished(self.learner.params)
        self.folder.save({"steps": self.done, "seconds": self.seconds}, self._state())
        if self.done < self.steps:
            self.write(None)

    # -------------------------------------------------------------------------------------------- training
    @staticmethod
    def _past(policy: Params, heat: float) -> Params:
        return {"policy": policy, "heat": jnp.float32(heat)}

    def _opponent(self, step: int) -> Params:
        if self.target is not None:
            if self.target.network is None:  # nothing weighs anything: every move is as likely
                return self._past(jax.tree.map(jnp.zeros_like, self.learner.average["policy"]), 1.0)
            return self._past(self.target.network["policy"], 0.0)
        if not self.settings.past:
            return self._past(still(self.learner.average["policy"]), 1.0)
        if step % self.settings.remember == 0:
            new = self._past(jax.tree.map(_rounded, self.learner.average["policy"]), 1.0)
            self.pool = [*self.pool, new][-self.settings.memory :]
        return self.pool[int(np.random.default_rng((self.settings.seed, step)).integers(len(self.pool)))]

    def run(self) -> bool:
        """Trains to the end, or as long as it may; whether it is done."""
        self._began = time.monotonic()
        watched, together, pause = self._began - self.pace.watch, 0, self.pace.watch
        while self.done < self.steps:
            now, many = time.monotonic(), min(together or 1, self.steps - self.done)
            told = self._step(many)
            took = time.monotonic() - now
            self.seconds += took
            if together:
                self.speed = many * self.stepper.decisions / took
            else:
                self.tell(f"compiled in {took:.0f} s")
            together = TOGETHER if self.speed and took < many else 1
            late = self._late()
            now = time.monotonic()
            if late or self.done == self.steps or now - watched >= pause:
                self._watch([float(one) for one in told])
                self.save()
                watched = time.monotonic()
                pause = max(self.pace.watch, watched - now)  # at least half of the time is for learning
            if late and self.done < self.steps:
                self.tell(f"stopped after {self.done} of {self.steps} steps; the same command goes on")
                return False
        return True

    def _late(self) -> bool:
        """Whether the time that the run may take is over."""
        minutes = self.pace.minutes
        return minutes is not None and time.monotonic() - self._began > 60 * minutes

    @property
    def left(self) -> int:
        """How many decisions are still to be played."""
        return (self.steps - self.done) * self.stepper.decisions

    def _step(self, many: int) -> Array:
        """So many steps, one after the other; what is told of the last one."""
        settings, told = self.settings, None
        for _ in range(many):
            share = self.done / self.steps
            rate = _falling(settings.rate, share) * min(1.0, (self.done + 1) / WARMING)
            variety = _falling(settings.entropy, share)
            self.learner, told = self.stepper.step(
                self.learner,
                self._opponent(self.done),
                self._key("step", self.done),
                jnp.float32(rate),
                jnp.float32(variety),
            )
            self.done += 1
        finished(told)
        return told

    def _watch(self, told: list[float]) -> None:
        """Strength, speed and losses."""
        decisions = self.done * self.stepper.decisions
        pace = (
            f", {self.speed:,.0f} a second, {self.left / self.speed / 60:.1f} min left" if self.speed else ""
        )
        row: dict[str, Any] = {
            "steps": self.done,
            "decisions": decisions,
            "seconds": round(self.seconds, 1),
            "speed": round(self.speed),
            **dict(zip(("entropy", "value", "own_value", "clipped", "ended"), told, strict=True)),
        }
        scores = []
        if self._matches is None:
            self._matches = [Matches(table, self.deals) for table in self.tables]
        for match in self._matches:
            names: dict[str, Params | str] = {"greedy": "greedy"}
            if self.target is not None:
                names[self.target.name] = self.target.player
            for name, other in names.items():
                score = match(self.learner.average, other)
                row[f"{name}_{match.table.players}"] = score._asdict()
                said = in_words(score, name, match.table.players)
                scores.append(f"{said}, {score.moves:.0f} moves")
        self.folder.note(row)
        self.tell(
            f"{self.done}/{self.steps} steps, {decisions:,} decisions{pace}; "
            f"entropy {told[0]:.3f} value {told[1]:.4f} own {told[2]:.4f} "
            f"clipped {told[3]:.3f}; {'; '.join(scores)}"
        )

    def best_response(self) -> Score:
        """How the best response does, on more deals than it was watched on."""
        assert self.target is not None  # noqa: S101 - whoever asks has one
        score = Matches(self.tables[0], 4 * self.deals)(self.learner.average, self.target.player, seed=78)
        self.folder.note({"best_response": score._asdict()})
        return score

    def finish(self) -> bool:
        """Writes what was learned, at first without and in the end with the belief; whether that is done."""
        if self.written():
            self.tell(f"done before: {self._path}")
            return True
        self.tell(f"weights: {self.write(None)}")
        if not self.settings.belief:
            return True
        belief = self.teach()
        if belief is None:
            return False
        self.tell(f"weights with a belief: {self.write(belief)}")
        return True

    def teach(self) -> Params | None:
        """The belief about the policy that was learned; ``None`` if that takes longer than it may."""
        settings = self.settings
        rows = [max(share // 2, 8) for share in self.shares]
        teaching = Teaching(self.tables, rows, settings.longest)
        seats = self.tables[0].seats
        belief = new_belief(
            self._key("belief", 0), teaching.width, seats, min(BELIEF_HIDDEN, settings.hidden), BELIEF_DEPTH
        )
        student: Student = teaching.begin(belief, self._key("belief", 1))
        steps = max(1, settings.belief // teaching.positions)
        policy = {"policy": self.learner.average["policy"]}
        done, watched, late = 0, time.monotonic(), False
        kept = self.folder.restore(student, BELIEF)
        if kept is not None:
            done, student = kept[0]["steps"], kept[1]
            self.tell(f"the belief goes on after {done} of {steps} steps")
        while done < steps and not late:
            rate = jnp.float32(_falling(BELIEF_RATE, done / steps))
            student, told = teaching.step(student, policy, self._key("teach", done), rate)
            bits, prior = (float(one) for one in told)
            done, late = done + 1, self._late()
            if late or done == steps or time.monotonic() - watched >= self.pace.watch:
                self.folder.note({"belief": done, "bits": bits, "prior": prior})
                self.tell(f"belief {done}/{steps}: {bits:.2f} bits, {prior:.2f} by the sizes of hands")
                self.folder.save({"steps": done}, student, BELIEF)
                watched = time.monotonic()
        if done < steps:
            self.tell(f"the belief stopped after {done} of {steps} steps; the same command goes on")
            return None
        return student.belief

    def weights(self, belief: Params | None) -> Weights:
        """All that was learned."""
        found = dict(self.learner.average) | ({"belief": belief} if belief is not None else {})
        arrays = named(found)
        arrays["policy/moves/w"] = arrays["policy/moves/w"] * self.tables[0].kept  # the others never learn
        arrays["policy/moves/b"] = arrays["policy/moves/b"] * self.tables[0].kept
        made = {**self.folder.about(), "steps": self.done, "seconds": round(self.seconds), **made_with()}
        rules = {table.players: table.rules for table in self.tables}
        return Weights(self.folder.path.resolve().name, self.tables[0].seats, rules, made, arrays)

    @property
    def _path(self) -> Path:
        return self.folder.path / "weights.npz"

    def write(self, belief: Params | None) -> Path:
        with self.folder.writing():
            save_weights(self._path, self.weights(belief))
        return self._path

    def written(self) -> bool:
        """Whether all that this run learned is in its file."""
        try:
            found = load_weights(self._path)
        except GameError:
            return False
        made = {**self.folder.about(), "steps": self.steps}
        own = all(found.made.get(name) == value for name, value in made.items())
        return own and ("belief/cards/w" in found.arrays or not self.settings.belief)


def finished(found: Array) -> None:
    """Waits for what is under way."""
    jax.block_until_ready(found)  # type: ignore[no-untyped-call]  # JAX has no types for it


def _sum(networks: Params) -> str:
    """Tells networks from others."""
    digest = hashlib.sha256()
    for name, numbers in sorted(named(networks).items()):
        digest.update(name.encode() + numbers.tobytes())
    return digest.hexdigest()


def _rounded(numbers: Array) -> Array:
    """As a checkpoint keeps networks of the past, so that a run that goes on has the same ones."""
    return numbers.astype(jnp.float16).astype(jnp.float32)


def _shares(batch: int, tables: int) -> list[int]:
    return [batch // tables + (at < batch % tables) for at in range(tables)]


def _falling(ends: tuple[float, float], share: float) -> float:
    first, last = ends
    return float(first * (last / first) ** share)
