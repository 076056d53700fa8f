/** Every word of the dictionaries is said somewhere. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '../src')
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(ts|svelte)$/.test(name),
)
const texts = files.map((name) => readFileSync(join(SOURCE, name), 'utf8'))
const dictionaries = files.flatMap((name, i) =>
  [...texts[i]!.matchAll(/export const (\w+) = dictionary\(\n {2}\{\n([^]*?)\n {2}\},\n/g)].map(
    ([, dictionary, words]) => ({
      dictionary: dictionary!,
      from: name.replace(/\.ts$/, ''),
      words: [...words!.matchAll(/^ {4}(\w+)[:(]/gm)].map(([, word]) => word!),
    }),
  ),
)

/** The names under which a file knows the dictionary. */
function names(text: string, { dictionary, from }: { dictionary: string; from: string }): string[] {
  const imported = [...text.matchAll(/import \{([^}]*)\} from '[^']*\/(i18n\/\w+)'/g)]
  return imported
    .filter(([, , path]) => from.endsWith(path!))
    .flatMap(([, list]) => list!.split(','))
    .map((one) => one.trim().split(' as '))
    .filter(([name]) => name === dictionary)
    .map(([name, alias]) => alias ?? name!)
}

describe.each(dictionaries)('$dictionary', (one) => {
  it('has no word that nobody says', () => {
    expect(one.words.length).toBeGreaterThan(10)
    const said = new Set(
      texts.flatMap((text) =>
        names(text, one).flatMap((name) =>
          [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, word]) => word!),
        ),
      ),
    )
    expect(one.words.filter((word) => !said.has(word))).toEqual([])
  })
})
