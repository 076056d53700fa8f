/** How right answers are, and how drills went; remembered in this browser. */
import type { Card, CountingQuestion } from '../lib/protocol'

export type Answer = CountingQuestion['answer']

/** From 0 to 1; of several cards each counts. */
export function grade(question: CountingQuestion, given: Answer): number {
  const { answer } = question
  if (!Array.isArray(answer) || !Array.isArray(given)) return answer === given ? 1 : 0
  const every = new Set<Card>([...answer, ...given])
  return every.size === 0 ? 1 : answer.filter((card) => given.includes(card)).length / every.size
}

export interface Drilled {
  /** Of all questions, from 0 to 1. */
  readonly right: number
  /** Seconds a question. */
  readonly seconds: number
}

const KEY = 'faraon.counting'
const MOST = 50

export function drilled(): Drilled[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    if (!Array.isArray(found)) return []
    return (found as Partial<Drilled>[]).filter(
      (one): one is Drilled => typeof one?.right === 'number' && typeof one.seconds === 'number',
    )
  } catch {
    return []
  }
}

/** The newest is the last. */
export function noteDrill(one: Drilled): Drilled[] {
  const all = [...drilled(), one].slice(-MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // storage is full or forbidden: the curve lasts as long as the page
  }
  return all
}
