import type { Comment } from '../../../../contract/social/comments.ts'
import { batched } from '../../../concurrency/batch.ts'
import type { Deps } from '../../../setup/deps.ts'
import { cutPage, decodeCursor, encodeCursor, type Cursor } from '../../../http/cursor.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { SharedItem, SharedPage } from '../../../http/replies/shared-page.ts'
import { withPublicAvatar } from '../../../objects/public-address.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { VIDEO_CHANGED, COMMENTS_CHANGED } from '../../../signals/video-signals.ts'
import { presentComment } from './comment-row.ts'
import type { AuthorOnlyComment } from './viewer-comments.ts'
import { listComments, type CommentPageOf, type CommentRows } from './list-comments.ts'

/** Maximum number of cached pages. A page of a hundred long comments takes about 200 kB. */
const MAX_PAGES = 300
/** Maximum number of pages per query. Serialising the rows of more pages would block the event loop. */
const MAX_BATCH = 32

/** Comments below a video, as visitors see them. */
interface CachedComments {
  /** Owner of the video. */
  ownerId: string
  /** Whether the video is hidden. */
  isHidden: boolean
  page: SharedPage<Comment>
}

type PageKey = { videoId: string; limit: number; cursor: string | undefined }

/** Creates a cache that keeps pages of comments for one second. */
export function createCommentCache({ readShared, signals, config }: Pick<Deps, 'readShared' | 'signals' | 'config'>) {
  // Signals contain video ids in lowercase, as the database returns them.
  const belowVideo = (videoId: string, key: PageKey) => key.videoId === videoId
  const pages = new ReadCache<CachedComments | undefined, PageKey>({
    max: MAX_PAGES,
    bytesOf: (found) => 8 * (found?.page.length ?? 0),
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
      return found.map((rows) => rows && present(rows, config.objectsUrl))
    },
    { maxItems: MAX_BATCH },
  )

  return {
    /**
     * Returns a cached page, or `undefined` if the video does not exist.
     * @param cursor The cursor as the client sent it.
     */
    getPage: (page: CommentPageOf, cursor: string | undefined) =>
      pages.get({ videoId: page.videoId, limit: page.limit, cursor }, () => load(page)),
    /**
     * Returns a page without comments by authors whom this viewer has muted. Used when the viewer has muted every
     * author on the shared page before it.
     */
    readFor: (viewerId: string, page: CommentPageOf) => load({ ...page, viewerId }),
  }
}

/**
 * Adds the viewer's own comments that other viewers do not see to a page, each in its place. The result is cut to
 * `limit`, and its cursor points to its end.
 *
 * @param ownComments Comments on the same video, newest first.
 */
export function withAuthorOnlyComments(
  page: SharedPage<Comment>,
  ownComments: AuthorOnlyComment[],
  { limit, after }: CommentPageOf,
): SharedPage<Comment> {
  const end = page.nextCursor === null ? undefined : decodeCursor(page.nextCursor)
  const joining = ownComments
    .filter((row) => (!after || isOlder(row, after)) && (!end || isOlder(end, row)))
    .map((row) => new SharedItem(presentComment(row, row.isPending ? { isHeld: true } : { isHidden: true })))
  if (joining.length === 0) return page
  const all = [...page.items, ...joining].toSorted((a, b) => (isOlder(a.fields, b.fields) ? 1 : -1))
  const { rows, nextCursor } = cutPage(all, limit, ({ fields }) => encodeCursor(fields))
  return new SharedPage('comments', rows, nextCursor ?? page.nextCursor)
}

/** Whether `a` comes after `b` in the list, which is sorted newest first. */
function isOlder(a: Cursor, b: Cursor): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id)
}

function present({ ownerId, isHidden, rows, nextCursor }: CommentRows, objectsUrl: string | undefined): CachedComments {
  const comments = rows.map((row) => new SharedItem(presentComment(withPublicAvatar(row, objectsUrl))))
  return { ownerId, isHidden, page: new SharedPage('comments', comments, nextCursor) }
}
