/** The first letter of a name as a person sees it: an emoji of several code points, or a letter with its marks, is one. */
const letters =
  typeof Intl !== 'undefined' && 'Segmenter' in Intl
    ? new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    : null

export function firstLetter(name: string): string {
  const text = name.trim()
  const first = letters ? [...letters.segment(text)][0]?.segment : [...text][0]
  return first?.toLocaleUpperCase() ?? '?'
}
