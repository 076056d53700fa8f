import { beforeEach, describe, expect, it } from 'vitest'
import type { MoveText, Situation, Word } from '../../src/lib/protocol'
import { settings } from '../../src/lib/settings.svelte'
import { promptText } from '../../src/table/prompt'
import { situation, view } from './canned'

const told = (holds: Partial<Situation>, word: Word = 'draw', moves: MoveText[] = [word]) =>
  promptText(view({ situation: situation(holds), moves }), word)

describe('the player on turn is told', () => {
  beforeEach(() => {
    settings.language = 'en'
  })
  const again = { en: 'Three kings: an extra move.', sk: 'Trojica kráľov: ideš ešte raz.' }

  it('what they owe', () => {
    expect(told({ debt: 3, owed: 3 })).toBe('Your turn: you owe 3 cards')
  })
  it('why they move again, in the words of the rulebook', () => {
    expect(told({ again })).toBe('Three kings: an extra move.')
    settings.language = 'sk'
    expect(told({ again })).toBe('Trojica kráľov: ideš ešte raz.')
  })
  it('how a stop can be met, as the moves have it', () => {
    expect(told({ stop: 1 }, 'stand', ['hA', 'stand'])).toBe('Stop! Answer or stand')
    expect(told({ stop: 1 }, 'draw', ['hA', 'draw'])).toBe('Stop! Answer or draw')
    expect(told({ stop: 1 }, 'stand')).toBe('Stop! This time you stand')
  })
  it('nothing of a debt that is for the next player', () => {
    expect(told({ again, debt: 12 })).toBe('Three kings: an extra move.')
  })
  it('nothing of a debt in the last chance, where nobody pays', () => {
    expect(told({ debt: 3 }, 'concede', ['h7^1', 'concede'])).toBe('Last chance')
  })
})
