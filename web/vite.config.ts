import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The content security policy lets fonts come only from this site, not from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The app, and the player that other sites put into their pages.
      input: ['index', 'embed', 'embed-unavailable'].map((page) => `${import.meta.dirname}/${page}.html`),
    },
  },
  server: { proxy: { '/api': server, '/objects': server } },
})
