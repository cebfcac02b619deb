// How much a backup slows a running site, and how many clips a second backup copies. The backup goes to another file
// system if the machine has one. Then it copies the clips instead of linking them.
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { DiskStorage } from '../../server/storage/disk/disk-storage.ts'
import { connectOnce } from '../support/connect.ts'
import { report } from '../support/report.ts'
import { requests, signedIn } from '../support/load/requests.ts'
import { CONNECTIONS, load, median } from '../support/rounds.ts'
import { scratchFolder } from '../support/scratch.ts'
import { startSeededProduct } from '../seeded-product.ts'

const CLIPS = 400
const CLIP_BYTES = 2_000_000
const NEW_CLIPS = 10
const BACKUPS = 5
const ROUND_MS = 1_000
/** On Linux, a folder in memory, which is never on the site's disk. */
const OTHER_DISK = '/dev/shm'

await using site = await startSeededProduct({ videos: 100_000, people: 10_000, likes: 1_000_000, comments: 100_000 })
const parent = statSync(OTHER_DISK, { throwIfNoEntry: false }) ? OTHER_DISK : tmpdir()
using scratch = scratchFolder(parent)
await using client = await connectOnce(site.databaseUrl)
// Seeded videos are rows without bytes.
await client.query("update objects set state = 'deleted'")
await client.query(
  "delete from objects where state = 'deleted' and not exists (select from videos where original_id = objects.id)",
)
await addClips(CLIPS)
const likes = site.videoIds.map((id, i) => signedIn(site, i, 'POST', `/api/videos/${id}/like`))
const asked = [...requests.feed(site), ...likes]
const round = async () => (await load(site.port, asked, CONNECTIONS, ROUND_MS)).perSecond
await round()
const [alone, beside]: [number[], number[]] = [[], []]
for (let n = 0; n < BACKUPS; n++) {
  alone.push(await round(), await round())
  const target = join(scratch.path, `${n}`)
  const backup = makeBackup(target)
  let isDone = false
  void backup.then(() => (isDone = true))
  while (!isDone) beside.push(await round())
  await backup
  rmSync(target, { recursive: true })
}

await makeBackup(join(scratch.path, 'first'))
await addClips(NEW_CLIPS)
await makeBackup(join(scratch.path, 'second'))
const copied = await countOwn(join(scratch.path, 'second', 'objects'))

report([
  {
    name: `feed and likes while ${CLIPS} clips and a database are copied`,
    figure: median(beside),
    unit: '/s',
    limit: { figure: median(alone), name: 'without a backup' },
    atLeastOfLimit: 0.8,
  },
  { name: `clips that a second backup copies, after ${NEW_CLIPS} new ones`, figure: copied, atMost: NEW_CLIPS },
])

async function makeBackup(target: string): Promise<void> {
  const child = spawn(process.execPath, [resolve('scripts/data/backup.ts'), target], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: site.dataDir,
      DATABASE_URL: site.databaseUrl,
      SESSION_SECRET: 'x'.repeat(32),
      DISK_RESERVE: '64MB',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (child.exitCode !== 0) throw new Error(errors)
}

/** Adds objects whose bytes no file system can compress. */
async function addClips(count: number): Promise<void> {
  const storage = await DiskStorage.open(join(site.dataDir, 'objects'), { isShared: true })
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const id of ids) await storage.write(id, Readable.from([randomBytes(CLIP_BYTES)]), { maxBytes: CLIP_BYTES })
  await client.query(
    `insert into objects (id, state, content_type, size_bytes) select id, 'published', 'video/mp4', ${CLIP_BYTES}
     from unnest($1::uuid[]) id`,
    [ids],
  )
}

/** Counts the files that no other backup shares. */
async function countOwn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  return names.map((name) => statSync(join(folder, name))).filter((file) => file.isFile() && file.nlink === 1).length
}
