// Measures an upload by the tus protocol to a site with a bucket (OpenStack Swift on this machine):
// - the speed, compared with sending the same bytes to the bucket as bare parts
// - the memory of the site
// - the number of bytes that are sent again after the site was killed.
import { randomUUID } from 'node:crypto'
import { startProduct } from '../../e2e/support/servers/server.ts'
import type { Bucket } from '../../server/storage/bucket/bucket.ts'
import { PART_BYTES } from '../../server/storage/bucket/part-writer.ts'
import { openTestBucket } from '../../server/test/servers/test-bucket.ts'
import { hasSwift, notRun } from '../../server/test/swift/has-swift.ts'
import { startSwift } from '../../server/test/swift/swift.ts'
import { peakDuring, residentBytes } from '../support/process-memory.ts'
import { signUp } from '../support/publish.ts'
import { report } from '../support/report.ts'
import { timed } from '../support/rounds.ts'
import { MIB, requireSame, sendByTus, sendUnderKills, ticket } from './tus-upload.ts'

const SIZE_BYTES = Math.floor(Number(process.env.UPLOAD_BYTES ?? 1024 ** 3) / PART_BYTES) * PART_BYTES
const KILLS = Number(process.env.KILLS ?? 20)
/** Allows for one part in transit, one part being filled, and the buffers between client and server. */
const LOST_GOAL_BYTES = 2 * PART_BYTES + 8 * MIB

if (hasSwift) await measure()
else console.log(notRun)

async function measure(): Promise<void> {
  const swift = await startSwift()
  const { bucket, settings, close } = await openTestBucket(await swift.makeBucket(randomUUID()), swift.keys)
  const product = await startProduct(settings)
  try {
    const account = await signUp(product)
    await sendByTus(await ticket(account), 4 * PART_BYTES)
    await sendBareParts(bucket, 4 * PART_BYTES)

    const bareBeforeMs = await timed(() => sendBareParts(bucket, SIZE_BYTES))
    const upload = await ticket(account)
    const idle = await residentBytes(product.pid)
    const sending = timed(() => sendByTus(upload, SIZE_BYTES))
    const { peak, result: uploadMs } = await peakDuring(() => residentBytes(product.pid), sending)
    const bareAfterMs = await timed(() => sendBareParts(bucket, SIZE_BYTES))

    const killed = await ticket(account)
    const mostLostBytes = await sendUnderKills(product, killed, { sizeBytes: SIZE_BYTES, kills: KILLS })
    const id = new URL(killed.uploadURL).pathname.split('/').at(-1) ?? ''
    await requireSame((await bucket.get(`objects/${id}`)) as AsyncIterable<Buffer>, SIZE_BYTES)
    report([
      {
        name: `upload of ${(SIZE_BYTES / 1e9).toFixed(1)} GB by the tus protocol to a bucket`,
        figure: mbPerSecond(uploadMs),
        unit: 'MB/s',
        limit: { figure: mbPerSecond((bareBeforeMs + bareAfterMs) / 2), name: 'the same bytes as bare parts' },
        atLeastOfLimit: 0.6,
      },
      { name: 'extra memory during it', figure: (peak - idle) / 1e6, unit: 'MB', atMost: 25 },
      {
        name: `sent again after a kill -9, the most of ${KILLS}`,
        figure: mostLostBytes / 1e6,
        unit: 'MB',
        atMost: LOST_GOAL_BYTES / 1e6,
      },
    ])
  } finally {
    await product.stop()
    await close()
    await swift.stop()
  }
}

/** Sends parts one after another, like a program that does nothing else. */
async function sendBareParts(bucket: Bucket, sizeBytes: number): Promise<void> {
  const key = `bare/${randomUUID()}`
  const uploadId = await bucket.begin(key)
  const part = Buffer.alloc(PART_BYTES, 'Reverie')
  for (let number = 1; number <= sizeBytes / PART_BYTES; number++) await bucket.sendPart(key, uploadId, number, part)
  await bucket.abort(key, uploadId)
}

function mbPerSecond(ms: number): number {
  return SIZE_BYTES / 1000 / ms
}
