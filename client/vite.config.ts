import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

const server = 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: {
    outDir: process.env.FARAON_WEB ?? '../src/faraon/server/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy wants files, and the browser caches them
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': server, '/rules/': server, '/ws': { target: server, ws: true } } },
  // one document a worker: making one for every file takes longer than all the tests
  test: { environment: 'happy-dom', pool: 'vmThreads', include: ['tests/**/*.test.ts'] },
})
