import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Plugin } from 'vite'
import { sharedChunks } from './build/shared-chunks.ts'

const api = `http://127.0.0.1:${process.env.API_PORT ?? 3000}`

/** Vite copies `public` files without minifying them. */
const minifyTheme: Plugin = {
  name: 'minify-theme',
  writeBundle({ dir = '' }) {
    const theme = join(dir, 'theme.js')
    writeFileSync(theme, minifySync(theme, readFileSync(theme, 'utf8')).code)
  },
}

export default defineConfig({
  plugins: [react(), tailwindcss(), minifyTheme],
  // wouter's shim serves React 17; React 19 has the hook itself.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    sourcemap: false,
    license: { fileName: 'licences.txt' },
    emptyOutDir: true,
    // Browsers without prefetch support load chunks on demand.
    modulePreload: { polyfill: false },
    // The initial code stays in one chunk, because several chunks compress worse.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'], priority: 9 }, ...sharedChunks] } },
    },
  },
  server: { proxy: { '/api': api, '/media': api, '/healthz': api } },
})
