import { beforeEach, describe, expect, it } from 'vitest'
import { both, counted, dictionary, form } from '../src/lib/i18n.svelte'
import { cardName, faceSymbol } from '../src/lib/cards'
import { shell } from '../src/i18n/shell'
import { defaults, restore, settings } from '../src/lib/settings.svelte'

describe('Slovak and English', () => {
  beforeEach(() => {
    settings.language = 'sk'
  })

  it('counts as each language does', () => {
    const cards = ['karta', 'karty', 'kariet']
    expect([0, 1, 2, 4, 5, 11, 21, 22].map((n) => counted(n, cards))).toEqual([
      '0 kariet',
      '1 karta',
      '2 karty',
      '4 karty',
      '5 kariet',
      '11 kariet',
      '21 kariet',
      '22 kariet',
    ])
    expect([0, 1, 2, 5].map((n) => form(n, ['card', 'cards']))).toEqual(['cards', 'card', 'cards', 'cards'])
  })

  it('changes the words with the language', () => {
    const words = dictionary(
      { yes: 'áno', n: (n: number) => `${n} ťahov` },
      { yes: 'yes', n: (n: number) => `${n} moves` },
    )
    expect([words.yes, words.n(5), both({ en: 'a', sk: 'b' })]).toEqual(['áno', '5 ťahov', 'b'])
    settings.language = 'en'
    expect([words.yes, words.n(5), both({ en: 'a', sk: 'b' })]).toEqual(['yes', '5 moves', 'a'])
  })

  it('inflects the names of cards', () => {
    expect((['h7', 'lU', 'aA', 'bK', 'hX'] as const).map((card) => cardName(card, 'sk'))).toEqual([
      'červená sedma',
      'zeleňový dolník',
      'žaluďové eso',
      'guľový kráľ',
      'červená desiatka',
    ])
    expect(cardName('lU', 'en')).toBe('under of leaves')
    expect([
      faceSymbol('h7', false, 'sk'),
      faceSymbol('lU', true, 'sk'),
      faceSymbol('lU', false, 'en'),
    ]).toEqual(['card-hearts-VII', 'mini-leaves-under-sk', 'card-leaves-under-en'])
  })
})

describe('a series', () => {
  it('of two ends when one of them has won more than half; of more all games are played', () => {
    settings.language = 'sk'
    expect([shell.seriesSays(3, 2), shell.seriesSays(11, 2), shell.seriesSays(5, 3)]).toEqual([
      'Hrajú sa najviac 3 hry, kým niekto nevyhrá 2 z nich; víťazom je, kto menej ráz prehral, pri zhode obaja.',
      'Hrá sa najviac 11 hier, kým niekto nevyhrá 6 z nich; víťazom je, kto menej ráz prehral, pri zhode obaja.',
      'Hrá sa 5 hier; vyhráva, kto najmenej ráz prehral, pri zhode viacerí.',
    ])
    settings.language = 'en'
    expect([shell.seriesSays(4, 2), shell.seriesSays(3, 4)]).toEqual([
      'At most 4 games, until someone has won 3 of them; the fewer losses win, and a tie is shared.',
      '3 games; the fewest losses win, and a tie is shared.',
    ])
  })
})

describe('the settings', () => {
  it('speak the language of the browser', () => {
    expect(defaults(['sk-SK', 'en']).language).toBe('sk')
    expect(defaults(['cs']).language).toBe('sk')
    expect(defaults(['de-AT']).language).toBe('en')
    expect(defaults([]).language).toBe('en')
  })

  it('survive anything that was stored', () => {
    expect(restore('{"theme":"dark","pace":"fast","language":"xx","sounds":false,"other":1}')).toEqual({
      ...defaults(),
      theme: 'dark',
      sounds: false,
    })
    for (const broken of [null, '', '{', '3', '[]', 'null']) expect(restore(broken)).toEqual(defaults())
  })
})
