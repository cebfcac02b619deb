import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { feedFormats, feedPath, feedTypes, type FeedFormat } from '../../../../contract/discovery/rss.ts'
import { TagParams, ToolParams } from '../../../../contract/discovery/tags.ts'
import { UsernameParams } from '../../../../contract/social/profiles.ts'
import { tagKey, tagPath, toolPath } from '../../../../contract/videos/tags.ts'
import { toolLabels } from '../../../../contract/videos/videos.ts'
import { AppError } from '../../../errors/app-error.ts'
import { pageRoute } from '../../../http/page-route.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { PublicText, sendPublic } from '../../../http/replies/ready-json.ts'
import type { Deps } from '../../../setup/deps.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { VIDEO_CHANGED, VIDEO_INDEXED } from '../../../signals/video-signals.ts'
import { excerpt } from '../../site/pages/heads/page-head.ts'
import { type CurrentSettings, SITE_SETTINGS_CHANGED } from '../../site/settings/site-settings.ts'
import { largeIcon } from '../../site/settings/site-icon.ts'
import type { ShareMetadata } from '../../site/pages/share-metadata.ts'
import { nameOf } from '../../site/pages/heads/structured-data.ts'
import { writeAtom } from './atom.ts'
import { type Feed, makeFeed } from './feed.ts'
import { type FeedOf, listForFeed } from './feeds.queries.ts'
import { writeJsonFeed } from './json-feed.ts'
import { writeRss } from './rss.ts'

const ITEMS = 30
const MAX_FEEDS = 500

const writers: Record<FeedFormat, (feed: Feed, self: string) => string> = {
  atom: writeAtom,
  rss: writeRss,
  json: writeJsonFeed,
}

/** The subject of a feed: the videos that it lists, and its texts. */
interface Subject {
  of: FeedOf
  /** Permanent id by which readers recognise the feed; its page's URL by default. */
  id?: string
  /** Title without the site's name. Absent for the feed of all clips, whose title is the site's name. */
  title?: string
  /** Description of the feed; the site's tagline by default. */
  description?: string
  /** Path of the page that shows the same videos. */
  page: string
}

/**
 * Registers the feeds of the newest clips of the site, a person, a tag or a tool. They are the same for all clients.
 */
export function feedRoutes(
  app: FastifyInstance,
  { config, readShared, signals }: Pick<Deps, 'config' | 'readShared' | 'signals'>,
  { metadata, settings }: { metadata: ShareMetadata; settings: CurrentSettings },
): void {
  const { publicUrl } = config
  const feeds = new ReadCache<PublicText, [page: string, format: FeedFormat]>({
    max: MAX_FEEDS,
    bytesOf: ({ plain }) => 2 * plain.body.length,
    signals,
    droppedBy: {
      [VIDEO_CHANGED]: 'all',
      [VIDEO_INDEXED]: 'all',
      [PROFILE_CHANGED]: 'all',
      [SITE_SETTINGS_CHANGED]: 'all',
    },
  })

  async function write({ of, page, title: ownTitle, ...subject }: Subject, format: FeedFormat): Promise<PublicText> {
    const address = publicUrl + page
    const rows = await readShared((db) => listForFeed(db, of, ITEMS))
    const { siteName, tagline, icon } = await settings.readLast()
    const title = ownTitle === undefined ? siteName : `${ownTitle} on ${siteName}`
    const about = { id: address, description: tagline, ...subject, title, page: address }
    const feed = makeFeed({ ...about, icon: publicUrl + largeIcon(icon).path }, rows, config)
    return new PublicText(
      writers[format](feed, publicUrl + feedPath(page, format)),
      `${feedTypes[format]}; charset=utf-8`,
    )
  }

  /**
   * Registers a feed in each format.
   *
   * @param find Returns the subject that the URL names, or `undefined` if it does not exist.
   */
  function feedsOf<Params extends z.ZodMiniType>(
    page: string,
    params: Params,
    find: (params: z.output<Params>) => Promise<Subject | undefined> | Subject | undefined,
  ): void {
    for (const format of feedFormats) {
      pageRoute(app, {
        path: feedPath(page, format),
        params,
        async handle(given, { headers }, reply) {
          const subject = await find(given)
          if (!subject) throw noSuchFeed()
          const feed = await feeds.get([subject.page, format], () => write(subject, format))
          return sendPublic(headers, reply, feed)
        },
        handleMalformed() {
          throw noSuchFeed()
        },
      })
    }
  }

  feedsOf('/', z.object({}), () => ({ of: { all: true }, page: '/' }))
  feedsOf('/profile/:username', UsernameParams, ({ username }) => findPerson(metadata, username))
  feedsOf('/tag/:tag', TagParams, getTag)
  feedsOf('/tool/:tool', ToolParams, getTool)
}

function noSuchFeed(): AppError {
  return new AppError('NOT_FOUND', 'This feed doesn’t exist')
}

async function findPerson(metadata: ShareMetadata, username: string): Promise<Subject | undefined> {
  const person = await metadata.findPerson(username)
  if (!person) return undefined
  const name = nameOf(person)
  return {
    of: { userId: person.id },
    // The id survives a change of username, so readers recognise the feed at its new address.
    id: `urn:uuid:${person.id}`,
    title: name,
    description: person.bio ? excerpt(person.bio) : `AI-generated videos by ${name}.`,
    page: `/profile/${person.username}`,
  }
}

/**
 * Returns the subject of a tag's feed. The tag need not have been used yet, because a reader may subscribe before its
 * first clip.
 */
function getTag({ tag }: z.output<typeof TagParams>): Subject {
  const key = tagKey(tag)
  return {
    of: { tag: key },
    title: `#${key}`,
    description: `AI-generated videos tagged #${key}.`,
    page: tagPath(key),
  }
}

function getTool({ tool }: z.output<typeof ToolParams>): Subject {
  const name = tool === 'other' ? 'other tools' : toolLabels[tool]
  return {
    of: { tool },
    title: `Made with ${name}`,
    description: `Videos made with ${name}.`,
    page: toolPath(tool),
  }
}
