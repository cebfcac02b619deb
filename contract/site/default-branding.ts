import { tools } from '../videos/videos.ts'
import type { Branding } from './branding.ts'

/** News about the alpha phase of Reverie. A site with a name of its own is not in that phase. */
const alphaNews: Branding['ticker'] = [
  { text: 'The alpha is open: the first 100 creators get a numbered profile badge', url: null },
  { text: 'In this MVP you can view and share AI-generated video', url: null },
]

/**
 * The appearance of a site whose admins changed nothing. The ticker names the open-source projects that the software is
 * built on. This module is separate from the schemas, because every page loads it.
 */
export const defaultBranding: Branding = {
  siteName: 'Reverie',
  tagline: 'Create, share and discover AI-generated videos',
  splashTagline: 'The OS for your imagination',
  notFoundHeading: '404 Page Not Found',
  notFoundText: 'Did you forget to add the page to the router?',
  ticker: [
    ...alphaNews,
    { text: 'Built on', url: null },
    { text: 'Node.js', url: 'https://nodejs.org' },
    { text: 'PostgreSQL', url: 'https://www.postgresql.org' },
    { text: 'FFmpeg', url: 'https://ffmpeg.org' },
    { text: 'Fastify', url: 'https://fastify.dev' },
    { text: 'Kysely', url: 'https://kysely.dev' },
    { text: 'React', url: 'https://react.dev' },
    { text: 'TanStack', url: 'https://tanstack.com' },
    { text: 'Radix', url: 'https://www.radix-ui.com' },
    { text: 'Tailwind CSS', url: 'https://tailwindcss.com' },
    { text: 'Vite', url: 'https://vite.dev' },
  ],
  footerLinks: [],
  defaultTheme: 'dark',
  accentColour: null,
  icon: null,
  tools,
  ownRules: [],
}

/** Whether the site has the name of the software. Only such a site is in alpha. */
export function isDefaultName(siteName: string | undefined = defaultBranding.siteName): boolean {
  return siteName === defaultBranding.siteName
}

/** Returns the default branding of a site with this name, apart from the name itself. */
export function defaultsFor(siteName: string | undefined): Branding {
  if (isDefaultName(siteName)) return defaultBranding
  return { ...defaultBranding, ticker: defaultBranding.ticker.filter((news) => !alphaNews.includes(news)) }
}

/** Returns the address of the site's own icon. It changes with the picture, so browsers may keep it. */
export function iconAddress(hash: string): string {
  return `/site-icon.webp?v=${hash}`
}
