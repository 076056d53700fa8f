/** What the visitor prefers, remembered in this browser. */
export type Language = 'sk' | 'en'
export type Theme = 'system' | 'light' | 'dark'
export type CardOrder = 'suit' | 'value' | 'dealt'

export interface Settings {
  language: Language
  theme: Theme
  /** How slowly things move: 0 at once, 1 a human pace, up to 2. */
  pace: number
  sounds: boolean
  /** A plain tap can be taken back for a moment before it is sent. */
  takeBack: boolean
  order: CardOrder
  /** The visitor's name at tables; empty until it was asked for. */
  name: string
  /** The level of the opponent of the quick game. */
  level: string
}

const KEY = 'faraon.settings'

export function defaults(languages: readonly string[] = navigator.languages): Settings {
  const slovak = /^(sk|cs)\b/i // a Czech reads Slovak more gladly than English
  return {
    language: slovak.test(languages[0] ?? '') ? 'sk' : 'en',
    theme: 'system',
    pace: 1,
    sounds: true,
    takeBack: true,
    order: 'suit',
    name: '',
    level: '',
  }
}

/** Reads what an older version or a curious visitor may have stored: anything of the wrong kind is ignored. */
export function restore(stored: string | null): Settings {
  const settings = defaults()
  let found: unknown = null
  try {
    found = JSON.parse(stored ?? 'null')
  } catch {
    return settings
  }
  if (typeof found !== 'object' || found === null) return settings
  const allowed: Partial<Record<keyof Settings, readonly unknown[]>> = {
    language: ['sk', 'en'],
    theme: ['system', 'light', 'dark'],
    order: ['suit', 'value', 'dealt'],
  }
  for (const [key, value] of Object.entries(found)) {
    if (!(key in settings) || typeof value !== typeof settings[key as keyof Settings]) continue
    if (allowed[key as keyof Settings]?.includes(value) === false) continue
    Object.assign(settings, { [key]: value })
  }
  return settings
}

export const settings: Settings = $state(restore(read()))

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null // storage is forbidden: the settings last as long as the page
  }
}

const night = matchMedia('(prefers-color-scheme: dark)')
let systemIsDark = $state(night.matches)

export function isDark(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'system' && systemIsDark)
}

/** Keeps the stored settings and the document in step with the settings; called once. */
export function applySettings(): void {
  night.addEventListener('change', () => (systemIsDark = night.matches))
  addEventListener('storage', (event) => {
    if (event.key === KEY) Object.assign(settings, restore(event.newValue))
  })
  $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify(settings)
      try {
        localStorage.setItem(KEY, text)
      } catch {
        // storage is full or forbidden: the settings last as long as the page
      }
    })
    $effect(() => {
      document.documentElement.lang = settings.language
      document.documentElement.dataset.theme = isDark() ? 'dark' : 'light'
    })
  })
}
