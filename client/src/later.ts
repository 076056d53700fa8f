// Pages that nobody sees first: they are fetched when one of them is asked for, all at once.
export { default as CreateTable } from './screens/CreateTable.svelte'
export { default as Learn } from './screens/Learn.svelte'
export { default as MyGames } from './screens/MyGames.svelte'
export { default as OpenTables } from './screens/OpenTables.svelte'
export { default as RecordPage } from './replay/RecordPage.svelte'
export { default as ReplayPage } from './replay/ReplayPage.svelte'
export { default as RulesList } from './screens/RulesList.svelte'
export { default as SettingsPage } from './screens/SettingsPage.svelte'
