import { dictionary } from '../lib/i18n.svelte'

/** The words of everything around the table. */
export const shell = dictionary({ play: 'Hrať' }, { play: 'Play' })
