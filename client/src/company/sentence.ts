const LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A name between other words: one that is written from right to left does not turn them around. */
export function inSentence(name: string): string {
  return LEFTWARDS.test(name) ? `\u2068${name}\u2069` : name
}
