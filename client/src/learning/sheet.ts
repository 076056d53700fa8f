/** The rules in a few sentences: the server's page of the rules has them all, each with its number. */
import type { Card } from '../lib/protocol'

export interface Row {
  title: string
  sentences: string[]
  cards: readonly Card[]
  /** About several cards at once, which is a part of a longer paragraph. */
  several: boolean
}

/** Which sentences of the rulebook a beginner needs, and the cards that they are about. */
const WANTED: readonly { paragraph: string; says: readonly string[]; cards: readonly Card[] }[] = [
  { paragraph: '1', says: ['1.1'], cards: [] },
  { paragraph: '4', says: ['4.1', '4.2'], cards: [] },
  { paragraph: '3', says: ['3.1', '3.2'], cards: ['b9', 'bK', 'h9'] },
  { paragraph: '4', says: ['4.3', '4.4'], cards: ['b8', 'h8'] },
  { paragraph: '14', says: ['14.1', '14.2', '14.5'], cards: ['a7'] },
  { paragraph: '12', says: ['12.1', '12.2'], cards: ['hA'] },
  { paragraph: '15', says: ['3.3', '15.1'], cards: ['lO'] },
  { paragraph: '11', says: ['11.1', '11.3'], cards: ['lU'] },
  { paragraph: '13', says: ['13.2', '13.3'], cards: ['h7'] },
  { paragraph: '16', says: ['16.1'], cards: ['hX', 'lX', 'aX', 'bX'] },
  { paragraph: '10', says: ['10.1', '10.2'], cards: [] },
]

/** What of it stands on the page; house rules and other rulebooks have other sentences, or none. */
export function readSheet(page: Document): Row[] {
  return WANTED.flatMap(({ paragraph, says, cards }) => {
    const sentences = says.flatMap((number) => {
      const said = page.getElementById(`s${number.replace('.', '-')}`)?.querySelector('span')?.textContent
      return said ? [said.trim()] : []
    })
    const heading = page.querySelector(`#p${paragraph} h2`)?.lastChild?.textContent?.trim() ?? ''
    return sentences.length > 0 ? [{ title: heading, sentences, cards, several: says.includes('4.3') }] : []
  })
}
