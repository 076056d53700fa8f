import { describe, expect, it } from 'vitest'
import type { MoveFact } from '../../src/lib/protocol'
import { LASTS, dramaOf } from '../../src/table/drama'
import { moved, view } from './canned'

const fact = (kind: MoveFact['kind'], more: Partial<MoveFact> = {}): MoveFact => ({
  kind,
  seat: 1,
  old: 0,
  new: 0,
  rule: '',
  ...more,
})
const kinds = (facts: MoveFact[], seen = view()) =>
  dramaOf({ ...moved(0, 'b7'), facts }, seen).map((drama) => drama.kind)

describe('great moments', () => {
  it('are a debt that grows, and one that a rule takes away, but not one that is paid', () => {
    expect(kinds([fact('debt', { old: 3, new: 6, rule: 'sevens' })])).toEqual(['debt'])
    expect(kinds([fact('debt', { old: 6, new: 0, rule: 'pharaoh' })])).toEqual(['shatter'])
    expect(kinds([fact('debt', { old: 6, new: 0 })])).toEqual([])
  })
  it('are four cards that burn, as they lie on the pile', () => {
    expect(kinds([fact('again')], view({ pile: ['h9', 'hX', 'lX', 'aX', 'bX'] }))).toEqual(['burn'])
    expect(kinds([fact('again')], view({ pile: ['lX', 'aX', 'bX'] }))).toEqual([])
  })
  it('are a stop, a return, and the win of whoever looks', () => {
    expect(kinds([fact('stop', { new: 1 }), fact('return')])).toEqual(['stop', 'return'])
    expect(kinds([fact('over', { seat: 1 })], view({ seat: 0 }))).toEqual(['win'])
    expect(kinds([fact('over', { seat: 0 })], view({ seat: 0 }))).toEqual([])
    expect(kinds([fact('over', { seat: 1 })], view({ seat: null }))).toEqual([])
  })
  it('take no longer than it takes to see them', () => {
    for (const ms of Object.values(LASTS)) expect(ms >= 400 && ms <= 700).toBe(true)
  })
})
