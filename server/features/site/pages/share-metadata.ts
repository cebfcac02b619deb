import { tagKey } from '../../../../contract/videos/tags.ts'
import type { Tool } from '../../../../contract/videos/videos.ts'
import type { Deps } from '../../../setup/deps.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { VIDEO_CHANGED, VIDEO_INDEXED } from '../../../signals/video-signals.ts'
import { getTag, getTool, listTagVideos, listToolVideos } from '../../discovery/tags/tags.queries.ts'
import type { NewAccountLimits } from '../../moderation/new-account-limits/new-account-limits.ts'
import {
  findFirstPoster,
  findPersonMetadata,
  findVideoMetadata,
  type PersonMetadata,
  type VideoMetadata,
} from './share-metadata.queries.ts'
import type { TopicMetadata } from './heads/topic-head.ts'

const MAX_KEPT = 2_000
/** Number of videos that the metadata of a tag or a tool lists: the newest ones. */
const newest = { limit: 12 }

/** Finds the metadata of videos and people that pages, embeds and oEmbed show, and caches it for one second. */
export type ShareMetadata = ReturnType<typeof createShareMetadata>

export function createShareMetadata(
  { readShared, signals }: Pick<Deps, 'readShared' | 'signals'>,
  newAccountLimits: Pick<NewAccountLimits, 'isNewAccount'>,
) {
  const videos = new ReadCache<VideoMetadata | undefined>({
    max: MAX_KEPT,
    signals,
    droppedBy: { [VIDEO_CHANGED]: 'key', [PROFILE_CHANGED]: 'all' },
  })
  const people = new ReadCache<PersonMetadata | undefined>({
    max: MAX_KEPT,
    signals,
    droppedBy: { [PROFILE_CHANGED]: 'all' },
  })
  /** Leaves out the website of a new account, as the profile page does. Search engines thus do not get it. */
  async function readPerson(username: string): Promise<PersonMetadata | undefined> {
    const person = await readShared((db) => findPersonMetadata(db, username))
    return person?.website && (await newAccountLimits.isNewAccount(person)) ? { ...person, website: null } : person
  }

  const topics = new ReadCache<TopicMetadata, ['tag' | 'tool', string]>({
    max: MAX_KEPT,
    signals,
    droppedBy: { [VIDEO_CHANGED]: 'all', [VIDEO_INDEXED]: 'all' },
  })
  const firstPoster = new ReadCache<string | undefined>({ max: 1, signals, droppedBy: { [VIDEO_CHANGED]: 'all' } })
  return {
    /** Finds a visible video. @param id An id as `Id` of the contract parses it. */
    findVideo: (id: string) => videos.get(id, () => readShared((db) => findVideoMetadata(db, id))),
    /** Returns the object id of the poster of the feed's first card. */
    findFirstPoster: () => firstPoster.get('', () => readShared(findFirstPoster)),
    /** Returns a tag in any spelling, even if it is unused. */
    getTag(tag: string): Promise<TopicMetadata> {
      const key = tagKey(tag)
      return topics.get(['tag', key], () =>
        readShared(async (db) => ({
          ...(await getTag(db, key, tag)),
          newest: (await listTagVideos(db, key, newest)).rows,
        })),
      )
    },
    getTool: (tool: Tool) =>
      topics.get(['tool', tool], () =>
        readShared(async (db) => ({
          ...(await getTool(db, tool)),
          newest: (await listToolVideos(db, tool, newest)).rows,
        })),
      ),
    /** Finds a person by username, ignoring case. */
    async findPerson(given: string): Promise<PersonMetadata | undefined> {
      const username = given.toLowerCase()
      if (!/^[a-z0-9]{1,50}$/.test(username)) return undefined
      return people.get(username, () => readPerson(username))
    },
  }
}
