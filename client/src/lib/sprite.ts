/** All card art is one file, fetched once and never changed: its name carries its hash. */
import address from '../art/sprite.svg?url&no-inline'

export function symbol(id: string): string {
  return `${address}#${id}`
}
