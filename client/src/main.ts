import { mount } from 'svelte'
import App from './App.svelte'
import './lib/tokens.css'
import './lib/base.css'
import { followLinks } from './lib/router.svelte'
import { applySettings } from './lib/settings.svelte'

applySettings()
followLinks()
mount(App, { target: document.getElementById('app')! })
