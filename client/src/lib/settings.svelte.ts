/** What the visitor prefers, remembered in this browser. */
export type Language = 'sk' | 'en'
export type Theme = 'system' | 'light' | 'dark'
export type Indices = 'roman' | 'arabic'
/** How long a plain tap can be taken back: in the first games a moment, until one knows what a tap does. */
export type TakeBack = 'first' | 'always' | 'never'
export type CardOrder = 'suit' | 'value' | 'dealt'

export interface Settings {
  language: Language
  theme: Theme
  /** How slowly things move: 0 at once, 1 a human pace, up to 2. */
  pace: number
  sounds: boolean
  /** From 0 to 1. */
  volume: number
  /** A phone is felt, too. */
  haptics: boolean
  takeBack: TakeBack
  /** How many games were dealt to this visitor. */
  games: number
  indices: Indices
  largeIndices: boolean
  fourColours: boolean
  contrast: boolean
  /** What the sizes of all texts are multiplied by. */
  text: number
  leftHanded: boolean
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
    volume: 0.7,
    haptics: true,
    takeBack: 'first',
    games: 0,
    indices: 'roman',
    largeIndices: false,
    fourColours: false,
    contrast: matchMedia('(prefers-contrast: more)').matches,
    text: 1,
    leftHanded: false,
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
    takeBack: ['first', 'always', 'never'],
    indices: ['roman', 'arabic'],
    text: [1, 1.15, 1.3],
  }
  for (const [key, value] of Object.entries(found)) {
    if (!(key in settings) || typeof value !== typeof settings[key as keyof Settings]) continue
    if (allowed[key as keyof Settings]?.includes(value) === false) continue
    Object.assign(settings, { [key]: value })
  }
  settings.volume = Math.min(1, Math.max(0, settings.volume || 0))
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

const FIRST_GAMES = 3

/** Whether a plain tap waits for second thoughts. */
export function tapsWait(): boolean {
  return settings.takeBack === 'always' || (settings.takeBack === 'first' && settings.games <= FIRST_GAMES)
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
      const { dataset, style } = document.documentElement
      dataset.theme = isDark() ? 'dark' : 'light'
      dataset.contrast = settings.contrast ? 'high' : 'usual'
      dataset.bar = settings.leftHanded ? 'left' : 'right'
      style.setProperty('--text-scale', String(settings.text))
    })
  })
}
