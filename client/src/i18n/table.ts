import { dictionary } from '../lib/i18n.svelte'

/** The words of the table. */
export const table = dictionary({ table: 'Stôl' }, { table: 'Table' })
