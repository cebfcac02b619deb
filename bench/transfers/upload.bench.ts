// Three uploads of a large clip. The first is a single PUT, and the second uses the tus protocol. They are compared with
// writing the same bytes to the same disk, and the server's memory is measured. The server is killed during the last
// upload.
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startProduct } from '../../e2e/support/servers/server.ts'
import { peakDuring, residentBytes } from '../support/process-memory.ts'
import { signUp } from '../support/publish.ts'
import { report } from '../support/report.ts'
import { timed } from '../support/rounds.ts'
import { bytes, MIB, put, requireSame, sendByTus, sendUnderKills, ticket } from './tus-upload.ts'

const SIZE_BYTES = Number(process.env.UPLOAD_BYTES ?? 2 * 1024 ** 3)
const MEMORY_GOAL_MB = 105

await using product = await startProduct()
const account = await signUp(product)
// Warms up everything that is used during the measurement.
await put(await ticket(account), 16 * MIB)

const idle = await residentBytes(product.pid)
const limitMs = await timed(() => writeToDisk(join(product.dataDir, 'limit'), SIZE_BYTES))
const uploads = (async () => ({
  uploadMs: await timed(async () => put(await ticket(account), SIZE_BYTES)),
  resumableMs: await timed(async () => sendByTus(await ticket(account), SIZE_BYTES)),
}))()
const { peak, result } = await peakDuring(() => residentBytes(product.pid), uploads)

const killed = await ticket(account)
const lostBytes = await sendUnderKills(product, killed, { sizeBytes: SIZE_BYTES, kills: 1 })
const id = new URL(killed.uploadURL).pathname.split('/').at(-1) ?? ''
await requireSame(createReadStream(join(product.dataDir, 'objects', id.slice(0, 2), id)), SIZE_BYTES)

const limit = { figure: mbPerSecond(limitMs), name: 'the same bytes to the same disk' }
report([
  {
    name: `upload of ${Math.round(SIZE_BYTES / 1e9)} GB`,
    figure: mbPerSecond(result.uploadMs),
    unit: 'MB/s',
    limit,
    atLeastOfLimit: 0.4,
  },
  {
    name: 'the same by the tus protocol',
    figure: mbPerSecond(result.resumableMs),
    unit: 'MB/s',
    limit,
    atLeastOfLimit: 0.4,
  },
  { name: 'extra memory during them', figure: (peak - idle) / 1e6, unit: 'MB', atMost: MEMORY_GOAL_MB },
  { name: 'sent again after kill -9 in the middle', figure: lostBytes / 1e6, unit: 'MB', atMost: 16 },
])

async function writeToDisk(path: string, sizeBytes: number): Promise<void> {
  const file = await open(path, 'w')
  for (const chunk of bytes(sizeBytes)) await file.write(chunk)
  await file.sync()
  await file.close()
  await rm(path)
}

function mbPerSecond(ms: number): number {
  return SIZE_BYTES / 1000 / ms
}
