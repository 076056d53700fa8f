import type { Text } from './protocol'
import { settings } from './settings.svelte'

type Word = string | readonly string[] | Record<string, string> | ((...args: never[]) => string)
type Words = Record<string, Word>

/**
 * The words of a part of the client. Both languages have the same keys, and the compiler sees to it:
 * a word is read as `shell.play` and changes with the language.
 */
export function dictionary<T extends Words>(sk: T, en: { [K in keyof T]: Widened<T[K]> }): T {
  return new Proxy(sk, { get: (_, key) => (settings.language === 'sk' ? sk : en)[key as keyof T] })
}

type Widened<W> = W extends string
  ? string
  : W extends readonly string[]
    ? readonly string[]
    : W extends Record<string, string>
      ? { [K in keyof W]: string }
      : W

/** A text of the server in the visitor's language. */
export function both(text: Text): string {
  return text[settings.language]
}

/**
 * A number with the form of the noun that goes with it: two forms in English, three in Slovak
 * (1 karta, 2 karty, 5 kariet).
 */
export function counted(number: number, forms: readonly string[]): string {
  return `${number} ${form(number, forms)}`
}

/** The form alone, for where the number is drawn apart. */
export function form(number: number, forms: readonly string[]): string {
  const [one = '', few = '', many = few] = forms
  if (number === 1) return one
  return Number.isInteger(number) && number >= 2 && number <= 4 ? few : many
}
