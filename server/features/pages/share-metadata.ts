import { Id } from '../../../contract/fields.ts'
import type { Deps } from '../../setup/deps.ts'
import { ReadCache } from '../../http/read-cache.ts'
import { PROFILE_CHANGED } from '../../signals/user-signals.ts'
import { VIDEO_CHANGED } from '../../signals/video-signals.ts'
import {
  findFirstPoster,
  findPersonMetadata,
  findVideoMetadata,
  type PersonMetadata,
  type VideoMetadata,
} from './share-metadata.queries.ts'

const MAX_KEPT = 2_000

/** What pages, embeds and oEmbed tell of videos and people, each read once a second at most. */
export interface ShareMetadata {
  /** A visible video by what an address says: `undefined` also for what is no id. */
  findVideo(id: string): Promise<VideoMetadata | undefined>
  /** The object that is the poster of the wall's first card. */
  findFirstPoster(): Promise<string | undefined>
  /** Ignoring case. */
  findPerson(username: string): Promise<PersonMetadata | undefined>
}

export function createShareMetadata({ db, signals }: Pick<Deps, 'db' | 'signals'>): ShareMetadata {
  const videos = new ReadCache<VideoMetadata | undefined>({
    max: MAX_KEPT,
    signals,
    droppedBy: { [VIDEO_CHANGED]: (id, key) => id === key, [PROFILE_CHANGED]: 'all' },
  })
  const people = new ReadCache<PersonMetadata | undefined>({
    max: MAX_KEPT,
    signals,
    droppedBy: { [PROFILE_CHANGED]: 'all' },
  })
  const firstPoster = new ReadCache<string | undefined>({ max: 1, signals, droppedBy: { [VIDEO_CHANGED]: 'all' } })
  return {
    async findVideo(given) {
      const { data: id } = Id.safeParse(given)
      return id === undefined ? undefined : videos.get(id, () => findVideoMetadata(db, id))
    },
    findFirstPoster: () => firstPoster.get('', () => findFirstPoster(db)),
    async findPerson(given) {
      const username = given.toLowerCase()
      if (!/^[a-z0-9]{1,50}$/.test(username)) return undefined
      return people.get(username, () => findPersonMetadata(db, username))
    },
  }
}
