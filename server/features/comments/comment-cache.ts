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
  authorIds: string[]
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
  /** A page for one viewer, who has muted all that are on the page before it. */
  readFor(viewerId: string, page: CommentPageOf): Promise<CachedPage | undefined>
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
    readFor: (viewerId, page) => load({ ...page, viewerId }),
  }
}

/** The page for whoever does not want to see what these people wrote. */
export function withoutAuthors(page: CachedPage, muted: ReadonlySet<string>): CachedPage {
  const isShown = (_: unknown, i: number) => !muted.has(page.authorIds[i] ?? '')
  const ids = page.ids.filter(isShown)
  if (ids.length === page.ids.length) return page
  const heads = page.heads.filter(isShown)
  const { ownerId, isHidden, nextCursor } = page
  return {
    ownerId,
    isHidden,
    ids,
    authorIds: page.authorIds.filter(isShown),
    heads,
    nextCursor,
    json: jsonOf(heads, nextCursor),
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
  return {
    ownerId,
    isHidden,
    ids: rows.map(({ id }) => id),
    authorIds: rows.map(({ userId }) => userId),
    heads,
    nextCursor,
    json: jsonOf(heads, nextCursor),
  }
}

function jsonOf(heads: OpenJson[], nextCursor: string | null): string {
  return pageJson(
    'comments',
    heads.map((head) => complete(head, false)),
    nextCursor,
  )
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
