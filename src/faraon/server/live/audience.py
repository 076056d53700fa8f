"""The browsers at a table, and what they are told."""

from __future__ import annotations

import time

from faraon.server import wire as msg
from faraon.server.live.connection import Connection
from faraon.server.settings import Settings
from faraon.server.table import showing
from faraon.server.table.table import Step, Table


class Audience:
    def __init__(self, table: Table, settings: Settings) -> None:
        self.table, self.settings = table, settings
        self.connections: list[Connection] = []

    def connected(self, seat: int) -> bool:
        return any(one.seat == seat and self.owns(one) for one in self.connections)

    def owns(self, connection: Connection) -> bool:
        """Whether the seat is still theirs: another may have taken it since they came."""
        return connection.seat < 0 or self.table.seats[connection.seat].token == connection.token

    def welcome(self, seat: int, last: int | None, company: msg.Company, said: list[msg.Said]) -> msg.Welcome:
        table = self.table
        missed: list[msg.Happened] = []
        if last is not None and table.steps and table.steps[0].stored.n <= last + 1 <= table.n:
            missed = [
                showing.happened(table, step, seat, present=step.stored.n == table.position)
                for step in table.steps
                if step.stored.n > last
            ]
        lines = (showing.line(table, step, seat) for step in table.log[-self.settings.welcome_lines :])
        return msg.Welcome(
            version=msg.VERSION,
            you=seat if seat >= 0 else None,
            n=table.n,
            now=time.time(),
            table=showing.table_info(table, self.connected),
            match=showing.match_info(table),
            fair=showing.fair_info(table),
            view=showing.present_view(table, seat),
            lines=[line for line in lines if line is not None],
            missed=missed,
            company=company,
            said=said,
        )

    def tell(self, message: msg.FromServer, besides: Connection | None = None) -> None:
        encoded = msg.encode(message)
        for one in list(self.connections):
            if one is not besides:
                one.send(encoded)

    def part(self) -> None:
        """Says goodbye to those who have nothing to do here any more, after they were answered."""
        for one in list(self.connections):
            if self.table.closed:
                one.close("closed")
            elif not self.owns(one):
                one.close("left")  # a bot has the seat now

    def broadcast(self, step: Step) -> None:
        shared = showing.Shared(self.table, step, self.connected)
        for seat in {one.seat for one in self.connections}:
            message = msg.encode(showing.happened(self.table, step, seat, shared))
            for one in list(self.connections):
                if one.seat == seat and self.owns(one):
                    one.send(message)
