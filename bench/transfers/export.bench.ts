// The cost of a large data export: 300,000 rows, and 12 GB of clips in sparse files. Linux only. The archives are read
// by yauzl, and by unzip and Python if the machine has them.
import { createHash, randomUUID } from 'node:crypto'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportPart, ExportPlan } from '../../contract/account/export.ts'
import { DiskStorage } from '../../server/storage/disk/disk-storage.ts'
import { startSeededProduct } from '../seeded-product.ts'
import { peakDuring, residentBytes } from '../support/process-memory.ts'
import { keepSparse, readArchive } from './read-archives.ts'
import { connectOnce } from '../support/connect.ts'
import { report } from '../support/report.ts'
import { timed } from '../support/rounds.ts'
import { scratchFolder } from '../support/scratch.ts'

const COMMENTS = 200_000
const EVENTS = 100_000
const CLIPS = 24
const CLIP_BYTES = 500_000_000
const MIB = 1024 * 1024

await using site = await startSeededProduct({ videos: 1_000, people: 1_000, likes: 1_000, comments: 1_000 })
using scratch = scratchFolder()
await using client = await connectOnce(site.databaseUrl)
const sha256 = await fill()
const plan = (await (await ask('/api/account/export')).json()) as ExportPlan

const [memoryBefore, temporaryBefore] = [await residentBytes(site.pid), await writtenBytes()]
const fetching = timed(() => fetchAll(plan.parts))
const { peak, result: ms } = await peakDuring(() => residentBytes(site.pid), fetching)
const temporary = (await writtenBytes()) - temporaryBefore

await requireClips(plan.parts, sha256)
const sizeBytes = plan.parts.reduce((sum, part) => sum + part.sizeBytes, 0)
report([
  { name: 'more memory at its peak', figure: (peak - memoryBefore) / MIB, unit: 'MiB', atMost: 64 },
  { name: 'bytes written for it', figure: temporary, atMost: 0 },
  { name: `${plan.parts.length} parts, kept by the client`, figure: sizeBytes / 1000 / ms, unit: 'MB/s', atLeast: 10 },
])

function ask(path: string): Promise<Response> {
  return fetch(site.url + path, { headers: { cookie: site.cookies[0] ?? '' } })
}

async function fetchAll(parts: ExportPart[]): Promise<void> {
  for (const { number, url } of parts) {
    const reply = await ask(url)
    if (!reply.ok) throw new Error(`Part ${number} was answered ${reply.status}`)
    await keepSparse(reply, join(scratch.path, `${number}.zip`))
  }
}

/** Returns the number of bytes that the server and PostgreSQL have written to disk. */
async function writtenBytes(): Promise<number> {
  const io = await readFile(`/proc/${site.pid}/io`, 'utf8')
  const { rows } = await client.query<{ bytes: string }>(
    'select temp_bytes as bytes from pg_stat_database where datname = current_database()',
  )
  return Number(/^write_bytes: (\d+)/m.exec(io)?.[1]) + Number(rows[0]?.bytes)
}

/** Inserts rows and clips that belong to the first person. @returns The SHA-256, which is the same for all clips. */
async function fill(): Promise<string> {
  const [userId] = site.userIds
  await client.query(
    `insert into comments (user_id, video_id, text, created_at)
     select $1, (select id from videos limit 1), 'Something kind about it, number ' || n, now() - n * interval '1 second'
     from generate_series(1, ${COMMENTS}) n`,
    [userId],
  )
  await client.query(
    `insert into account_events (user_id, kind, detail, at)
     select $1, 'password-changed', 'Firefox on Linux', now() - n * interval '1 second'
     from generate_series(1, ${EVENTS}) n`,
    [userId],
  )
  const ids = Array.from({ length: CLIPS }, () => randomUUID())
  await client.query(
    `with added as (
       insert into objects (id, owner_id, state, content_type, size_bytes)
       select id, $1, 'published', 'video/mp4', ${CLIP_BYTES} from unnest($2::uuid[]) id returning id
     )
     insert into videos (user_id, title, tool_used, aspect_ratio, width, height, duration_seconds, original_id, status)
     select $1, 'A long clip', 'other', '16:9', 1920, 1080, 600, id, 'ready' from added`,
    [userId, ids],
  )
  await client.query('vacuum analyze')
  return makeClips(ids)
}

async function makeClips(ids: string[]): Promise<string> {
  const storage = await DiskStorage.open(join(site.dataDir, 'objects'), { isShared: true })
  const start = join(scratch.path, 'clip')
  await writeFile(start, 'Reverie')
  for (const id of ids) {
    await storage.writeFile(id, start)
    await storage.withFile(id, (path) => truncate(path, CLIP_BYTES))
  }
  const hash = createHash('sha256')
  const bytes: AsyncIterable<Buffer> = storage.read(ids[0] ?? '', { start: 0, end: CLIP_BYTES - 1 })
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

/** @throws If the parts do not contain every clip unchanged. */
async function requireClips(parts: ExportPart[], expected: string): Promise<void> {
  let same = 0
  for (const { number } of parts) {
    const hashes = await readArchive(join(scratch.path, `${number}.zip`))
    same += [...hashes.values()].filter((hash) => hash === expected).length
  }
  if (same !== CLIPS) throw new Error(`${CLIPS - same} clips are missing or differ`)
}
