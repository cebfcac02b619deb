interface SiteLink {
  name: string
  /** An absolute https address. */
  url: string
}

interface SiteConfig {
  /** The lines of the ticker, in order. */
  news: string[]
  /** The text before the names of the sponsors. */
  sponsorsLead: string
  sponsors: SiteLink[]
}

/**
 * Settings that differ between sites. By default, the sponsors are the open-source projects that Reverie is built on.
 */
export const site: SiteConfig = {
  news: [
    'The alpha is open: the first 100 creators get a numbered profile badge',
    'In this MVP you can view and share AI-generated video',
  ],
  sponsorsLead: 'Built on',
  sponsors: [
    { name: 'Node.js', url: 'https://nodejs.org' },
    { name: 'PostgreSQL', url: 'https://www.postgresql.org' },
    { name: 'FFmpeg', url: 'https://ffmpeg.org' },
    { name: 'Fastify', url: 'https://fastify.dev' },
    { name: 'Kysely', url: 'https://kysely.dev' },
    { name: 'React', url: 'https://react.dev' },
    { name: 'TanStack', url: 'https://tanstack.com' },
    { name: 'Radix', url: 'https://www.radix-ui.com' },
    { name: 'Tailwind CSS', url: 'https://tailwindcss.com' },
    { name: 'Vite', url: 'https://vite.dev' },
  ],
}
