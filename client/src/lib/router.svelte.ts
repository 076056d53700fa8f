import { isOurs, parseRoute, type Route } from './routes'

let current = $state.raw<Route>(parseRoute(location.pathname))

export const router = {
  get route(): Route {
    return current
  },
}

/** The address of the present page, as a link would name it. */
const here = () => location.pathname + location.search

/** The page of the client that led here; `otherwise` where nothing did. */
export function cameFrom(otherwise: string): string {
  const from: unknown = (history.state as { from?: unknown } | null)?.from
  return typeof from === 'string' && from !== here() ? from : otherwise
}

/** Opens a page of the client; `replace` when Back must not return to the present one. */
export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState({ from: here() }, '', path)
  else history.replaceState(history.state, '', path)
  current = parseRoute(location.pathname)
  scrollTo(0, 0)
}

/** Plain clicks on links inside the client change the page without a reload. */
export function followLinks(): void {
  addEventListener('popstate', () => (current = parseRoute(location.pathname)))
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (!isOurs(link.pathname) || (link.pathname === location.pathname && link.hash)) return
    event.preventDefault()
    // The way back is the way one came: the browser's own Back does not lead here again.
    if (link.rel === 'prev' && cameFrom('') === link.pathname + link.search) history.back()
    else go(link.pathname + link.search + link.hash)
  })
}
