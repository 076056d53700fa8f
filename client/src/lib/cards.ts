/** Cards as they are written in the protocol, `h7` or `lU`: how they are drawn and what they are called. */
import type { Language } from './settings.svelte'

const SUITS = { h: 'hearts', l: 'leaves', a: 'acorns', b: 'bells' } as const
const VALUES = { 7: 'VII', 8: 'VIII', 9: 'IX', X: 'X', U: 'under', O: 'over', K: 'king', A: 'ace' } as const

export type SuitLetter = keyof typeof SUITS
export const SUIT_LETTERS = Object.keys(SUITS) as SuitLetter[]

const SUIT_NAMES = {
  en: { h: 'hearts', l: 'leaves', a: 'acorns', b: 'bells' },
  sk: { h: 'červeň', l: 'zeleň', a: 'žaluď', b: 'guľa' },
} as const
const VALUE_NAMES = {
  en: { 7: 'seven', 8: 'eight', 9: 'nine', X: 'ten', U: 'under', O: 'over', K: 'king', A: 'ace' },
  sk: { 7: 'sedma', 8: 'osma', 9: 'deviatka', X: 'desiatka', U: 'dolník', O: 'horník', K: 'kráľ', A: 'eso' },
} as const
const INDEX = {
  en: { 7: 'VII', 8: 'VIII', 9: 'IX', X: 'X', U: 'U', O: 'O', K: 'K', A: 'A' },
  sk: { 7: 'VII', 8: 'VIII', 9: 'IX', X: 'X', U: 'D', O: 'H', K: 'K', A: 'E' },
} as const
/** The adjective agrees with the value: červená sedma, červený kráľ, červené eso. */
const ADJECTIVES = {
  feminine: { h: 'červená', l: 'zeleňová', a: 'žaluďová', b: 'guľová' },
  masculine: { h: 'červený', l: 'zeleňový', a: 'žaluďový', b: 'guľový' },
  neuter: { h: 'červené', l: 'zeleňové', a: 'žaluďové', b: 'guľové' },
} as const

type ValueLetter = keyof typeof VALUES

export function suitOf(card: string): SuitLetter {
  return card.charAt(0) as SuitLetter
}

function valueOf(card: string): ValueLetter {
  return card.charAt(1) as ValueLetter
}

export function suitName(suit: string, language: Language): string {
  return SUIT_NAMES[language][suit as SuitLetter]
}

/** What stands in the corner of the card, as players of that language know it. */
export function indexOf(card: string, language: Language): string {
  return INDEX[language][valueOf(card)]
}

export function cardName(card: string, language: Language): string {
  const suit = suitOf(card)
  const value = valueOf(card)
  if (language === 'en') return `${VALUE_NAMES.en[value]} of ${SUIT_NAMES.en[suit]}`
  const gender = value === 'A' ? 'neuter' : 'UOK'.includes(String(value)) ? 'masculine' : 'feminine'
  return `${ADJECTIVES[gender][suit]} ${VALUE_NAMES.sk[value]}`
}

/** The symbol of a face in the sprite; `compact` faces are for widths below about 70 pixels. */
export function faceSymbol(card: string, compact: boolean, language: Language): string {
  const value = valueOf(card)
  const lettered = 'UOKA'.includes(String(value)) ? `-${language}` : ''
  return `${compact ? 'mini' : 'card'}-${SUITS[suitOf(card)]}-${VALUES[value]}${lettered}`
}

export function suitSymbol(suit: string): string {
  return `suit-${SUITS[suit as SuitLetter]}`
}
