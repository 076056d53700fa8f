/** What was played in this browser and how it ended. It never leaves it, except by the visitor's own hand. */

import type { Outcome } from '../table/result'

export interface Result {
  /** The table and the number of its game: the same game is never counted twice. */
  id: string
  /** When it was written down, in seconds since 1970. */
  at: number
  rulebook: string
  /** How many house rules differed from the rulebook. */
  changed: number
  players: number
  /** Without me. */
  people: number
  /** Of the strongest bot, as the server names it; empty among people. */
  level: string
  outcome: Outcome
  moves: number
}

const KEY = 'faraon.results'
/** What could not be read is put aside, not thrown away. */
const ASIDE = 'faraon.results.unreadable'
const MOST = 2000
const OUTCOMES: readonly Outcome[] = ['won', 'lost', 'drawn']

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most
const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most

/** Anything that is not a result, or has an odd field, is none. */
export function readResult(value: unknown): Result | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, at, rulebook, changed, players, people, level, outcome, moves } = value as Record<
    string,
    unknown
  >
  if (!isText(id, 60) || id === '' || !isCount(at, 1e11) || !isText(rulebook, 60) || !isText(level, 40))
    return null
  if (!isCount(changed, 100) || !isCount(players, 20) || !isCount(people, 20) || !isCount(moves, 1e6))
    return null
  if (!OUTCOMES.includes(outcome as Outcome)) return null
  return { id, at, rulebook, changed, players, people, level, outcome: outcome as Outcome, moves }
}

/** The oldest first. */
export function results(): Result[] {
  const text = stored(KEY)
  if (text === null) return []
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    found = null
  }
  if (!Array.isArray(found)) {
    setAside(text)
    return []
  }
  return found.map(readResult).filter((one) => one !== null)
}

/** Adds what is new; returns how much that was. */
export function addResults(some: readonly Result[]): number {
  const known = results()
  const ids = new Set(known.map((one) => one.id))
  const fresh = some.filter((one) => !ids.has(one.id) && ids.add(one.id))
  if (fresh.length > 0) {
    const all = [...known, ...fresh].sort((a, b) => a.at - b.at)
    store(KEY, JSON.stringify(all.slice(-MOST)))
  }
  return fresh.length
}

export function eraseResults(): void {
  for (const key of [KEY, ASIDE]) {
    try {
      localStorage.removeItem(key)
    } catch {
      // storage is forbidden: then nothing was kept
    }
  }
}

/** What lay there and could not be read, for whoever wants to save it. */
export function unreadable(): string | null {
  return stored(ASIDE)
}

function setAside(text: string): void {
  store(ASIDE, text)
  store(KEY, '[]')
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // storage is full or forbidden: the result is told at the table, and not counted
  }
}

// ------------------------------------------------------------------------------------------------ figures

export interface Share {
  name: string
  games: number
  won: number
}

export interface Streak {
  /** Wins in a row up to now. */
  now: number
  best: number
}

/** Games and wins by a property, the most played first. */
export function shares(all: readonly Result[], by: (one: Result) => string): Share[] {
  const found = new Map<string, Share>()
  for (const one of all) {
    const name = by(one)
    const share = found.get(name) ?? { name, games: 0, won: 0 }
    found.set(name, { name, games: share.games + 1, won: share.won + (one.outcome === 'won' ? 1 : 0) })
  }
  return [...found.values()].sort((a, b) => b.games - a.games)
}

export function streak(all: readonly Result[]): Streak {
  let now = 0
  let best = 0
  for (const { outcome } of all) {
    now = outcome === 'won' ? now + 1 : 0
    best = Math.max(best, now)
  }
  return { now, best }
}

export const percent = (won: number, games: number): number =>
  games === 0 ? 0 : Math.round((100 * won) / games)
