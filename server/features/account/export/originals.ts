import { sql } from 'kysely'
import { EXPORT_PART_MAX_BYTES, type ExportPart } from '../../../../contract/account/export.ts'
import type { Db } from '../../../db/connect.ts'
import { encodeCursor, type Cursor } from '../../../http/cursor.ts'
import { extensionOf } from '../../../objects/object-address.ts'
import { asFileName } from './file-name.ts'
import { layOut } from '../../../zip/zip-archive.ts'
import type { FileFacts } from '../../../zip/zip-records.ts'
import type { PartName } from './part-address.ts'

/** Maximum number of clips in a part, however small, because each uses memory while the part is sent. */
const CLIPS_MAX = 10_000
const READ_AT_ONCE = 1_000

/** A clip's file as uploaded, except for private data that was removed from it. */
export interface Original {
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
  const until = range ? sql<boolean>`${place} <= ${at(range.last)}` : sql<boolean>`true`
  let from = range ? sql<boolean>`${place} >= ${at(range.first)}` : sql<boolean>`true`
  for (;;) {
    const rows = await selectOriginals(db, userId).where(from).where(until).limit(READ_AT_ONCE).execute()
    for (const row of rows) yield { ...row, sizeBytes: row.sizeBytes ?? 0 }
    const last = rows.at(-1)
    if (!last || rows.length < READ_AT_ONCE) return
    from = sql<boolean>`${place} > ${at(last)}`
  }
}

/** A clip's place in the order of the export. */
const place = sql`(videos.created_at, videos.id)`
const at = ({ createdAt, id }: Cursor) => sql`(${createdAt}::timestamptz, ${id}::uuid)`

function selectOriginals(db: Db, userId: string) {
  return db
    .selectFrom('videos')
    .innerJoin('objects', 'objects.id', 'videos.originalId')
    .leftJoin('workflows', 'workflows.videoId', 'videos.id')
    .leftJoin('objects as workflow', 'workflow.id', 'workflows.objectId')
    .select(['workflow.id as workflowId', 'workflow.sizeBytes as workflowBytes'])
    .select(['videos.id', 'videos.createdAt', 'title'])
    .select(['objects.id as objectId', 'objects.contentType', 'objects.sizeBytes'])
    .where('videos.userId', '=', userId)
    .orderBy('videos.createdAt')
    .orderBy('videos.id')
}

/** A part of the export, before its address is signed. */
export type PlannedPart = Omit<ExportPart, 'url' | 'fileName'> & PartName

/** Returns the parts that hold an account's clips. */
export async function planOriginals(db: Db, userId: string): Promise<PlannedPart[]> {
  const parts: PlannedPart[] = []
  for await (const group of groupOriginals(listOriginals(db, userId))) {
    const [first, last] = [group[0]!, group.at(-1)!]
    parts.push({
      number: parts.length + 1,
      sizeBytes: layOut(group.flatMap(filesOf)).sizeBytes,
      clipsCount: group.length,
      from: first.createdAt,
      until: last.createdAt,
      first: encodeCursor(first),
      last: encodeCursor(last),
    })
  }
  return parts
}

/** Groups the clips by the parts in which they are sent. */
async function* groupOriginals(originals: AsyncIterable<Original>): AsyncGenerator<Original[]> {
  let [group, bytes]: [Original[], number] = [[], 0]
  for await (const original of originals) {
    const clipBytes = original.sizeBytes + (original.workflowBytes ?? 0)
    if (group.length > 0 && (bytes + clipBytes > EXPORT_PART_MAX_BYTES || group.length === CLIPS_MAX)) {
      yield group
      ;[group, bytes] = [[], 0]
    }
    group.push(original)
    bytes += clipBytes
  }
  if (group.length > 0) yield group
}

/**
 * Returns the files of a clip with the ids of their objects. These are the original and the workflow that the creator
 * shares.
 */
export function filesOf(original: Original): (FileFacts & { objectId: string })[] {
  const { objectId, sizeBytes, workflowId, workflowBytes } = original
  const modifiedAt = new Date(original.createdAt)
  const file = { objectId, name: `clips/${originalName(original)}`, modifiedAt, sizeBytes }
  if (workflowId === null) return [file]
  const name = `clips/${workflowName(original)}`
  return [file, { objectId: workflowId, name, modifiedAt, sizeBytes: workflowBytes ?? 0 }]
}

/** Returns the name of the workflow file, which lies next to the clip in the archive. */
export function workflowName(clip: Parameters<typeof originalName>[0]): string {
  return `${originalName({ ...clip, contentType: null })} workflow.json`
}

/** Returns a unique name that sorts by date: `2026-03-01 A title 0b6f….mp4`. */
export function originalName(clip: Pick<Original, 'id' | 'createdAt' | 'title' | 'contentType'>): string {
  const { id, createdAt, title, contentType } = clip
  const name = [createdAt.slice(0, 10), asFileName(title), id].filter(Boolean).join(' ')
  const extension = extensionOf(contentType)
  return extension === undefined ? name : `${name}.${extension}`
}
