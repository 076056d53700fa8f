/** The first letter of a name as a person sees it: an emoji of several code points, or a letter with its marks, is one. */
const letters =
  typeof Intl !== 'undefined' && 'Segmenter' in Intl
    ? new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    : null

const lettersOf = (text: string): string[] =>
  letters ? [...letters.segment(text)].map((one) => one.segment) : [...text]

export function firstLetter(name: string): string {
  return lettersOf(name.trim())[0]?.toLocaleUpperCase() ?? '?'
}

/** The beginning of a name, where there is no room for all of it. */
export function firstLetters(name: string, most: number): string {
  return lettersOf(name).slice(0, most).join('')
}
