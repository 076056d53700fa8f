// Where groups are laid covered (§17): what is seen of them, what is laid, and the check.

import { beforeEach, describe, expect, it } from 'vitest'
import { settings } from '../../src/lib/settings.svelte'
import { parseMove } from '../../src/table/moves'
import { promptText } from '../../src/table/prompt'
import { stepsOf } from '../../src/table/steps'
import { atTable } from './atTable'
import { happened, moved, view } from './canned'

beforeEach(() => {
  Object.assign(settings, { takeBack: 'always', pace: 0, sounds: false, language: 'en' })
})

const claim = { seat: 1, count: 2 }

describe('covered cards', () => {
  it('are counted in the text of a move', () => {
    expect(parseMove('?? ?? b8')).toMatchObject({ cards: ['b8'], hidden: 2 })
    expect(parseMove('?? lO=h')).toMatchObject({ cards: ['lO'], hidden: 1, suit: 'h' })
  })
  it('fly face down', () => {
    const after = view({ turn: 0, pile: ['b9', null, 'h8'], claim })
    const [lay] = stepsOf(happened(6, { what: moved(1, '?? h8'), view: after }), view())
    expect(lay).toEqual({ does: 'lay', seat: 1, cards: [null, 'h8'] })
  })
  it('are shown when they are checked, and go back if they were a lie', () => {
    const events = [{ kind: 'lie' as const, seat: 1, count: 2, cards: ['lK' as const, 'h8' as const] }]
    const steps = stepsOf(happened(6, { what: moved(0, 'check', events), view: view() }), view())
    expect(steps.map((step) => step.does)).toEqual(['show', 'takeBack', 'pass'])
  })
})

describe('whoever may check', () => {
  it('is told so', () => {
    expect(promptText(view({ claim }), 'draw')).toBe('Your turn: believe it or check (2 cards)?')
    expect(promptText(view({ claim }), 'concede')).toBe('Last chance: check, or concede')
  })
  it('has another word besides', () => {
    const { game, sent } = atTable(view({ claim, moves: ['b8', 'draw', 'check'] }))
    expect([game.word, game.canCheck]).toEqual(['draw', true])
    game.check()
    expect(sent.at(-1)).toMatchObject({ type: 'move', move: 'check' })
  })
  it('sends nothing where there is nothing to check', () => {
    const { game, sent } = atTable(view())
    game.check()
    expect(sent.filter((one) => one.type === 'move')).toEqual([])
  })
})
