import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sharedChunks } from './build/shared-chunks.ts'

const api = `http://127.0.0.1:${process.env.API_PORT ?? 3000}`

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    sourcemap: false,
    license: { fileName: 'licences.txt' },
    emptyOutDir: true,
    // Browsers that do not fetch in advance fetch when they come to it.
    modulePreload: { polyfill: false },
    // What the first picture needs is one file: cut up by who shares what, it compresses worse.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'], priority: 9 }, ...sharedChunks] } },
    },
  },
  server: { proxy: { '/api': api, '/media': api, '/healthz': api } },
})
