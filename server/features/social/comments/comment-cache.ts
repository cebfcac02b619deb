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

/** A page of a hundred long comments is about 200 kB. */
const MAX_PAGES = 300
/** Pages of one query: a longer one would hold up everybody else while its rows are turned into JSON. */
const MAX_BATCH = 32

interface CachedComment extends Cursor {
  authorId: string
  /** Without `isLiked`. */
  head: OpenJson
  /** More fields, as they stand in JSON: of what its author alone sees. */
  more?: string
}

/** A page of comments as it is the same for everybody. */
export interface CachedPage {
  /** Of the video. */
  ownerId: string
  /** Whether the video is. */
  isHidden: boolean
  ids: string[]
  comments: CachedComment[]
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

type PageKey = { videoId: string; limit: number; cursor: string | undefined }

/** The pages of comments that were read within the last second. */
export function createCommentCache({
  readShared,
  signals,
  config,
}: Pick<Deps, 'readShared' | 'signals' | 'config'>): CommentCache {
  // Signals name videos as the database writes their ids.
  const belowVideo = (videoId: string, key: PageKey) => key.videoId === videoId
  const pages = new ReadCache<CachedPage | undefined, PageKey>({
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

/** The page for whoever does not want to see what these people wrote. */
export function withoutAuthors(page: CachedPage, muted: ReadonlySet<string>): CachedPage {
  const comments = page.comments.filter(({ authorId }) => !muted.has(authorId))
  return comments.length === page.comments.length ? page : made({ ...page, comments })
}

/** The page as a viewer gets it who likes the comments of `liked`. */
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
 * The page with comments of the viewer's own that nobody else sees, each in its place. It is cut as any other, so
 * that the next one goes on where this ends.
 *
 * @param unseen The newest first, of the same video.
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

/** In the order of the list, which is the newest first. */
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
