import { describe, expect, it } from 'vitest'
import { isOurs, parseRoute } from '../src/lib/routes'
import { rulesAddress } from '../src/lib/rules'

describe('addresses', () => {
  it.each([
    ['/', { page: 'start' }],
    ['/new', { page: 'new' }],
    ['/new/', { page: 'new' }],
    ['/tables', { page: 'tables' }],
    ['/mine', { page: 'mine' }],
    ['/replay', { page: 'record' }],
    ['/rules', { page: 'rules' }],
    ['/learn', { page: 'learn' }],
    ['/puzzles', { page: 'puzzles' }],
    ['/puzzle/2026-11-18', { page: 'puzzle', which: '2026-11-18' }],
    ['/counting', { page: 'counting' }],
    ['/learn/red%20seven', { page: 'lesson', name: 'red seven' }],
    ['/t/abc', { page: 'table', id: 'abc' }],
    ['/t/abc/replay/12', { page: 'replay', id: 'abc', game: 12 }],
  ])('%s opens its page', (path, route) => {
    expect(parseRoute(path)).toEqual(route)
    expect(isOurs(path)).toBe(true)
  })

  it.each([
    '/rules/classic',
    '/api/info',
    '/t',
    '/t/abc/replay',
    '/t/abc/replay/0',
    '/t/a/replay/x',
    '/t/%/b',
    '/toString',
  ])('%s is not a page of the client', (path) => {
    expect(isOurs(path)).toBe(false)
  })

  it('of the rules carry the changed options and the paragraph', () => {
    const options = [
      { name: 'ace_two', value: 'free', changed: true },
      { name: 'packs', value: 1, changed: false },
    ]
    expect(rulesAddress('classic', 'sk', options, '§13')).toBe('/rules/classic?lang=sk&ace_two=free#p13')
    expect(rulesAddress('my rules', 'en')).toBe('/rules/my%20rules?lang=en')
  })
})
