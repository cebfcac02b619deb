import { batched } from '../../../concurrency/batch.ts'
import type { Deps } from '../../../setup/deps.ts'
import { cutPage, decodeCursor, encodeCursor, type Cursor } from '../../../http/cursor.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { complete, type OpenJson, openJson, pageJson, PublicJson } from '../../../http/replies/ready-json.ts'
import { withPublicAvatar } from '../../../objects/public-address.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { COMMENTS_CHANGED } from '../../../signals/comment-signals.ts'
import type { CommentRow } from './comments.queries.ts'
import type { UnseenComment } from './viewer-comments.ts'
import { listComments, type CommentPageOf, type CommentRows } from './list-comments.ts'

/** Maximum number of cached pages. A page of a hundred long comments takes about 200 kB. */
const MAX_PAGES = 300
/** Maximum number of pages per query. A larger batch would block the event loop while its rows are serialised. */
const MAX_BATCH = 32

interface CachedComment extends Cursor {
  authorId: string
  /** JSON without `isLiked`. */
  head: OpenJson
  /** Additional fields as JSON, for comments that only their author sees. */
  more?: string
}

/** A page of comments in its viewer-independent form. */
export interface CachedPage {
  /** Owner of the video. */
  ownerId: string
  /** Whether the video is hidden. */
  isHidden: boolean
  ids: string[]
  comments: CachedComment[]
  nextCursor: string | null
  /** JSON of the page for viewers who like none of its comments. */
  json: string
  ready?: PublicJson
}

export interface CommentCache {
  /**
   * Returns a cached page.
   * @param cursor The cursor as the client sent it.
   * @returns `undefined` if the video does not exist.
   */
  getPage(page: CommentPageOf, cursor: string | undefined): Promise<CachedPage | undefined>
  /**
   * Reads a page without the authors whom the viewer has muted. It is used if the shared page contains only muted
   * authors.
   */
  readFor(viewerId: string, page: CommentPageOf): Promise<CachedPage | undefined>
}

type PageKey = { videoId: string; limit: number; cursor: string | undefined }

/** Creates a cache of comment pages that were read within the last second. */
export function createCommentCache({
  readShared,
  signals,
  config,
}: Pick<Deps, 'readShared' | 'signals' | 'config'>): CommentCache {
  // Signals contain video ids in lowercase, as the database returns them.
  const belowVideo = (videoId: string, key: PageKey) => key.videoId === videoId
  const pages = new ReadCache<CachedPage | undefined, PageKey>({
    max: MAX_PAGES,
    bytesOf: (page) => 6 * (page?.json.length ?? 0),
    signals,
    droppedBy: {
      [COMMENTS_CHANGED]: belowVideo,
      // A hidden video's comments are hidden, too.
      [VIDEO_CHANGED]: belowVideo,
      // The names and avatars of the changed users may appear below any video.
      [PROFILE_CHANGED]: 'all',
    },
  })
  const load = batched(
    async (asked: CommentPageOf[]) => {
      const found = await readShared((db) => listComments(db, asked))
      return found.map((page) => page && toPage(page, config.objectsUrl))
    },
    { maxItems: MAX_BATCH },
  )

  return {
    getPage: (page, cursor) =>
      pages.get({ videoId: page.videoId.toLowerCase(), limit: page.limit, cursor }, () => load(page)),
    readFor: (viewerId, page) => load({ ...page, viewerId }),
  }
}

/** Returns the page without comments by muted authors. */
export function withoutAuthors(page: CachedPage, muted: ReadonlySet<string>): CachedPage {
  const comments = page.comments.filter(({ authorId }) => !muted.has(authorId))
  return comments.length === page.comments.length ? page : made({ ...page, comments })
}

/** Returns the page as JSON for a viewer who likes the comments in `liked`. */
export function pageForViewer(
  { comments, nextCursor, json }: Pick<CachedPage, 'comments' | 'nextCursor' | 'json'>,
  liked: ReadonlySet<string>,
): string {
  if (liked.size === 0) return json
  return pageJson(
    'comments',
    comments.map((comment) => itemJson(comment, liked)),
    nextCursor,
  )
}

/**
 * Merges the viewer's own comments that other viewers do not see into a page, each in its place. The result is cut to
 * `limit`, so that the next page continues at its end.
 *
 * @param unseen Comments on the same video, newest first.
 */
export function withOwnUnseen(page: CachedPage, unseen: UnseenComment[], { limit, after }: CommentPageOf): CachedPage {
  const end = page.nextCursor === null ? undefined : decodeCursor(page.nextCursor)
  const joining = unseen
    .filter((row) => (!after || isOlder(row, after)) && (!end || isOlder(end, row)))
    .map((row) => ({ ...asCached(row), more: row.isWaiting ? ',"isHeld":true' : ',"isHidden":true' }))
  if (joining.length === 0) return page
  const all = [...page.comments, ...joining].toSorted((a, b) => (isOlder(a, b) ? 1 : -1))
  const { rows: comments, nextCursor } = cutPage(all, limit, encodeCursor)
  return made({ ...page, comments, nextCursor: nextCursor ?? page.nextCursor })
}

/** Whether `a` comes after `b` in the list, which is sorted newest first. */
function isOlder(a: Cursor, b: Cursor): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id)
}

export function pageForVisitors(page: CachedPage): PublicJson {
  page.ready ??= new PublicJson(page.json)
  return page.ready
}

function toPage({ ownerId, isHidden, rows, nextCursor }: CommentRows, objectsUrl: string | undefined): CachedPage {
  const comments = rows.map((row) => asCached(withPublicAvatar(row, objectsUrl)))
  return made({ ownerId, isHidden, comments, nextCursor })
}

function asCached(row: CommentRow): CachedComment {
  return { id: row.id, createdAt: row.createdAt, authorId: row.userId, head: headOf(row) }
}

function made(page: Pick<CachedPage, 'ownerId' | 'isHidden' | 'comments' | 'nextCursor'>): CachedPage {
  const { ownerId, isHidden, comments, nextCursor } = page
  return {
    ownerId,
    isHidden,
    ids: comments.map(({ id }) => id),
    comments,
    nextCursor,
    json: pageJson(
      'comments',
      comments.map((comment) => itemJson(comment)),
      nextCursor,
    ),
  }
}

function itemJson({ id, head, more }: CachedComment, liked?: ReadonlySet<string>): string {
  return complete(head, liked?.has(id) ?? false, more)
}

/** Lists each public field explicitly, so that an undeclared column cannot leak. */
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
