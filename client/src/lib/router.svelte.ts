import { isOurs, parseRoute, type Route } from './routes'

let current = $state.raw<Route>(parseRoute(location.pathname))

export const router = {
  get route(): Route {
    return current
  },
}

/** Opens a page of the client; `replace` when Back must not return to the present one. */
export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', path)
  else history.replaceState(null, '', path)
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
    go(link.pathname + link.search + link.hash)
  })
}
