/** The address of the rules page, which is a document of the server. */
import type { OptionChoice } from './protocol'
import type { Language } from './settings.svelte'

/** With the options of a table; `paragraph` as `§13` opens the page there. */
export function rulesAddress(
  rulebook: string,
  language: Language,
  options: readonly Pick<OptionChoice, 'name' | 'value' | 'changed'>[] = [],
  paragraph = '',
): string {
  const query = new URLSearchParams({ lang: language })
  for (const option of options) if (option.changed) query.set(option.name, String(option.value))
  const number = /§\s?(\d+)/.exec(paragraph)?.[1]
  return `/rules/${encodeURIComponent(rulebook)}?${query}${number ? `#p${number}` : ''}`
}
