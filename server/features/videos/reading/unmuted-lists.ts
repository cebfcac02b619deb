import type { Viewer } from '../../../access/can.ts'
import type { PageOf } from '../../../http/cursor.ts'
import type { MutedPeople } from '../../social/mutes-and-blocks/muted-people.ts'
import type { CachedPage, ListName, VideoCache } from './video-cache.ts'
import type { RowPage } from './videos.queries.ts'

/** Reads a page of a list. With a viewer's id, creators whom this viewer has muted are left out. */
export type LoadPage = (page: PageOf, viewerId?: string) => Promise<RowPage>

/** Reads shared lists of videos, leaving out those by creators whom the viewer has muted. */
export class UnmutedLists {
  readonly #cache: VideoCache
  readonly #muted: MutedPeople

  constructor(cache: VideoCache, muted: MutedPeople) {
    this.#cache = cache
    this.#muted = muted
  }

  /**
   * Returns the shared page without creators whom this viewer has muted. If no clip is left, it reads the next page
   * with unmuted creators for this viewer alone, so that only the last page can be empty.
   */
  async getPage(list: ListName, query: PageOf, viewer: Viewer, load: LoadPage): Promise<CachedPage> {
    const page = await this.#cache.getPage(list, query, () => load(query))
    if (!viewer?.hasMuted) return page
    const muted = await this.#muted.of(viewer)
    const shown = page.filter(({ userId }) => !muted.has(userId))
    if (shown.ids.length > 0 || page.nextCursor === null) return shown
    const rest = { limit: query.limit, cursor: page.nextCursor }
    return this.#cache.toPage(() => load(rest, viewer.id))
  }
}
