import type { FastifyInstance } from 'fastify'
import { tagPath, toolPath } from '../../../../contract/videos/tags.ts'
import { tools } from '../../../../contract/videos/videos.ts'
import type { Db } from '../../../db/connect.ts'
import { escapeHtml } from '../../../http/replies/html.ts'
import { getTool } from '../../discovery/tags/tags.queries.ts'
import { PublicText, sendPublic } from '../../../http/replies/ready-json.ts'
import type { Deps } from '../../../setup/deps.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { listForSitemap, listTagsForSitemap } from './share-metadata.queries.ts'
import { sitePageNames } from '../../../../contract/site/static-pages.ts'
import type { SitePages } from '../static-pages/site-pages.ts'
import { screens } from './screens.ts'

/** Maximum number of videos in the sitemap. The newest are listed, because search engines do not know them yet. */
const MAX_VIDEOS = 10_000
const MAX_TAGS = 5_000
/** Minimum number of clips. The page of a tag or a tool with fewer adds nothing to the clips' own pages. */
const MIN_VIDEOS = 3
const TOPICS_MAX_AGE_MS = 60_000

/** Serves robots.txt and the sitemap of the screens and the newest visible videos. */
export function sitemapRoutes(
  app: FastifyInstance,
  { config: { publicUrl }, readShared, signals }: Pick<Deps, 'config' | 'readShared' | 'signals'>,
  sitePages: SitePages,
): void {
  const sitemaps = new ReadCache<PublicText>({ max: 1, signals, droppedBy: { [VIDEO_CHANGED]: 'all' } })

  // The topics are cached for longer, because their query reads all tags.
  const topics = new ReadCache<string[]>({ max: 1, maxAgeMs: TOPICS_MAX_AGE_MS, signals, droppedBy: {} })

  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow:\n\nSitemap: ${publicUrl}/sitemap.xml\n`),
  )

  async function read(): Promise<PublicText> {
    const [videos, topicPaths, hasContact] = await Promise.all([
      readShared((db) => listForSitemap(db, MAX_VIDEOS)),
      topics.get('', () => readShared(listTopicPaths)),
      sitePages.hasContact(),
    ])
    const pages = sitePageNames.filter((name) => name !== 'contact' || hasContact).map((name) => `/${name}`)
    return new PublicText(writeSitemap(videos, [...pages, ...topicPaths], publicUrl), 'application/xml; charset=utf-8')
  }

  app.get('/sitemap.xml', async ({ headers }, reply) => {
    const sitemap = await sitemaps.get('', () => read())
    return sendPublic(headers, reply, sitemap)
  })
}

/** Lists the paths of the tags and tools that have enough videos. */
async function listTopicPaths(db: Db): Promise<string[]> {
  const [tags, topics] = await Promise.all([
    listTagsForSitemap(db, { atLeast: MIN_VIDEOS, limit: MAX_TAGS }),
    Promise.all(tools.map(async (tool) => ({ tool, ...(await getTool(db, tool)) }))),
  ])
  return [
    ...topics.filter(({ videosCount }) => videosCount >= MIN_VIDEOS).map(({ tool }) => toolPath(tool)),
    ...tags.map(tagPath),
  ]
}

function writeSitemap(videos: { id: string; updatedAt: string }[], otherPaths: string[], origin: string): string {
  const paths = ['/', ...Object.values(screens).flatMap(({ path }) => path ?? []), ...otherPaths]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${escapeHtml(origin + path)}</loc></url>`),
    ...videos.map(({ id, updatedAt }) => `<url><loc>${origin}/video/${id}</loc><lastmod>${updatedAt}</lastmod></url>`),
    '</urlset>\n',
  ].join('\n')
}
