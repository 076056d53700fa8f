// From one moment of a record to the next: every open card flies from where it was seen last.

const MS = 320
const EASING = 'cubic-bezier(.2,.7,.2,1)'
const FACES = 'svg[data-face]'

/** Where each card is, by its code; a card of the second pack shares it with its twin. */
export type Places = ReadonlyMap<string, DOMRect>

const STOCK = 'stock'

export function placesOf(board: HTMLElement): Places {
  const places = new Map<string, DOMRect>()
  for (const face of board.querySelectorAll<SVGElement>(FACES))
    places.set(face.dataset.face!, face.getBoundingClientRect())
  const stock = board.querySelector('[data-stock] svg, [data-stock] .hole')
  if (stock) places.set(STOCK, stock.getBoundingClientRect())
  return places
}

/** Cards that were not seen before come from the stock. */
export function flyFrom(board: HTMLElement, before: Places): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const face of board.querySelectorAll<SVGElement>(FACES)) {
    const from = before.get(face.dataset.face!) ?? before.get(STOCK)
    const to = face.getBoundingClientRect()
    if (!from || Math.hypot(from.x - to.x, from.y - to.y) < 2) continue
    const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`
    face.animate(
      { transform: [start, 'none'], transformOrigin: ['0 0', '0 0'] },
      { duration: MS, easing: EASING },
    )
  }
}
