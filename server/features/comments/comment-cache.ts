import { batched } from '../../concurrency/batch.ts'
import type { Db } from '../../db/connect.ts'
import type { Signals } from '../../signals/signals.ts'
import { ReadCache } from '../../http/read-cache.ts'
import { complete, type OpenJson, openJson, pageJson, PublicJson } from '../../http/replies/ready-json.ts'
import { PROFILE_CHANGED } from '../../signals/user-signals.ts'
import { VIDEO_CHANGED } from '../../signals/video-signals.ts'
import { COMMENTS_CHANGED } from '../../signals/comment-signals.ts'
import type { CommentRow } from './comments.queries.ts'
import { listComments, type CommentPageOf, type CommentRows } from './list-comments.ts'

/** A page of a hundred long comments is about 200 kB. */
const MAX_PAGES = 300
/** Pages of one query: a longer one would hold up everybody else while its rows are turned into JSON. */
const MAX_BATCH = 32

/** A page of comments as it is the same for everybody. */
export interface CachedPage {
  /** Of the video. */
  ownerId: string
  /** Whether the video is. */
  isHidden: boolean
  ids: string[]
  /** Each comment without `isLiked`. */
  heads: OpenJson[]
  nextCursor: string | null
  /** The page for whoever likes none of them. */
  json: string
  ready?: PublicJson
}

export interface CommentCache {
  /** @param cursor As it came. @returns `undefined` if there is no such video. */
  getPage(page: CommentPageOf, cursor: string | undefined): Promise<CachedPage | undefined>
}

/** The pages of comments that were read within the last second. */
export function createCommentCache({ db, signals }: { db: Db; signals: Signals }): CommentCache {
  // Signals name videos as the database writes their ids.
  const belowVideo = (videoId: string, key: string) => key.startsWith(videoId)
  const pages = new ReadCache<CachedPage | undefined>({
    max: MAX_PAGES,
    bytesOf: (page) => 6 * (page?.json.length ?? 0),
    signals,
    droppedBy: {
      [COMMENTS_CHANGED]: belowVideo,
      // A hidden video's comments are hidden with it.
      [VIDEO_CHANGED]: belowVideo,
      // Their names and pictures may stand beside comments below any video.
      [PROFILE_CHANGED]: 'all',
    },
  })
  const load = batched(
    async (asked: CommentPageOf[]) => {
      const found = await listComments(db, asked)
      return found.map((page) => page && toPage(page))
    },
    { maxItems: MAX_BATCH },
  )

  return {
    getPage(page, cursor = '') {
      const key = `${page.videoId.toLowerCase()} ${page.limit} ${cursor}`
      return pages.get(key, () => load(page))
    },
  }
}

/** The page as a viewer gets it who likes the comments of `liked`. */
export function pageForViewer(page: CachedPage, liked: ReadonlySet<string>): string {
  if (liked.size === 0) return page.json
  const items = page.heads.map((head, i) => complete(head, liked.has(page.ids[i] ?? '')))
  return pageJson('comments', items, page.nextCursor)
}

export function pageForVisitors(page: CachedPage): PublicJson {
  page.ready ??= new PublicJson(page.json)
  return page.ready
}

function toPage({ ownerId, isHidden, rows, nextCursor }: CommentRows): CachedPage {
  const heads = rows.map(headOf)
  const items = heads.map((head) => complete(head, false))
  return {
    ownerId,
    isHidden,
    ids: rows.map(({ id }) => id),
    heads,
    nextCursor,
    json: pageJson('comments', items, nextCursor),
  }
}

/** Names each field that goes out: a column that nobody declared cannot leak. */
function headOf(row: CommentRow): OpenJson {
  const head: CommentRow = {
    id: row.id,
    userId: row.userId,
    videoId: row.videoId,
    text: row.text,
    likesCount: row.likesCount,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    username: row.username,
    displayName: row.displayName,
    avatarUrl: row.avatarUrl,
  }
  return openJson(head)
}
