/** Sitting down at a table: by opening one, or by an invitation. */
import { shell } from '../i18n/shell'
import { api } from './api'
import type { NewTable } from './protocol'
import { go } from './router.svelte'
import { settings } from './settings.svelte'
import { remember } from './store'

export const NAME_LENGTH = 24

/** The name at tables; who has not told it is a guest. */
export function myName(): string {
  return settings.name.trim().slice(0, NAME_LENGTH) || shell.guest
}

/** Opens a table with me as its host and goes there. */
export async function openTable(
  table: Omit<NewTable, 'name'>,
  how: 'push' | 'replace' = 'push',
): Promise<void> {
  const seated = await api.createTable({ name: myName(), pace: settings.pace, ...table })
  remember({
    table: seated.table,
    seat: seated.seat,
    token: seated.token,
    since: Date.now(),
    with: [],
    ...(table.lesson ? { lesson: table.lesson } : {}),
  })
  go(`/t/${seated.table}`, how)
}

/** Takes a free seat at somebody's table. */
export async function takeSeat(table: string, seat?: number): Promise<void> {
  const seated = await api.join(table, { name: myName(), seat: seat ?? null })
  remember({ table, seat: seated.seat, token: seated.token, since: Date.now(), with: [] })
}
