"""Which parts of a rulebook ever happen, and whether its variables ever leave their ranges."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from faraon.game.move import Move
from faraon.play import codec
from faraon.proof.answers import Answer, Clock, OutOfTimeError, Standing, Tell, Text
from faraon.proof.parts import Part
from faraon.proof.played import Played
from faraon.proof.positions import plain_position
from faraon.proof.proving import Proving
from faraon.proof.words import number, out_of_time


class PartAnswers:
    """What games show is alive; of the rest, the solver is asked at every number of players."""

    def __init__(
        self, provings: Sequence[Proving], played: Played, clock: Clock, tell: Tell, seats: Text
    ) -> None:
        self.provings = provings
        self.played = played
        self.clock = clock
        self.tell = tell
        self.seats = seats

    def answers(self) -> Iterator[Answer]:
        """Ranges first, then what is dead; one answer for all that was seen."""
        parts: dict[Part, None] = {}
        for proving in self.provings:
            for step in (proving.deal, *proving.steps):
                parts |= dict.fromkeys(part for part, _ in step.fired)
            for one in (*proving.table.starts, *proving.table.implications):
                parts.setdefault(Part(one.kind, one.name))
        for part in parts:
            if part.kind == "range":
                yield self._range(part)
        seen = [part for part in parts if part.kind != "range" and part in self.played.parts]
        for part in parts:
            if part.kind != "range" and part not in self.played.parts:
                yield self._part(part)
        text = Text(
            f"{len(seen)} rules, mechanics, ends and branches happened in {number(self.played.games, 'en')} "
            f"random games ({number(self.played.moves, 'en')} moves)",
            f"v náhodných hrách ({number(self.played.games, 'sk')}, ťahov {number(self.played.moves, 'sk')}) "
            f"nastalo toľkoto pravidiel, mechaník, koncov a vetiev: {len(seen)}",
        )
        yield Answer("part", "", Standing.proven, text)

    def _happens(self, part: Part) -> str:
        """``declared`` or ``invariant``, if nothing has it there; otherwise ``maybe``."""
        found = "declared"
        for proving in self.provings:
            players = proving.table.players
            self.tell(Text(f"{part}, {players} players", f"{part}, hráčov: {players}"))
            if not proving.happens(part, reachable=False):
                continue
            if proving.happens(part, reachable=True):
                return "maybe"
            found = "invariant"
        return found

    def _range(self, part: Part) -> Answer:
        begun = time.monotonic()
        if part in self.played.parts:
            game, position, move = self.played.parts[part]
            data = plain_position(game.book, codec.write(game.bound, position))
            unusual = {
                option.name: game.options[option.name]
                for option in game.book.options
                if game.options[option.name] != option.default
            }
            shown = {"settings": unusual, "position": data, "move": str(move) if move != Move() else "deal"}
            text = Text(
                "a game leaves the range, and the value is cut", "hra rozsah prekročí a hodnota sa oreže"
            )
            return Answer("range", f"{part.name}, {part.detail}", Standing.refuted, text, 0, shown)
        return self._told("range", f"{part.name}, {part.detail}", part, begun)

    def _part(self, part: Part) -> Answer:
        about = str(part) if part.kind != "branch" else f"{_branch(part)} in: {part.name}"
        return self._told("part", about, part, time.monotonic())

    def _told(self, question: str, about: str, part: Part, begun: float) -> Answer:
        try:
            found = self._happens(part)
        except OutOfTimeError:
            text = out_of_time(
                Text(f"no game showed it ({self.played.games} games)",
                     f"v žiadnej z hier ({self.played.games}) sa to neukázalo")
            )  # fmt: skip
            return Answer(question, about, Standing.open, text, time.monotonic() - begun)
        took = time.monotonic() - begun
        if found == "maybe":
            text = Text(
                f"no game showed it ({self.played.games} games), nor was it proven that it cannot happen",
                f"v žiadnej z hier ({self.played.games}) to nenastalo, ani sa nedokázalo, že nemôže",
            )
            return Answer(question, about, Standing.open, text, took)
        where = WHERE[found]
        never = NEVER[question]
        text = Text(f"{never.en}: {where.en}, {self.seats.en}", f"{never.sk}: {where.sk}, {self.seats.sk}")
        return Answer(question, about, Standing.proven, text, took)


WHERE = {
    "declared": Text("in no position of the declared ranges", "v žiadnej situácii v rámci rozsahov"),
    "invariant": Text(
        "in no game, by invariants of every deal and move", "v žiadnej hre, podľa invariantov rozdaní a ťahov"
    ),
}
NEVER = {
    "range": Text("never left", "rozsah sa neprekročí"),
    "part": Text("never happens", "nikdy nenastane"),
}


def _branch(part: Part) -> str:
    """The branch itself, of ``YES if CONDITION else NO``."""
    yes, _, rest = part.name.partition(" if ")
    return yes if part.detail == "yes" else rest.rpartition(" else ")[2]
