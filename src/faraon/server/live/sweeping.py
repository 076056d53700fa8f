"""Tables that nobody looks at leave the memory; those that nobody uses are closed, and in the end removed."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from faraon.server.store.store import MOST_IDLE
from faraon.server.wire.refusals import RefusalError

if TYPE_CHECKING:
    from faraon.server.live.hub import Hub

log = logging.getLogger("faraon.server")

SWEEP_SECONDS = 20.0


async def sweep_forever(hub: Hub) -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        try:
            await sweep(hub, time.time())
        except (SQLAlchemyError, OSError) as error:  # the database is away: next time
            log.warning("nothing was tidied up", extra={"why": type(error).__name__})
        except Exception:
            log.exception("sweeping failed")


async def sweep(hub: Hub, now: float) -> None:
    """What is due; of several processes one closes and removes tables."""
    for id_, live in list(hub.tables.items()):
        if not live.busy and time.monotonic() - live.looked_at > hub.settings.evict_seconds:
            hub.forget(id_)
    async with hub.store.alone() as mine:
        if mine:
            await _tidy_up(hub, now)


async def _tidy_up(hub: Hub, now: float) -> None:
    settings, members, store = hub.settings, hub.members, hub.store
    others = [] if members is None else [id_ for id_ in members.alive if id_ != members.me]

    async def idle(*statuses: str, days: float) -> list[str]:
        """Those behind the ones that had their turn last time: if these cannot be read, they stay."""
        after = hub.swept.get(statuses, "")
        found = await store.idle(statuses, now - 86400 * days, others, after)
        hub.swept[statuses] = found[-1] if len(found) == MOST_IDLE else ""
        return found

    for id_ in await idle("waiting", "ready", "dealing", days=settings.waiting_hours / 24):
        await _close(hub, id_)
    for id_ in await idle("playing", days=settings.playing_days):
        await _close(hub, id_)
    if settings.over_days > 0:
        for id_ in await idle("over", "closed", days=settings.over_days):
            if id_ not in hub.tables:
                await store.remove(id_)
    await store.bury()


async def _close(hub: Hub, id_: str) -> None:
    """A table that nobody uses; one that cannot be closed does not hold up the others."""
    try:
        live = await hub.get(id_)
        if not live.connections:
            await live.expire()
    except RefusalError as refusal:
        log.error("a table cannot be closed", extra={"table": id_, "why": refusal.code})
    except Exception:  # it was stored by another version, or spoilt
        log.exception("a table cannot be read", extra={"table": id_})
