/** Cards as they are written in the protocol, `h7` or `lU`: how they are drawn and what they are called. */
import type { Card, Suit, Value } from './protocol'
import type { Indices, Language } from './settings.svelte'

/** In the order of the notation. */
export const SUITS: readonly Suit[] = ['h', 'l', 'a', 'b']
export const VALUES: readonly Value[] = ['7', '8', '9', 'X', 'U', 'O', 'K', 'A']

/** As the symbols of the sprite are called. */
const SUIT_SYMBOLS = { h: 'hearts', l: 'leaves', a: 'acorns', b: 'bells' } as const
const VALUE_SYMBOLS = {
  7: 'VII',
  8: 'VIII',
  9: 'IX',
  X: 'X',
  U: 'under',
  O: 'over',
  K: 'king',
  A: 'ace',
} as const

const SUIT_NAMES = {
  en: { h: 'hearts', l: 'leaves', a: 'acorns', b: 'bells' },
  sk: { h: 'červeň', l: 'zeleň', a: 'žaluď', b: 'guľa' },
} as const
const NUMERALS = { 7: 'VII', 8: 'VIII', 9: 'IX', X: 'X' } as const
const ARABIC = { 7: '7', 8: '8', 9: '9', X: '10' } as const
const INDICES = {
  en: { ...NUMERALS, U: 'U', O: 'O', K: 'K', A: 'A' },
  sk: { ...NUMERALS, U: 'D', O: 'H', K: 'K', A: 'E' },
} as const
const VALUE_NAMES = {
  en: { 7: 'seven', 8: 'eight', 9: 'nine', X: 'ten', U: 'under', O: 'over', K: 'king', A: 'ace' },
  sk: { 7: 'sedma', 8: 'osma', 9: 'deviatka', X: 'desiatka', U: 'dolník', O: 'horník', K: 'kráľ', A: 'eso' },
} as const
/** The adjective agrees with the value: červená sedma, červený kráľ, červené eso. */
const ADJECTIVES = {
  feminine: { h: 'červená', l: 'zeleňová', a: 'žaluďová', b: 'guľová' },
  masculine: { h: 'červený', l: 'zeleňový', a: 'žaluďový', b: 'guľový' },
  neuter: { h: 'červené', l: 'zeleňové', a: 'žaluďové', b: 'guľové' },
} as const

export function suitOf(card: Card): Suit {
  return card.charAt(0) as Suit
}

export function valueOf(card: Card): Value {
  return card.charAt(1) as Value
}

export function suitName(suit: Suit, language: Language): string {
  return SUIT_NAMES[language][suit]
}

export function cardName(card: Card, language: Language): string {
  const suit = suitOf(card)
  const value = valueOf(card)
  if (language === 'en') return `${VALUE_NAMES.en[value]} of ${SUIT_NAMES.en[suit]}`
  const gender = value === 'A' ? 'neuter' : 'UOK'.includes(value) ? 'masculine' : 'feminine'
  return `${ADJECTIVES[gender][suit]} ${VALUE_NAMES.sk[value]}`
}

/** What stands in the corner of a card. */
export function indexOf(card: Card, language: Language, indices: Indices): string {
  const value = valueOf(card)
  return (indices === 'arabic' && ARABIC[value as keyof typeof ARABIC]) || INDICES[language][value]
}

/** A drawing of the sprite on a face: where it goes, and in which colour if it has none of its own. */
export interface Drawing {
  readonly id: string
  readonly at?: string
  readonly stroke?: string
}

const INK = { h: '#7d0f18', l: '#0d4429', a: '#57310f', b: '#8a5a00' } as const
/** Four colours that differ in lightness, too. */
export const FOUR_COLOURS = { h: '#c1121f', l: '#0a6b35', a: '#12309a', b: '#b35900' } as const
const TURNED = 'rotate(180 126 200)'

/** A face that differs from the usual one: with Arabic numbers, or in four colours. */
export function faceDrawings(
  card: Card,
  compact: boolean,
  language: Language,
  indices: Indices,
  fourColours: boolean,
): Drawing[] {
  const suit = suitOf(card)
  const name = SUIT_SYMBOLS[suit]
  const index = indexOf(card, language, indices)
  const stroke = fourColours ? FOUR_COLOURS[suit] : INK[suit]
  const glyph: Drawing[] = ['', TURNED].map((at) => ({
    id: `cp-${compact ? 'IX' : 'ix'}-${index}`,
    at,
    stroke,
  }))
  if (index === INDICES[language][valueOf(card)])
    return [{ id: faceSymbol(card, compact, language) }, ...(fourColours ? glyph : [])]
  const sign = compact
    ? suit === 'a'
      ? 'translate(76 179)scale(.9)'
      : 'translate(76 175)scale(.96)'
    : 'translate(29 80)scale(.36)'
  return [
    { id: 'cp-paper' },
    ...(compact ? [] : [{ id: `cp-${name}-${VALUE_SYMBOLS[valueOf(card)]}` }]),
    ...['', `${TURNED} `].map((turn) => ({ id: `cp-sign-${name}`, at: turn + sign })),
    ...glyph,
  ]
}

/** The symbol of a face in the sprite; `compact` faces are for widths below about 70 pixels. */
export function faceSymbol(card: Card, compact: boolean, language: Language): string {
  const value = valueOf(card)
  const lettered = 'UOKA'.includes(value) ? `-${language}` : ''
  return `${compact ? 'mini' : 'card'}-${SUIT_SYMBOLS[suitOf(card)]}-${VALUE_SYMBOLS[value]}${lettered}`
}

/** How much of a card's width its index takes, from the left edge; a little air included. */
export function indexShare(compact: boolean): number {
  return compact ? 0.55 : 0.23
}

export function suitSymbol(suit: Suit): string {
  return `suit-${SUIT_SYMBOLS[suit]}`
}
