import { batched } from '../../concurrency/batch.ts'
import type { Db } from '../../db/connect.ts'
import type { Signals } from '../../signals/signals.ts'
import { PublicJson } from '../../http/route.ts'
import { pageJson, SharedReads } from '../../http/shared-reads.ts'
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
export interface SharedCommentPage {
  /** Of the video. */
  ownerId: string
  /** Whether the video is. */
  isHidden: boolean
  ids: string[]
  /** The JSON of each comment without `isLiked` and the closing brace. */
  heads: string[]
  nextCursor: string | null
  /** The page for whoever likes none of them. */
  json: string
  ready?: PublicJson
}

export interface SharedComments {
  /** @param cursor As it came. @returns `undefined` if there is no such video. */
  getPage(page: CommentPageOf, cursor: string | undefined): Promise<SharedCommentPage | undefined>
}

/** The pages of comments that were read within the last second. */
export function createSharedComments({ db, signals }: { db: Db; signals: Signals }): SharedComments {
  const pages = new SharedReads<SharedCommentPage | undefined>(MAX_PAGES, (page) => 6 * (page?.json.length ?? 0))
  const load = batched(
    async (asked: CommentPageOf[]) => {
      const found = await listComments(db, asked)
      return found.map((page) => page && toPage(page))
    },
    { maxItems: MAX_BATCH },
  )

  const forgetVideo = (videoId: string) => pages.drop(videoId)
  const forgetAll = () => pages.drop()
  signals.on(COMMENTS_CHANGED, forgetVideo, forgetAll)
  // A hidden video's comments are hidden with it.
  signals.on(VIDEO_CHANGED, forgetVideo)
  // Their names and pictures may stand beside comments below any video.
  signals.on(PROFILE_CHANGED, forgetAll)

  return {
    getPage(page, cursor = '') {
      // Signals name videos as the database writes their ids.
      const key = `${page.videoId.toLowerCase()} ${page.limit} ${cursor}`
      return pages.get(key, () => load(page))
    },
  }
}

/** The page as a viewer gets it who likes the comments of `liked`. */
export function pageForViewer(page: SharedCommentPage, liked: ReadonlySet<string>): string {
  if (liked.size === 0) return page.json
  const items = page.heads.map((head, i) => commentJson(head, liked.has(page.ids[i] ?? '')))
  return pageJson('comments', items, page.nextCursor)
}

export function pageForVisitors(page: SharedCommentPage): PublicJson {
  page.ready ??= new PublicJson(page.json)
  return page.ready
}

function toPage({ ownerId, isHidden, rows, nextCursor }: CommentRows): SharedCommentPage {
  const heads = rows.map(headOf)
  const items = heads.map((head) => commentJson(head, false))
  return {
    ownerId,
    isHidden,
    ids: rows.map(({ id }) => id),
    heads,
    nextCursor,
    json: pageJson('comments', items, nextCursor),
  }
}

function commentJson(head: string, isLiked: boolean): string {
  return `${head},"isLiked":${isLiked}}`
}

/** Names each field that goes out: a column that nobody declared cannot leak. */
function headOf(row: CommentRow): string {
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
  return JSON.stringify(head).slice(0, -1)
}
