import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../setup/deps.ts'
import { ReadCache } from '../../http/read-cache.ts'
import { VIDEO_CHANGED } from '../../signals/video-signals.ts'
import { listForSitemap } from './share-metadata.queries.ts'
import { sitePageNames } from '../../../contract/site-pages.ts'
import { screens } from './screens.ts'

/** Search engines take 50,000 addresses; the newest are those that they do not know yet. */
const MAX_VIDEOS = 10_000

/** What search engines may visit, and what there is: the screens and the newest visible videos. */
export function sitemapRoutes(
  app: FastifyInstance,
  { config: { publicUrl }, db, signals }: Pick<Deps, 'config' | 'db' | 'signals'>,
): void {
  const sitemaps = new ReadCache<string>({ max: 1, signals, droppedBy: { [VIDEO_CHANGED]: 'all' } })

  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow:\n\nSitemap: ${publicUrl}/sitemap.xml\n`),
  )

  app.get('/sitemap.xml', async (_request, reply) => {
    const sitemap = await sitemaps.get('', async () => writeSitemap(await listForSitemap(db, MAX_VIDEOS), publicUrl))
    return reply.header('cache-control', 'public, max-age=60').type('application/xml; charset=utf-8').send(sitemap)
  })
}

function writeSitemap(videos: { id: string; updatedAt: string }[], origin: string): string {
  const paths = [
    ...Object.values(screens).flatMap(({ path }) => path ?? []),
    ...sitePageNames.map((name) => `/${name}`),
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    ...videos.map(({ id, updatedAt }) => `<url><loc>${origin}/video/${id}</loc><lastmod>${updatedAt}</lastmod></url>`),
    '</urlset>\n',
  ].join('\n')
}
