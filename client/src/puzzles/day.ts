import { settings } from '../lib/settings.svelte'

/** A date as people say it: the day is the server's, wherever the visitor is. */
export function dayText(date: string): string {
  const language = settings.language === 'sk' ? 'sk-SK' : 'en-GB'
  const day = new Date(`${date}T12:00:00Z`)
  return day.toLocaleDateString(language, { day: 'numeric', month: 'long', timeZone: 'UTC' })
}
