import { iconAddress } from '../../../../contract/site/default-branding.ts'
import type { FastifyInstance } from 'fastify'
import type { CurrentSettings } from '../settings/site-settings.ts'

/** Serves the web app manifest, with which browsers install the site as an app. */
export function manifestRoutes(app: FastifyInstance, settings: CurrentSettings): void {
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { siteName, tagline, icon } = await settings.readLast()
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json; charset=utf-8')
      .send({
        ...manifest,
        name: siteName,
        short_name: siteName,
        description: tagline,
        icons: icon ? [{ src: iconAddress(icon), sizes: '512x512', type: 'image/webp' }] : icons,
      })
  })
}

const icons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

const manifest = {
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#110d0b',
  theme_color: '#110d0b',
  categories: ['entertainment', 'social'],
}
