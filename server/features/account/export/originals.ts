import { EXPORT_PART_MAX_BYTES } from '../../../../contract/account/export.ts'
import type { Db } from '../../../db/connect.ts'
import type { Cursor } from '../../../http/cursor.ts'
import { extensionOf } from '../../../objects/object-address.ts'
import { asFileName } from '../../../zip/file-name.ts'
import type { FileFacts } from '../../../zip/zip-records.ts'

/** Maximum number of clips in a part, however small, because each uses memory while the part is sent. */
const CLIPS_MAX = 10_000
const READ_AT_ONCE = 1_000

/** A clip's file as uploaded, except for private data that was removed from it. */
export interface Original {
  /** Id of the clip. */
  id: string
  createdAt: string
  title: string
  objectId: string
  contentType: string | null
  sizeBytes: number
  /** Object with the JSON of the workflow that the creator shares. */
  workflowId: string | null
  workflowBytes: number | null
}

/** Lists all clips of an account, or those in a range, including hidden and failed ones, oldest first. */
export async function* listOriginals(
  db: Db,
  userId: string,
  range?: { first: Cursor; last: Cursor },
): AsyncGenerator<Original> {
  let from = range?.first
  let isIncluded = true
  for (;;) {
    const rows = await selectOriginals(db, userId)
      .$if(from !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('videos.createdAt', 'videos.id'),
            isIncluded ? '>=' : '>',
            tuple(from?.createdAt ?? '', from?.id ?? ''),
          ),
        ),
      )
      .$if(range !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('videos.createdAt', 'videos.id'), '<=', tuple(range?.last.createdAt ?? '', range?.last.id ?? '')),
        ),
      )
      .limit(READ_AT_ONCE)
      .execute()
    for (const row of rows) yield { ...row, sizeBytes: row.sizeBytes ?? 0 }
    if (rows.length < READ_AT_ONCE) return
    from = rows.at(-1)
    isIncluded = false
  }
}

function selectOriginals(db: Db, userId: string) {
  return db
    .selectFrom('videos')
    .innerJoin('objects', 'objects.id', 'videos.originalId')
    .leftJoin('workflows', 'workflows.videoId', 'videos.id')
    .leftJoin('objects as workflow', 'workflow.id', 'workflows.objectId')
    .select(['workflow.id as workflowId', 'workflow.sizeBytes as workflowBytes'])
    .select([
      'videos.id',
      'videos.createdAt',
      'videos.title',
      'objects.id as objectId',
      'objects.contentType',
      'objects.sizeBytes',
    ])
    .where('videos.userId', '=', userId)
    .orderBy('videos.createdAt')
    .orderBy('videos.id')
}

/** Groups the clips by the parts in which they are sent. */
export async function* groupOriginals(originals: AsyncIterable<Original>): AsyncGenerator<Original[]> {
  let [group, bytes]: [Original[], number] = [[], 0]
  for await (const original of originals) {
    if (group.length > 0 && (bytes + original.sizeBytes > EXPORT_PART_MAX_BYTES || group.length === CLIPS_MAX)) {
      yield group
      ;[group, bytes] = [[], 0]
    }
    group.push(original)
    bytes += original.sizeBytes
  }
  if (group.length > 0) yield group
}

/** Returns all files of a clip. */
export function filesOf(original: Original): FileFacts[] {
  return original.workflowId === null ? [originalFile(original)] : [originalFile(original), workflowFile(original)]
}

export function originalFile(original: Original): FileFacts {
  const { createdAt, sizeBytes } = original
  return { name: `clips/${originalName(original)}`, modifiedAt: new Date(createdAt), sizeBytes }
}

export function workflowFile(original: Original): FileFacts {
  const { createdAt, workflowBytes } = original
  return { name: `clips/${workflowName(original)}`, modifiedAt: new Date(createdAt), sizeBytes: workflowBytes ?? 0 }
}

/** Returns the name of the workflow file, which lies next to the clip in the archive. */
export function workflowName(clip: Parameters<typeof originalName>[0]): string {
  return `${originalName({ ...clip, contentType: null })} workflow.json`
}

/** Returns a unique name that sorts by date: `2026-03-01 A title 0b6f….mp4`. */
export function originalName({
  id,
  createdAt,
  title,
  contentType,
}: Pick<Original, 'id' | 'createdAt' | 'title' | 'contentType'>): string {
  const name = [createdAt.slice(0, 10), asFileName(title), id].filter(Boolean).join(' ')
  const extension = extensionOf(contentType)
  return extension === undefined ? name : `${name}.${extension}`
}
